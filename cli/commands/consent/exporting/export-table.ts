import { scanConsents } from '../../../../shared/consents/exchange/scan-consents.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { interruption } from '../../../interruption.ts';
import type { Checkpoints } from './checkpoints.ts';
import { newCheckpoints } from './checkpoints.ts';
import type { ExportState, Position } from './export-state.ts';
import type { SegmentFiles } from './segment-files.ts';
import { openSegment } from './segment-files.ts';

/** What to export, and what to call as it proceeds. */
export interface TableExport {
  readonly folder: string;
  readonly state: ExportState;
  /** Gets the number of consents newly written to the files. */
  readonly onConsents: (count: number) => void;
  /** Read units used in this run so far. */
  readonly unitsOf: () => number;
}

/** One of the segments: its starting position and its files. */
interface Part {
  readonly segment: number;
  readonly position: Position;
  readonly files: SegmentFiles;
}

const exportSegment = async (
  table: Table,
  { state, onConsents }: TableExport,
  { segment, position, files }: Part,
  { checkpoints, isOver }: { readonly checkpoints: Checkpoints; readonly isOver: () => boolean },
): Promise<void> => {
  const parts = { segment, segments: state.positions.length };
  for await (const page of scanConsents(table, state.account, parts, position.next ?? undefined)) {
    for await (const consents of page.consents) {
      await files.add(consents);
      onConsents(consents.length);
    }
    const { next } = page;
    const reached = { ...(await files.reach()), next: next === undefined ? null : next, isDone: next === undefined };
    await checkpoints.reach(segment, reached);
    if (isOver()) return;
  }
};

/** Writes the account's consents to the files of the segments, from the saved positions on; the first failure ends all segments. */
export const exportTable = async (table: Table, work: TableExport): Promise<void> => {
  const { folder, state } = work;
  const files: SegmentFiles[] = [];
  let hasFailed = false;
  try {
    for (const [segment, position] of state.positions.entries()) {
      files.push(await openSegment(folder, segment, position));
    }
    const checkpoints = newCheckpoints(folder, state, files, work.unitsOf);
    const parts = state.positions.flatMap((position, segment) => {
      const own = files[segment];
      return position.isDone || own === undefined ? [] : [{ segment, position, files: own }];
    });
    const outcomes = await Promise.allSettled(
      parts.map((part) =>
        exportSegment(table, work, part, { checkpoints, isOver: () => hasFailed }).catch((error) => {
          hasFailed = true;
          throw error;
        }),
      ),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    interruption().throwIfAborted();
    await checkpoints.save().catch((error) => {
      if (failed === undefined) throw error;
    });
    if (failed !== undefined) throw failed.reason;
  } finally {
    for (const file of files) await file.close();
  }
};
