import type { ExportState, Position } from './export-state.ts';
import { writeState } from './export-state.ts';
import type { SegmentFiles } from './segment-files.ts';

/** Milliseconds from one checkpoint to the next: a second of reading is what an end at any moment loses at most. */
const pause = 500;

/** What keeps how far an export is. */
export interface Checkpoints {
  /** Tells how far a segment is, and saves that now and then. */
  readonly reach: (segment: number, position: Position) => Promise<void>;
  readonly save: () => Promise<void>;
}

/**
 * Saves positions in the order in which nothing is lost or doubled: first the files are on the disk up to the positions, then the state
 * that names these. The export that goes on cuts off what files have beyond that.
 *
 * @param unitsOf read units of this run so far
 */
export const newCheckpoints = (
  folder: string,
  state: ExportState,
  files: readonly SegmentFiles[],
  unitsOf: () => number,
): Checkpoints => {
  const positions = [...state.positions];
  let saved = performance.now();
  let saving: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    const snapshot = { ...state, readUnits: state.readUnits + unitsOf(), positions: [...positions] };
    await Promise.all(files.map((file) => file.sync()));
    await writeState(folder, snapshot);
    saved = performance.now();
  };
  const save = (): Promise<void> => {
    const own = Promise.resolve(saving)
      .then(write)
      .finally(() => {
        if (saving === own) saving = undefined;
      });
    saving = own;
    return own;
  };
  return {
    save,
    reach: async (segment, position) => {
      positions[segment] = position;
      if (saving === undefined && performance.now() - saved >= pause) await save();
    },
  };
};
