import type { Row } from './compare-lines.ts';

/** Rows that follow on each other; those that are put away are unchanged. */
export interface Stretch {
  /** The index of its first row. */
  readonly at: number;
  readonly rows: readonly Row[];
  readonly isPutAway: boolean;
}

/** Unchanged lines that stay beside a change, so that one sees where it stands. */
const context = 1;

/** Fewer lines than these take no more room than what would stand in their place. */
const fewestPutAway = 3;

/** Puts away what is unchanged far from any change. */
export const toStretches = (rows: readonly Row[]): readonly Stretch[] => {
  const isNear = rows.map(() => false);
  rows.forEach(({ is }, i) => {
    if (is !== 'same') isNear.fill(true, Math.max(0, i - context), i + context + 1);
  });
  const stretches: { at: number; rows: Row[]; isPutAway: boolean }[] = [];
  rows.forEach((row, i) => {
    const isPutAway = !isNear[i];
    const last = stretches.at(-1);
    if (last?.isPutAway === isPutAway) last.rows.push(row);
    else stretches.push({ at: i, rows: [row], isPutAway });
  });
  return stretches.map((stretch) => ({
    ...stretch,
    isPutAway: stretch.isPutAway && stretch.rows.length >= fewestPutAway,
  }));
};
