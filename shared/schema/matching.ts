import { limits } from '../limits.ts';

/** Marks that Unicode reorders by class, and the two half-width ones that become such marks under NFKC. */
const marks = '[\\p{M}\\uff9e\\uff9f]';
const tooManyMarks = new RegExp(`${marks}{${limits.marksInARow + 1}}`, 'u');

/**
 * Whether a value costs no more to normalise than its length. NFKC takes quadratic time for a long run of marks that are
 * out of order, which no language writes (UAX #15, section 13, Stream-Safe Text Format), and makes up to eighteen
 * characters of one.
 *
 * @param value of bounded length
 */
export const isNormalisable = (value: string): boolean =>
  !tooManyMarks.test(value) && value.normalize('NFKC').length <= limits.normalisedCharacters;

const telephoneKeys: ReadonlySet<string> = new Set(['phone', 'mobile_phone']);
const telephoneSeparators = /[\s./()\p{Dash_Punctuation}\u2212]/gu;

/** Unicode's full case folding by the two mappings JavaScript has; the dotless i, which folds to itself, is kept apart. */
const foldCase = (text: string): string =>
  text.replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');

/**
 * The form in which values are compared (docs/contract.md, Finding): Unicode NFKC, case folding, trimmed, white space collapsed;
 * telephone numbers also without separators. An empty result matches nothing.
 */
export const normaliseValue = (key: string, value: string): string => {
  const folded = foldCase(value.normalize('NFKC')).normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return telephoneKeys.has(key) ? folded.replace(telephoneSeparators, '') : folded;
};
