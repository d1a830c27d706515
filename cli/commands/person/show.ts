import { commandEnglish } from '../../../pages/describe/command-text.ts';
import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { HeldValue } from '../../../shared/consents/held-values.ts';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import { readPerson } from '../../../shared/consents/list-consents.ts';
import type { NoticeState } from '../../../shared/consents/notice-states.ts';
import { toNoticeStates } from '../../../shared/consents/notice-states.ts';
import type { FurtherConsents, PersonEvent } from '../../../shared/consents/person.ts';
import { toTimeline } from '../../../shared/consents/person.ts';
import type { FindableValues } from '../../../shared/consents/person-data.ts';
import type { Moment } from '../../../shared/consents/state.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { makeVisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import { command, looks } from '../../action.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import { CommandError } from '../../errors.ts';
import { atOption, describeNobody, parseValues, personArgument, toMoment } from '../../input/values.ts';
import { forReader } from '../../output/format.ts';
import { watchReading } from '../../output/progress.ts';
import type { Row } from '../../output/rows.ts';
import { toTable } from '../../output/rows.ts';
import { describeFacets, nameState } from '../consent/describe.ts';

/** Everything that the command shows about a person. */
export interface PersonAccount {
  readonly at: Date;
  /** Keys with different values: the consents may be of several people. */
  readonly differing: readonly string[];
  readonly notices: readonly NoticeState[];
  readonly timeline: readonly PersonEvent[];
  readonly values: readonly HeldValue[];
}

/** Characters of a value that fit into a table. */
const longest = 200;

const showText = (text: string): string => {
  const left = text.length - longest;
  const cut = left > 0 ? text.slice(0, longest).toWellFormed() : text;
  return left > 0 ? `${makeVisible(cut)} … ${left} more characters; --json has all` : makeVisible(cut);
};

const arrivalOf = ({ event, consent: { arrival, revokeArrival } }: PersonEvent): Arrival | undefined => {
  if (event === 'revoked') return revokeArrival;
  return event === 'given' ? arrival : undefined;
};

/** The way that no channel names, and the number of the user who noted it, or the link through which it came; for scripts. */
const describeWay = (arrival: Arrival | undefined) => {
  const { receivedBy = null, notedBy = null, link = null, isConfirmed } = arrival ?? {};
  if (link !== null) return { link };
  if (isConfirmed) return { confirmedBy: 'mailbox' };
  if (receivedBy === null || receivedBy === 'erased') return {};
  return { receivedBy, notedBy: notedBy === 'import' ? notedBy : notedBy?.id };
};

/** For scripts. */
const describeEvent = (entry: PersonEvent) => {
  const { at, event, consent } = entry;
  return {
    time: at,
    event,
    consentId: consent.id,
    ...describeFacets(consent),
    /** The version that asks again. */
    byVersion: event === 'superseded' ? consent.version.askedAgainBy?.version : undefined,
    /** The source of an imported consent. */
    source: event === 'imported' ? consent.imported?.source : undefined,
    lang: consent.facets.lang,
    channel: event === 'revoked' ? consent.revokeChannel : consent.facets.channel,
    ...describeWay(arrivalOf(entry)),
  };
};

const nameEvent = ({ event, byVersion, source }: ReturnType<typeof describeEvent>): string => {
  if (source !== undefined) return `${event} from ${source}`;
  return byVersion === undefined ? event : `${event} by version ${byVersion}`;
};

const toEventRow = (entry: PersonEvent): Row => {
  const described = describeEvent(entry);
  const { time, consentId, projectUid, consentInformationName, consentInformationVersion, lang, channel } = described;
  const arrival = arrivalOf(entry);
  return {
    at: formatTime(time),
    event: nameEvent(described),
    notice: consentInformationName,
    version: consentInformationVersion,
    lang,
    channel: arrival === undefined ? channel : commandEnglish.writing.channel(arrival),
    project: projectUid,
    consent: consentId,
  };
};

/** For scripts. */
export const describeNoticeState = ({ notice, pid, ...standing }: NoticeState) => ({
  consentInformationName: notice,
  consentInformationPid: pid,
  ...standing,
});

const toStandingRow = ({ notice, state, since, until, consents }: NoticeState): Row => ({
  notice,
  state: nameState(state),
  since: formatTime(since),
  until: until && formatTime(until),
  consents,
});

export const toValueRow = ({ key, label, value, consents }: HeldValue): Row => ({
  key: showText(key),
  label: label === undefined ? undefined : showText(label),
  value: `${showText(value)}${key === 'email' && value.trim() !== '' && !isMailbox(value) ? ' (no email address)' : ''}`,
  consents,
});

/** Consents that share a value of the person, but were not found with the given values. */
export const toFurtherRow = ({ key, value, consents, isLeast }: FurtherConsents): Row => ({
  key: showText(key),
  value: showText(value),
  consents: isLeast ? `${consents} or more` : consents,
});

/** The next act, which a warning names. */
const purposes = { show: 'hand anything over', export: 'hand anything over', erase: 'erase anything' } as const;

/** Warns that the consents may be of several people. @param act what comes next */
export const warn = (differing: readonly string[], act: keyof typeof purposes): string[] => {
  if (differing.length === 0) return [];
  return [
    `Careful: these consents have different values of ${differing.join(', ')}, and may be of different people. Look at the values ` +
      `below before you ${purposes[act]}, and give one more value to ${act} one person only.`,
  ];
};

export const part = (heading: string, rows: readonly Row[]): string => `${heading}\n${toTable(rows, '').text}`;

export const describeNotices = (at: Date, notices: readonly NoticeState[]): string =>
  part(`Notices on ${formatTime(at)}`, notices.map(toStandingRow));

export const describeValues = (values: readonly HeldValue[]): string =>
  part('Values in the consents', values.map(toValueRow));

/** The same for people: warnings, the state for each notice, what happened, and the values. */
export const describePerson = ({ at, differing, notices, timeline, values }: PersonAccount): string =>
  [
    ...warn(differing, 'show'),
    describeNotices(at, notices),
    part('What happened', timeline.map(toEventRow)),
    describeValues(values),
    forReader(
      '`consent show` shows all of one. Consents without the given value are not listed: search by other values too.',
    ),
  ].join('\n\n');

/** The answer for a moment before the first consent. */
export const describeNotYet = (at: Date, first: Date): string =>
  `By ${formatTime(at)} there was no consent with these values. The first one was given on ${formatTime(first)}.`;

/** The same for scripts. */
export const toPersonData = ({ at, differing, notices, timeline, values }: PersonAccount) => ({
  at,
  differing,
  notices: notices.map(describeNoticeState),
  timeline: timeline.map(describeEvent),
  values,
});

const findConsents = async (table: Table, accountId: string, values: FindableValues, { at }: Moment) => {
  const lineage = await readLineage(table, accountId);
  const filter = { period: { before: at && new Date(at.getTime() + 1) } };
  const pages = watchReading((onRead) => readPerson(table, accountId, values, { lineage, filter, onRead }));
  return (await Array.fromAsync(pages)).flat();
};

/** The time of the person's first consent, when asked about an earlier moment. @throws CommandError notFound if there is none at all */
const findFirst = async (
  table: Table,
  account: Account,
  values: FindableValues,
  { now, at }: Moment,
): Promise<Date> => {
  const later = at === undefined ? [] : await findConsents(table, account.id, values, { now });
  const [first] = later.map(({ times }) => times.given).sort((one, other) => one.getTime() - other.getTime());
  if (first === undefined) throw new CommandError(describeNobody(account), 'notFound');
  return first;
};

export const show = command(
  'show',
  'Shows everything about one person: the state for each notice, what happened when, and which values are recorded',
  'person show email=ada@example.com --stage prod',
)
  .argument(...personArgument)
  .option(...atOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, texts, { at, account }) => {
      const values = parseValues(texts);
      const chosen = await chooseAccountOrOnly(table, account);
      const moment = { now, at: at && toMoment(at) };
      const consents = await findConsents(table, chosen.id, values, moment);
      const first = consents.length > 0 ? undefined : await findFirst(table, chosen, values, moment);
      const held = collectValues(consents);
      const person = {
        at: moment.at ?? now,
        differing: findDiffering(held),
        notices: toNoticeStates(consents, moment),
        timeline: toTimeline(consents, moment),
        values: held,
      };
      return { data: toPersonData(person), text: first ? describeNotYet(person.at, first) : describePerson(person) };
    }),
  );
