import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Fact } from './consent-facts.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** The message if the version has no text in the language that the site named, or if its text is gone. */
export const describeMissingText = (
  { notice, claimed: { lang } }: Statement,
  { notice: words, writing }: EvidenceWords,
): string =>
  notice.content === null ? words.gone : words.missing(writing.language(lang), writing.languages(notice.languages));

/** Whether the text is the one that was agreed to, by its hash. */
const describeHash = ({ notice, imported, times }: Statement, { checks }: EvidenceWords['notice']): string => {
  if (notice.hash.recomputed === null) return checks.gone;
  if (!notice.hash.agree) return checks.other;
  if (imported === null) return checks.same;
  return Date.parse(notice.publishedAt) > Date.parse(times.given) ? checks.publishedLater : checks.sameAsImported;
};

/** Facts about the version that was agreed to. */
export const noticeFacts = (statement: Statement, { notice: words, writing }: EvidenceWords): Fact[] => {
  const { notice } = statement;
  const { hash } = notice;
  const { names } = words;
  const published = { at: notice.publishedAt, by: notice.publishedBy, until: notice.currentUntil };
  return [
    [names.version, words.version(notice.version, notice.versionId)],
    [names.published, words.published(published)],
    ...(notice.wasCurrent ? [] : [[names.notCurrent, words.notCurrent] as const]),
    [names.languages, writing.languages(notice.languages)],
    [names.hash, hash.storedWithConsent],
    [names.check, describeHash(statement, words)],
    ...(hash.agree
      ? []
      : ([
          [names.hashOfVersion, hash.storedWithVersion],
          [names.hashNow, hash.recomputed ?? words.noHash],
        ] as const)),
  ];
};
