import { diffWords } from 'diff';

/** A run of words that two texts share, or that one of them alone has. A line ends with a line feed. */
export interface Run {
  readonly is: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Words removed and added beyond which a search takes long, and nobody reads the changes one by one. */
const mostEdits = 1_000;

const whole = (is: Run['is'], text: string): readonly Run[] => (text === '' ? [] : [{ is, text }]);

/**
 * Compares two texts word by word; spaces and line feeds make no difference. Of texts that differ too much all is removed, and all added.
 *
 * @param language of the texts (BCP 47), which decides where words begin and end
 */
export const compareWords = (left: string, right: string, language: string): readonly Run[] => {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const changes = diffWords(left, right, { intlSegmenter, maxEditLength: mostEdits });
  if (changes === undefined) return [...whole('removed', left), ...whole('added', right)];
  return changes.flatMap(({ value, added, removed }) => {
    if (added) return whole('added', value);
    return whole(removed ? 'removed' : 'same', value);
  });
};

/** How many places differ: words that took the place of others count once. */
export const countChanges = (runs: readonly Run[]): number =>
  runs.filter(({ is }, i) => is !== 'same' && (i === 0 || runs[i - 1]?.is === 'same')).length;

/** An unchanged text: what stands beside the changes, and the lines between, which are put away. */
export interface Unchanged {
  readonly before: readonly string[];
  readonly away: readonly string[];
  readonly after: readonly string[];
}

/** Lines beside a change that stay: the one with the change, and the next. */
const beside = 2;

/** Fewer lines than this take no more room than the control that would replace them. */
const fewestAway = 3;

/** Puts away the lines of the run at an index that are far from any change. */
export const putAway = (runs: readonly Run[], index: number): Unchanged => {
  const lines = runs[index]?.text.split('\n') ?? [];
  const begin = index === 0 ? 0 : beside;
  const end = index === runs.length - 1 ? lines.length : lines.length - beside;
  return end - begin < fewestAway
    ? { before: lines, away: [], after: [] }
    : { before: lines.slice(0, begin), away: lines.slice(begin, end), after: lines.slice(end) };
};
