import { commandEnglish } from '../../../pages/describe/command-text.ts';
import type { Fact } from '../../../pages/describe/consent.ts';
import {
  claimedFacts,
  describeErased,
  describeGaps,
  describeOutlook,
  describeState,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
  revocationFacts,
  toTimeline,
} from '../../../pages/describe/consent.ts';
import { describeMissingText, noticeFacts, termFacts } from '../../../pages/describe/notice.ts';
import { showTime } from '../../../pages/describe/writing.ts';
import { limits } from '../../../shared/api/limits.ts';
import type { PersonConsent, StatedConsent } from '../../../shared/consents/list-consents.ts';
import { readConsents } from '../../../shared/consents/list-consents.ts';
import type { Proof } from '../../../shared/consents/person-data.ts';
import { findText } from '../../../shared/consents/person-data.ts';
import type { Gap } from '../../../shared/evidence/facts-format.ts';
import type { ImportStatement, Statement } from '../../../shared/evidence/statement.ts';
import { findAgreedWords } from '../../../shared/evidence/statement.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { toChunks } from '../../../shared/runtime/values.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible, escapeInvisibleLines } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import { describeTexts } from '../../notices/diff.ts';
import type { Row } from '../../output/rows.ts';
import { align } from '../../output/rows.ts';

/** How many lines and characters of a proof a terminal shows. */
const most = { lines: 40, characters: 4_000 };

/** `align` makes the cells harmless. */
const alignFacts = (facts: readonly Fact[]): string => align(facts);

const describeMember = (name: string, text: string): string => {
  const shown = text.slice(0, most.characters).split('\n').slice(0, most.lines).join('\n');
  const left = text.length - shown.length;
  if (left === 0 && !/[\r\n]/.test(text)) return `${escapeInvisible(name)}: ${escapeInvisible(text)}`;
  const lines = escapeInvisibleLines(shown).replaceAll(/^/gm, '  ');
  const rest = left === 0 ? [] : [`  … ${left} more characters; --json has all of it`];
  return [`${escapeInvisible(name)}:`, lines, ...rest].join('\n');
};

const describeProof = (proof: Proof): string =>
  Object.entries(proof)
    .map(([name, text]) => describeMember(name, text))
    .join('\n');

/**
 * A part under its heading; empty if there is nothing to show. Its text is indented, so that nothing written by a site or a person can
 * pass for a heading.
 */
const part = (heading: string, text: string): string[] =>
  text === '' ? [] : [`${heading}\n${text.replaceAll(/^(?=.)/gm, '  ')}`];

const describeText = (statement: Statement): string => {
  const words = findAgreedWords(statement);
  if (words === undefined) return describeMissingText(statement, commandEnglish);
  const { lang, title, descriptionHtml } = words;
  return describeTexts({
    title: title === null ? {} : { [lang]: title },
    descriptionHtml: { [lang]: descriptionHtml },
  }).join('\n');
};

const describeNotice = (statement: Statement): string => {
  const { content } = statement.notice;
  const facts = [
    ...noticeFacts(statement, commandEnglish),
    ...(content === null ? [] : termFacts(content, commandEnglish)),
  ];
  return `${alignFacts(facts)}\n${describeText(statement)}`;
};

/** The heading stays, so that readers see where the data was. */
const partOrErased = (statement: Statement, heading: string, text: string): string[] =>
  part(heading, text === '' ? describeErased(statement, commandEnglish) : text);

const describeRevocation = (statement: Statement): string[] => {
  if (statement.revocation === null) return [];
  const { claimed, observed } = statement.revocation;
  return [
    ...part('Revocation: what the site said', alignFacts(revocationFacts(statement, commandEnglish))),
    ...part(
      'Revocation: what the register observed itself',
      observed ? alignFacts(observedFacts(observed, commandEnglish)) : '',
    ),
    ...partOrErased(statement, 'Proof of the revocation, as the site gave it', describeProof(claimed.proof)),
  ];
};

const describeSeen = (heading: string, seen: ImportStatement['observed']): string[] =>
  seen === null ? [] : part(heading, alignFacts(observedElsewhereFacts(seen, commandEnglish)));

/** What the register observed; for an imported consent, its origin and what its file says was observed. */
const describeOrigin = ({ observed, imported, times }: Statement): string[] => {
  if (imported === null) {
    return part(
      'What the register observed itself',
      observed ? alignFacts(observedFacts(observed, commandEnglish)) : '',
    );
  }
  return [
    ...part(
      'Imported: the register did not observe how it was given',
      alignFacts(importFacts(imported, times.given, commandEnglish)),
    ),
    ...describeSeen('What another register observed, according to the imported file', imported.observed),
    ...describeSeen(
      'What another register observed of the revocation, according to the imported file',
      imported.revocationObserved,
    ),
  ];
};

/** Each gap with its code, and how to close it. */
const describeCompleteness = (statement: Statement): string => {
  const gaps = describeGaps(statement, commandEnglish);
  if (gaps.length === 0) return commandEnglish.t('evidence.gaps.none');
  return gaps.map(({ gap, says, mend }) => `${gap}: ${says}\n  ${mend}`).join('\n');
};

const describeTimeline = (statement: Statement): string =>
  align(
    toTimeline(statement, commandEnglish).map(({ time, says, isToCome }) => [
      showTime(time),
      `${says}${isToCome ? ' (to come)' : ''}`,
    ]),
  );

/** A consent for a terminal: its state first, then who, when, how, the text and the proofs. */
export const describeConsent = (statement: Statement): string =>
  [
    [describeState(statement, commandEnglish), describeOutlook(statement, commandEnglish)]
      .filter((text) => text !== '')
      .join('\n'),
    alignFacts(identityFacts(statement, commandEnglish)),
    ...partOrErased(statement, 'The person, as the site said', alignFacts(personFacts(statement))),
    ...part('What the site said', alignFacts(claimedFacts(statement, commandEnglish))),
    ...describeOrigin(statement),
    ...part(
      commandEnglish.t(statement.imported === null ? 'evidence.parts.text' : 'evidence.parts.textOfImport'),
      describeNotice(statement),
    ),
    ...partOrErased(statement, 'Proof, as the site gave it', describeProof(statement.claimed.proof)),
    ...describeRevocation(statement),
    ...part('What happened, in UTC', describeTimeline(statement)),
    ...part('What would make it stronger', describeCompleteness(statement)),
  ].join('\n\n');

/** The columns of a list of consents. */
export const listedColumns = [
  'id',
  'given',
  'project',
  'notice',
  'version',
  'lang',
  'channel',
  'state',
  'since',
] as const;

/** The project and the notice of a consent, for scripts: as the API names them (docs/api.md, Names). */
export const describeFacets = ({ facets, version }: Pick<StatedConsent, 'facets' | 'version'>) => ({
  projectUid: facets.projectUid,
  consentInformationName: version.name,
  consentInformationPid: facets.pid,
  consentInformationVersion: version.version,
  consentInformationVersionId: facets.versionId,
});

/** A consent in a list, for scripts. */
export const describeListed = ({ id, times, state, since, ...consent }: StatedConsent) => ({
  id,
  time: times.given,
  ...describeFacets(consent),
  lang: consent.facets.lang,
  channel: consent.facets.channel,
  state,
  since,
});

/** The same for CSV, with the codes of the interface but for the state. */
export const toListedRow = ({ id, facets, version, times, state, since }: StatedConsent) => ({
  id,
  given: formatTime(times.given),
  project: facets.projectUid,
  notice: version.name,
  version: version.version,
  lang: facets.lang,
  channel: facets.channel,
  state: nameState(state),
  since: formatTime(since),
});

/** What a table says of consents besides what lists of projects say. */
type Told = Pick<PersonConsent, 'id' | 'arrival' | 'userData'>;

const wasRead = (consent: StatedConsent): consent is StatedConsent & Told =>
  consent.arrival !== undefined && consent.userData !== undefined;

/** Reads those of the consents that were found in lists alone. */
const readTold = async (
  table: Table,
  accountId: string,
  consents: readonly StatedConsent[],
): Promise<ReadonlyMap<string, Told>> => {
  const read = new Map<string, Told>(consents.filter(wasRead).map((consent) => [consent.id, consent]));
  const unread = consents.filter((consent) => !wasRead(consent) && consent.times.erased === undefined);
  for (const batch of toChunks(unread, limits.batchGetKeys)) {
    const ids = batch.map(({ id }) => id);
    const lineage = new Map(batch.map(({ version }) => [version.id, version]));
    for (const consent of await readConsents(table, accountId, ids, lineage)) read.set(consent.id, consent);
  }
  return read;
};

const hasMalformedEmail = ({ userData }: Told): boolean => {
  const email = findText(userData, 'email') ?? '';
  return email.trim() !== '' && !isMailbox(email);
};

/**
 * Rows for people: the channel says the way that the proof names, such as `web (by telephone, as noted by user 7)`, and
 * if emails of the page cannot be one, a column says whose.
 */
export const toListedRows =
  (table: Table, accountId: string) =>
  async (consents: readonly StatedConsent[]): Promise<readonly Row[]> => {
    const read = await readTold(table, accountId, consents);
    const gap: Gap = 'email-malformed';
    const malformed = new Set([...read.values()].filter(hasMalformedEmail).map(({ id }) => id));
    return consents.map((consent) => {
      const arrival = read.get(consent.id)?.arrival;
      const row = toListedRow(consent);
      return {
        ...row,
        ...(arrival !== undefined && { channel: commandEnglish.writing.channel(arrival) }),
        ...(malformed.size > 0 && { gap: malformed.has(consent.id) ? gap : undefined }),
      };
    });
  };

/** A state of a consent for people. Only JSON calls one in force `active`, as the interface does. */
export const nameState = (state: string): string => (state === 'active' ? 'in force' : state);
