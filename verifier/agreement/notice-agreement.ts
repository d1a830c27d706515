import type { VersionStatement } from '../../shared/evidence/notice-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { hashCanonical } from '../hashes.ts';
import type { Check } from '../verification.ts';
import { isSame, mustAgree, shouldAgree } from './agreement.ts';

type Notice = Statement['notice'];

const versionOf = ({ version, versionId, publishedAt, publishedBy, currentUntil, askAgain }: VersionStatement) => ({
  ...{ version, versionId, publishedAt, publishedBy, currentUntil, askAgain },
});

/** The history has the version as it is told, and in the order of the numbers. */
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
    return 'The text that was agreed to is gone from the register: this document proves its hash, and not what it said.';
  return hash.storedWithConsent === hash.recomputed
    ? 'The text has the hash that was stored with the consent, but not the one that was stored with its version.'
    : 'The text in this document is not the one that was agreed to: its hash is not the one that was stored with the consent.';
};

const checkContent = ({ notice, claimed }: Statement): readonly Check[] => {
  const { content, hash, languages, validityDays } = notice;
  const texts = Object.keys(content?.descriptionHtml ?? {});
  return [
    shouldAgree('notice-text', {
      part: 'notice',
      so: 'The text is the one that was agreed to: it has the hash that was stored with the consent and with its version.',
      not: nameDoubt(notice),
      is: hash.agree,
    }),
    shouldAgree('notice-language', {
      part: 'notice',
      so: 'The version has a text in the language of the consent.',
      not: `The version has no text in the language of the consent, ${claimed.lang}: nobody knows what the person read.`,
      is: content === null || texts.includes(claimed.lang),
    }),
    shouldAgree('notice-terms', {
      part: 'notice',
      so: 'The languages and the days of validity of the version are those of its text.',
      not: "The languages or the days of validity of the version are not those of its text. The register's table is damaged.",
      is: content === null || (isSame([...languages].sort(), texts.sort()) && validityDays === content.validityDays),
    }),
  ];
};

/** Whether the notice agrees with itself and with when the consent was given. */
export const checkNotice = async (statement: Statement): Promise<readonly Check[]> => {
  const { notice, times } = statement;
  const { content, hash } = notice;
  const recomputed = content && (await hashCanonical(content));
  return [
    mustAgree('notice-hash', {
      part: 'notice',
      so: 'The hash of the text is that of the text in this document.',
      not: 'The hash of the text, or whether the hashes agree, is not what it is of the text in this document.',
      is: hash.recomputed === recomputed && hash.agree === agrees(hash),
    }),
    mustAgree('notice-history', {
      part: 'notice',
      so: 'The version is among those of its notice, and was the current one or not as the times say.',
      not: 'The version does not agree with the history of its notice.',
      is:
        isInHistory(notice) &&
        isSame(notice.askedAgainBy, findAskingAgain(notice)) &&
        notice.wasCurrent === wasCurrent(notice, times.given),
    }),
    ...checkContent(statement),
  ];
};
