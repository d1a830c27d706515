import type { Row } from './compare-lines.ts';

/** Consecutive rows; folded rows are unchanged. */
export interface Stretch {
  /** The index of its first row. */
  readonly at: number;
  readonly rows: readonly Row[];
  readonly isPutAway: boolean;
}

/** Unchanged lines to keep next to a change, as context. */
const context = 1;

/** Fewer lines than this take no more room than the control that would replace them. */
const fewestPutAway = 3;

/** Folds unchanged rows that are far from any change. */
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
