import { limits } from '../limits.ts';

/** Marks that Unicode reorders by class, and the two half-width ones that become such marks in NFKC. */
const marks = '[\\p{M}\\uff9e\\uff9f]';
const tooManyMarks = new RegExp(`${marks}{${limits.marksInARow + 1}}`, 'u');

/**
 * Whether normalising a value costs no more than its length suggests. NFKC takes quadratic time for a long run of
 * unordered marks, which no language uses (UAX #15, section 13, Stream-Safe Text Format), and turns one character into
 * up to eighteen.
 *
 * @param value of bounded length
 */
export const isNormalisable = (value: string): boolean =>
  !tooManyMarks.test(value) && value.normalize('NFKC').length <= limits.normalisedCharacters;

const telephoneKeys: ReadonlySet<string> = new Set(['phone', 'mobile_phone']);
const telephoneSeparators = /[\s./()\p{Dash_Punctuation}\u2212]/gu;

/**
 * Unicode's full case folding, from the two mappings that JavaScript has. The dotless i folds to itself and is kept
 * apart.
 */
const foldCase = (text: string): string =>
  text.replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');

/**
 * The form in which values are compared (docs/contract.md, Finding): Unicode NFKC, case folding, trimmed, white space
 * collapsed, and telephone numbers without separators. An empty result matches nothing.
 */
export const normaliseValue = (key: string, value: string): string => {
  const folded = foldCase(value.normalize('NFKC')).normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return telephoneKeys.has(key) ? folded.replace(telephoneSeparators, '') : folded;
};
