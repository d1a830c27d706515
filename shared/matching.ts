const telephoneKeys: ReadonlySet<string> = new Set(['phone', 'mobile_phone']);
const telephoneSeparators = /[\s./()\p{Dash_Punctuation}\u2212]/gu;

/** Unicode's full case folding by the two mappings JavaScript has; the dotless i, which folds to itself, is kept apart. */
const foldCase = (text: string): string =>
  text.replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');

/**
 * The form in which values are compared (open point 13): Unicode NFKC, case folding, trimmed, white space collapsed;
 * telephone numbers also without separators. An empty result matches nothing.
 */
export const normaliseValue = (key: string, value: string): string => {
  const folded = foldCase(value.normalize('NFKC')).normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return telephoneKeys.has(key) ? folded.replace(telephoneSeparators, '') : folded;
};
