import { textOf } from '../../shared/consents/evidence.ts';
import type { ImportStatement, ObservedStatement, Statement } from '../../shared/evidence/statement-schema.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** A name and a value. Both may come from a person, who may write anything. */
export type Fact = readonly [name: string, value: string];

/** The consent with its account, project and notice. */
export const identityFacts = (
  { id, account, project, notice }: Statement,
  { facts: { names, notice: nameNotice } }: EvidenceWords,
): Fact[] => [
  [names.consent, id],
  [names.account, `${account.name} (${account.id})`],
  [names.project, project.name === null ? project.uid : `${project.name} (${project.uid})`],
  [names.notice, nameNotice(notice)],
];

/** The person's values, under the label of the field if the site sent one. */
export const personFacts = ({ claimed: { userData } }: Statement): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    typeof member === 'string' ? key : `${key} (${member.label})`,
    textOf(member),
  ]);

/** The text in place of an empty part: that it was erased, or that it was always empty. */
export const describeErased = ({ erasure }: Statement, { facts }: EvidenceWords): string =>
  erasure === null ? facts.nothingThere : facts.erasedOn(erasure.time);

/** What the site said in addition to the person's values and the proof. */
export const claimedFacts = ({ claimed }: Statement, { facts, writing }: EvidenceWords): Fact[] => {
  const { names, namings, notKnown } = facts;
  return [
    [names.channel, writing.channel(claimed.channel)],
    [names.language, writing.language(claimed.lang)],
    [names.project, claimed.projectUid],
    [names.noticeNamedBy, claimed.noticeNamedBy === null ? notKnown : namings[claimed.noticeNamedBy]],
  ];
};

/** How the revocation came, according to the site. */
export const revocationFacts = (
  { channel }: NonNullable<Statement['revocation']>['claimed'],
  { facts, writing }: EvidenceWords,
): Fact[] => [[facts.names.channel, channel === null ? facts.unknownChannel : writing.channel(channel)]];

type Seen = NonNullable<ImportStatement['observed']>;

const describeProgram = (userAgent: Seen['userAgent'], { erased, noProgram }: EvidenceWords['facts']): string => {
  if (userAgent === null) return erased;
  return userAgent === '' ? noProgram : userAgent;
};

const seenFacts = (
  user: string,
  { time, sessionId, sourceIp, userAgent, requestId }: Omit<Seen, 'userId'>,
  { facts }: EvidenceWords,
): Fact[] => {
  const { names } = facts;
  return [
    [names.time, facts.time(time)],
    [names.user, user],
    [names.address, sourceIp ?? facts.erased],
    [names.program, describeProgram(userAgent, facts)],
    [names.session, sessionId],
    [names.request, requestId],
  ];
};

/** What this register observed. */
export const observedFacts = ({ user, ...seen }: ObservedStatement, words: EvidenceWords): Fact[] =>
  seenFacts(`${user.id} (${user.name ?? words.facts.userGone})`, seen, words);

/** What another register observed, according to the imported file. Its users are not users of this one. */
export const observedElsewhereFacts = ({ userId, ...seen }: Seen, words: EvidenceWords): Fact[] =>
  seenFacts(String(userId), seen, words);

/** Where an imported consent comes from. @param given when it was given, which only the file says */
export const importFacts = (
  { source, line, time, by }: ImportStatement,
  given: string,
  { facts: { names, importedBy, givenInFile } }: EvidenceWords,
): Fact[] => [
  [names.given, givenInFile(given)],
  [names.source, source],
  [names.line, String(line)],
  [names.imported, importedBy(time, by)],
];
