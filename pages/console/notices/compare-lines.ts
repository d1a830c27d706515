import { diffArrays, diffWords } from 'diff';

/** A run of words, and whether it is missing from the other side. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines next to each other; a side without a line is empty. */
export interface Row {
  readonly is: 'same' | 'changed' | 'removed' | 'added';
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
}

/**
 * Limits of a comparison. Beyond them it takes long and nobody reads the changes one by one: everything then counts as changed. Words are
 * limited per line and in total; `lookups` counts words searched for in other lines.
 */
const most = { lines: 2_000, alike: 400, lookups: 4_000_000, wordsOfLine: 400, words: 2_000 };

const wordsOf = (line: string): ReadonlySet<string> => new Set(line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [line]);

/** Whether two lines share half of their words, and so are versions of the same line. */
const isAlike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared > 0 && 4 * shared >= one.size + other.size;
};

const whole = (text: string, isChanged: boolean): readonly Piece[] => [{ text, isChanged }];

const removed = (line: string): Row => ({ is: 'removed', left: whole(line, true), right: [] });
const added = (line: string): Row => ({ is: 'added', left: [], right: whole(line, true) });

/** Compares two lines. */
type CompareWords = (left: string, right: string) => Row;

/** Finds the words that differ, line by line. After the limit of changes, whole lines count as changed. */
const newWordComparison = (words: Intl.Segmenter): CompareWords => {
  let room = most.words;
  return (left, right) => {
    const edits = Math.min(room, most.wordsOfLine);
    const changes = edits > 0 ? diffWords(left, right, { intlSegmenter: words, maxEditLength: edits }) : undefined;
    const isOther = ({ added, removed }: { readonly added: boolean; readonly removed: boolean }) => added || removed;
    room -= changes ? changes.filter(isOther).reduce((sum, { count }) => sum + count, 0) : edits;
    if (changes === undefined) return { is: 'changed', left: whole(left, true), right: whole(right, true) };
    const side = (other: 'added' | 'removed'): readonly Piece[] =>
      changes.filter((change) => !change[other]).map((change) => ({ text: change.value, isChanged: isOther(change) }));
    return { is: 'changed', left: side('added'), right: side('removed') };
  };
};

/** How many lines may differ before the search for similar lines stops: fewer if lines have more words. */
const mostAlike = (lines: readonly { readonly words: ReadonlySet<string> }[]): number => {
  const perLine = lines.reduce((sum, { words }) => sum + words.size, 0) / lines.length;
  return Math.min(most.alike, Math.floor(Math.sqrt(most.lookups / Math.max(1, perLine))));
};

/** Matches removed lines with the added lines that replaced them. */
const compareOthers = (left: readonly string[], right: readonly string[], compareWords: CompareWords): Row[] => {
  const apart = [...left.map(removed), ...right.map(added)];
  if (left.length === 0 || right.length === 0) return apart;
  const [before, after] = [left, right].map((lines) => lines.map((line) => ({ line, words: wordsOf(line) }))) as [
    { line: string; words: ReadonlySet<string> }[],
    { line: string; words: ReadonlySet<string> }[],
  ];
  const changes = diffArrays(before, after, {
    comparator: (one, other) => isAlike(one.words, other.words),
    maxEditLength: mostAlike([...before, ...after]),
  });
  if (changes === undefined) return apart;
  let i = 0;
  return changes.flatMap((change) => {
    if (change.added) return change.value.map(({ line }) => added(line));
    const from = i;
    i += change.value.length;
    const old = left.slice(from, i);
    return change.removed ? old.map(removed) : old.map((line, k) => compareWords(line, change.value[k]?.line ?? ''));
  });
};

/**
 * Compares two texts line by line and marks the words that differ.
 *
 * @param language of the texts (BCP 47), which decides where words begin and end
 */
export const compareLines = (left: readonly string[], right: readonly string[], language: string): readonly Row[] => {
  const compareWords = newWordComparison(new Intl.Segmenter(language, { granularity: 'word' }));
  const changes = diffArrays([...left], [...right], { maxEditLength: most.lines });
  if (changes === undefined) return [...left.map(removed), ...right.map(added)];
  const rows: Row[] = [];
  let [before, after]: [string[], string[]] = [[], []];
  const settle = (): void => {
    rows.push(...compareOthers(before, after, compareWords));
    [before, after] = [[], []];
  };
  for (const { value, removed: isRemoved, added: isAdded } of changes) {
    if (isRemoved) before.push(...value);
    else if (isAdded) after.push(...value);
    else {
      settle();
      rows.push(...value.map((line): Row => ({ is: 'same', left: whole(line, false), right: whole(line, false) })));
    }
  }
  settle();
  return rows;
};
