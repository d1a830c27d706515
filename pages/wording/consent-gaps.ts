import type { Gap } from '../../shared/evidence/completeness-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** What would make a consent stronger, in words. */
export interface GapInWords {
  readonly gap: Gap;
  /** What is missing. */
  readonly says: string;
  /** How to close the gap. */
  readonly mend: string;
}

/** The words of a gap. */
export const describeGap = (gap: Gap, { gaps }: EvidenceWords): GapInWords => ({ gap, ...gaps.gaps[gap] });

const nameLanguages = ({ claimed: { lang }, notice }: Statement, { gaps, writing }: EvidenceWords): string =>
  gaps.languages(writing.language(lang), writing.languages(notice.languages));

/** What would make the consent stronger, the most serious first. */
export const describeGaps = (statement: Statement, words: EvidenceWords): GapInWords[] =>
  statement.completeness.gaps
    .map((gap) => describeGap(gap, words))
    .map((told) =>
      told.gap === 'language-without-text'
        ? { ...told, says: `${told.says} ${nameLanguages(statement, words)}` }
        : told,
    );
