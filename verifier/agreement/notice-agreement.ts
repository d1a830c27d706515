import type { VersionStatement } from '../../shared/evidence/notice-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { hashCanonical } from '../hashes.ts';
import type { Check } from '../verification.ts';
import { isSame, mustAgree, shouldAgree } from './agreement.ts';

type Notice = Statement['notice'];

/** The version of the notice as its history has it. */
const versionOf = ({ version, versionId, publishedAt, publishedBy, currentUntil, ...notice }: Notice) => {
  const { askAgain, languages, validityDays, retentionDays, hash } = notice;
  return {
    ...{ version, versionId, publishedAt, publishedBy, currentUntil, askAgain, languages, validityDays, retentionDays },
    contentHash: hash.storedWithVersion,
  };
};

/** The history contains the version exactly once and is in order. */
const isInHistory = (notice: Notice): boolean =>
  notice.history.filter((version) => isSame(version, versionOf(notice))).length === 1 &&
  notice.history.every(({ version }, i) => version >= (notice.history[i - 1]?.version ?? version));

/** Each version ended the one before it. A table that was not changed has them so. */
const isWithoutGap = ({ history }: Notice): boolean =>
  history.every(({ version, publishedAt, currentUntil }, i) => {
    const next = history[i + 1];
    return (
      version === i + 1 &&
      currentUntil === (next?.publishedAt ?? null) &&
      (next === undefined || Date.parse(publishedAt) < Date.parse(next.publishedAt))
    );
  });

const findAskingAgain = ({ history, version }: Notice): VersionStatement | null =>
  history.find((other) => other.version > version && other.askAgain) ?? null;

const wasCurrent = ({ publishedAt, currentUntil }: Notice, given: string): boolean =>
  publishedAt <= given && (currentUntil === null || given < currentUntil);

const agrees = ({ storedWithConsent, storedWithVersion, recomputed }: Notice['hash']): boolean =>
  storedWithConsent === storedWithVersion && storedWithVersion === recomputed;

const nameDoubt = ({ content, hash }: Notice): string => {
  if (content === null)
    return 'The register no longer has the text that was agreed to. This document proves its hash, but not its words.';
  return hash.storedWithConsent === hash.recomputed
    ? 'The text matches the hash stored with the consent, but not the hash stored with its version.'
    : 'The text in this document is not the one that was agreed to: it does not match the hash stored with the consent.';
};

const named = {
  version: 'By its file, the site had named the version by its id.',
  pid: 'By its file, the site had named the notice by its PID, which means the version that was current then.',
} as const;

/** What is known of an imported consent's text. No register here saw what the person read. */
const tellImported = ({ claimed: { noticeNamedBy }, notice, times }: Statement): string => {
  const how = noticeNamedBy === null ? 'How the notice was named is not known.' : named[noticeNamedBy];
  const [published, given] = [`The version was published at ${notice.publishedAt}`, `given at ${times.given}`];
  const when =
    Date.parse(notice.publishedAt) <= Date.parse(times.given)
      ? `${published}, before the consent was ${given}. That the person agreed to this text is the word of the import.`
      : `${published}, after the consent was ${given}: the person cannot have read this version. That she agreed to the same text is the word of the import.`;
  return `The text is the one that the import named: it matches the hashes stored with the consent and with its version. ${how} ${when}`;
};

const tellText = (statement: Statement): string =>
  statement.imported === null
    ? 'The text is the one that was agreed to: it matches the hashes stored with the consent and with its version.'
    : tellImported(statement);

const notCompared = 'Not compared, because the register no longer has the text.';

/** What the version copies out of its text. */
const hasTermsOf = ({ languages, ...notice }: Notice, content: NonNullable<Notice['content']>): boolean =>
  isSame([...languages].sort(), Object.keys(content.descriptionHtml).sort()) &&
  notice.validityDays === content.validityDays &&
  notice.retentionDays === (content.retentionDays ?? null) &&
  notice.askAgain === (content.askAgain ?? false);

const checkContent = (statement: Statement): readonly Check[] => {
  const { notice, claimed } = statement;
  const { content, hash } = notice;
  const texts = Object.keys(content?.descriptionHtml ?? {});
  return [
    shouldAgree('notice-text', {
      part: 'notice',
      so: tellText(statement),
      not: nameDoubt(notice),
      is: hash.agree,
    }),
    shouldAgree('notice-language', {
      part: 'notice',
      so: content === null ? notCompared : 'The version has a text in the language of the consent.',
      not: `The version has no text in the language of the consent (${claimed.lang}). What the person read is not known.`,
      is: content === null || texts.includes(claimed.lang),
    }),
    shouldAgree('notice-terms', {
      part: 'notice',
      so: content === null ? notCompared : 'The version and its text state the same languages and terms.',
      not: "The version and its text state different languages or terms: days of validity, days of retention, or whether people are asked again. The register's table is damaged.",
      is: content === null || hasTermsOf(notice, content),
    }),
  ];
};

/** Whether the notice is consistent with itself and with the time of the consent. */
export const checkNotice = async (statement: Statement): Promise<readonly Check[]> => {
  const { notice, times } = statement;
  const { content, hash } = notice;
  const recomputed = content && (await hashCanonical(content));
  return [
    mustAgree('notice-hash', {
      part: 'notice',
      so:
        content === null
          ? 'The document has no text, and states no hash computed from it.'
          : 'The text in this document has the stated hash.',
      not: 'The text in this document does not have the stated hash, or the statement is wrong about whether the hashes agree.',
      is: hash.recomputed === recomputed && hash.agree === agrees(hash),
    }),
    mustAgree('notice-history', {
      part: 'notice',
      so: 'The version agrees with the history of its notice.',
      not: 'The version does not agree with the history of its notice.',
      is:
        isInHistory(notice) &&
        isSame(notice.askedAgainBy, findAskingAgain(notice)) &&
        notice.wasCurrent === wasCurrent(notice, times.given),
    }),
    shouldAgree('notice-versions', {
      part: 'notice',
      so: `The history has ${notice.history.length === 1 ? 'one version' : `versions 1 to ${notice.history.length}`} without a gap, and each ended the one before it. Only the log can show that there was no later one.`,
      not: "The history of the notice has a gap, or a version that did not end the one before it. The register's table is damaged, or a version was being published.",
      is: isWithoutGap(notice),
    }),
    ...checkContent(statement),
  ];
};
