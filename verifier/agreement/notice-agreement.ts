import type { VersionStatement } from '../../shared/evidence/notice-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { hashCanonical } from '../hashes.ts';
import type { Check } from '../verification.ts';
import { isSame, mustAgree, shouldAgree } from './agreement.ts';

type Notice = Statement['notice'];

const versionOf = ({ version, versionId, publishedAt, publishedBy, currentUntil, askAgain }: VersionStatement) => ({
  ...{ version, versionId, publishedAt, publishedBy, currentUntil, askAgain },
});

/** The history contains the version exactly once and is in order. */
const isInHistory = ({ history, ...notice }: Notice): boolean =>
  history.filter((version) => isSame(version, versionOf(notice))).length === 1 &&
  history.every(({ version }, i) => version >= (history[i - 1]?.version ?? version));

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

const notCompared = 'Not compared, because the register no longer has the text.';

const checkContent = ({ notice, claimed }: Statement): readonly Check[] => {
  const { content, hash, languages, validityDays } = notice;
  const texts = Object.keys(content?.descriptionHtml ?? {});
  return [
    shouldAgree('notice-text', {
      part: 'notice',
      so: 'The text is the one that was agreed to: it matches the hashes stored with the consent and with its version.',
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
      so: content === null ? notCompared : 'The version and its text state the same languages and days of validity.',
      not: "The version and its text state different languages or days of validity. The register's table is damaged.",
      is: content === null || (isSame([...languages].sort(), texts.sort()) && validityDays === content.validityDays),
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
    ...checkContent(statement),
  ];
};
