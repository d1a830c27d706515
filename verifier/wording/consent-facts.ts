import { textOf } from '../../shared/consents/evidence.ts';
import type { ImportStatement, ObservedStatement, Statement } from '../../shared/evidence/statement-schema.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { showTime } from './consent-state.ts';

/** What something is called, and what it is. Both may be of a person, who may write anything. */
export type Fact = readonly [name: string, value: string];

const nameLanguage = (lang: Statement['claimed']['lang']): string => `${lang} (${languageNames[lang].name})`;

/** The consent with its account, project and notice. */
export const identityFacts = ({ id, account, project, notice }: Statement): Fact[] => [
  ['consent', id],
  ['account', `${account.name} (${account.id})`],
  ['project', project.name === null ? project.uid : `${project.name} (${project.uid})`],
  ['notice', `${notice.name}, version ${notice.version} (PID ${notice.pid})`],
];

/** What the person entered, under the label that the field had where the site said it. */
export const personFacts = ({ claimed: { userData } }: Statement): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    typeof member === 'string' ? key : `${key} (${member.label})`,
    textOf(member),
  ]);

/** What stands in the place of what was erased; of what was empty all the time, that there is none. */
export const describeErased = ({ erasure }: Statement): string =>
  erasure === null ? 'There is none.' : `Erased on ${showTime(erasure.time)} UTC.`;

const namings: Readonly<Record<NonNullable<Statement['claimed']['noticeNamedBy']>, string>> = {
  version: 'the id of the version',
  pid: 'its PID, which stands for the version that was current',
};

const describeNaming = ({ noticeNamedBy }: Statement['claimed']): string =>
  noticeNamedBy === null ? 'not known' : namings[noticeNamedBy];

/** What the site said beside the person's data and its proof. */
export const claimedFacts = ({ claimed }: Statement): Fact[] => [
  ['channel', claimed.channel],
  ['language', nameLanguage(claimed.lang)],
  ['project', claimed.projectUid],
  ['notice named by', describeNaming(claimed)],
];

type Seen = NonNullable<ImportStatement['observed']>;

const describeProgram = (userAgent: Seen['userAgent']): string => {
  if (userAgent === null) return 'erased';
  return userAgent === '' ? 'none was sent' : userAgent;
};

const seenFacts = (user: string, { time, sessionId, sourceIp, userAgent, requestId }: Omit<Seen, 'userId'>): Fact[] => [
  ['time', `${showTime(time)} UTC`],
  ['user', user],
  ['address', sourceIp ?? 'erased'],
  ['program', describeProgram(userAgent)],
  ['session', sessionId],
  ['request', requestId],
];

/** What the register saw itself. */
export const observedFacts = ({ user, ...seen }: ObservedStatement): Fact[] =>
  seenFacts(`${user.id} (${user.name ?? 'no more there'})`, seen);

/** What the file said that another register saw, whose users are not of this one. */
export const observedElsewhereFacts = ({ userId, ...seen }: Seen): Fact[] => seenFacts(String(userId), seen);

/** Where an imported consent comes from. */
export const importFacts = ({ source, line, time, by }: ImportStatement): Fact[] => [
  ['source', source],
  ['line', String(line)],
  ['imported', `${showTime(time)} UTC by ${by}`],
];

/** What is said where the version has no text in the language that the site named, or its text is gone. */
export const describeMissingText = ({ notice, claimed: { lang } }: Statement): string =>
  notice.content === null
    ? 'The text is gone: the table is damaged. Restore it from a backup. To check a copy of the text, compare its SHA-256 with that of the notice.'
    : `The version has no text in the language that the site named, ${nameLanguage(lang)}; it has ${notice.languages.join(', ')}. What the person read is not known.`;

/** The hash of the text in a sentence: whether it is the text that was agreed to. */
const describeHash = ({ notice: { hash } }: Statement): string => {
  if (hash.recomputed === null) return 'CANNOT BE CHECKED: the text is gone';
  return hash.agree
    ? 'the text is the one that was agreed to: its SHA-256 is the same'
    : 'THE TEXT IS NOT THE ONE THAT WAS AGREED TO: its SHA-256 is another';
};

/** What is known of the version that was agreed to. */
export const noticeFacts = (statement: Statement): Fact[] => {
  const { notice } = statement;
  const until =
    notice.currentUntil === null ? 'is the current one' : `was current until ${showTime(notice.currentUntil)}`;
  return [
    ['version', `${notice.version}, id ${notice.versionId}`],
    ['published', `${showTime(notice.publishedAt)} UTC by ${notice.publishedBy}; it ${until}`],
    ...(notice.wasCurrent
      ? []
      : [['not current', 'it was not the current version when the consent was given'] as const]),
    ['languages', notice.languages.join(', ')],
    ['SHA-256', notice.hash.storedWithConsent],
    ['check', describeHash(statement)],
    ...(notice.hash.agree
      ? []
      : ([
          ['SHA-256 of the version', notice.hash.storedWithVersion],
          ['SHA-256 of the text now', notice.hash.recomputed ?? 'none'],
        ] as const)),
  ];
};
