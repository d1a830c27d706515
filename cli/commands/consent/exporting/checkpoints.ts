import type { ExportState, Position } from './export-state.ts';
import { writeState } from './export-state.ts';
import type { SegmentFiles } from './segment-files.ts';

/** Milliseconds between saved positions: an interruption loses at most a second of reading. */
const pause = 500;

/** Saves how far an export is. */
export interface Checkpoints {
  /** Notes how far a segment is, and saves it now and then. */
  readonly reach: (segment: number, position: Position) => Promise<void>;
  readonly save: () => Promise<void>;
}

/**
 * Saves positions in an order that loses and doubles nothing: it first flushes the files to disk up to the positions, then saves the state
 * that names them. A resumed export cuts off what the files hold beyond that.
 *
 * @param unitsOf read units used in this run so far
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
