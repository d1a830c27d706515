import type { Table } from '../../store/table.ts';
import type { Checkpoint, NoteKey } from '../note.ts';
import type { KeptCheckpoint } from './check-checkpoints.ts';
import { checkAnchored, checkCheckpoints, checkKept, readKept, readTableCheckpoints } from './check-checkpoints.ts';
import { checkGone, checkRecords, checkWaiting, reportSetAside } from './check-records.ts';
import type { Report } from './findings.ts';
import { newLeafTimes, readWholeLog } from './read-log.ts';

/** Everything that is compared with each other. */
export interface Audited {
  readonly table: Table;
  readonly log: Table;
  /** Undefined if the register has no erasures table yet. */
  readonly erasures: Table | undefined;
  /** Checkpoints that were kept elsewhere. */
  readonly kept: AsyncIterable<KeptCheckpoint> | Iterable<KeptCheckpoint>;
  /** Whether the anchors are among them. If so, each checkpoint must be anchored, even if no anchor exists. */
  readonly isAnchored: boolean;
  /** The key that verifies the checkpoints. */
  readonly key: NoteKey;
}

export interface AuditManner {
  readonly segments: number;
  /** Milliseconds by which the log may lag behind the table. */
  readonly lag: number;
  readonly report: Report;
  readonly onLeaves: (count: number) => void;
  readonly onRecords: (count: number) => void;
  readonly clock?: () => Date;
}

/** What was checked. */
export interface Audit {
  readonly leaves: number;
  readonly records: number;
  readonly checkpoints: number;
  /** Checkpoints kept elsewhere that are in the log's past. */
  readonly kept: number;
  /** The last correct checkpoint. */
  readonly last: Checkpoint | undefined;
  /** Nothing older than this can have been changed: the time of the last checkpoint that was kept elsewhere. */
  readonly firmUntil: Date | undefined;
  /** Records that are not in the log yet. */
  readonly waiting: number;
}

/**
 * Compares a table, its log and kept checkpoints with each other, in two passes: it reads the log and rebuilds its tree,
 * then reads the records and looks up their leaves. Last it reads what came into the log concurrently. It writes nothing
 * and begins from scratch each time.
 *
 * @throws Problem store.unavailable
 */
export const verifyLog = async (audited: Audited, manner: AuditManner): Promise<Audit> => {
  const { table, log, erasures, key } = audited;
  const { report, lag, segments, clock = () => new Date() } = manner;
  const began = clock();
  const kept = await readKept(audited.kept, report);
  const held = await readTableCheckpoints(log);
  const sizes = new Set([...held.map(({ size }) => size), ...kept.map(({ head }) => head.size)]);
  const whole = await readWholeLog(log, { sizes, report, onLeaves: manner.onLeaves });
  const [size, leaves] = [whole.size(), [...whole.leaves()]];
  const own = await checkCheckpoints(held, { whole, key }, report);
  const firm = await checkKept(kept, held, { whole, key }, report);
  if (audited.isAnchored) checkAnchored(held, kept, new Date(began.getTime() - lag), report);
  const times = newLeafTimes([...firm, ...own], whole, clock);
  const check = { whole, times, first: own[0]?.time, lag, began, report };
  const { records, waiting, unexplained } = await checkRecords(table, check, manner);
  await whole.checkCopies({ published: held.at(-1)?.size ?? 0, segments });
  const left = checkWaiting(waiting, check, clock());
  await reportSetAside(log, report);
  await checkGone(leaves, unexplained, erasures, check);
  return {
    leaves: size,
    records,
    checkpoints: held.length,
    kept: firm.length,
    last: own.at(-1),
    firmUntil: firm.at(-1)?.time,
    waiting: left,
  };
};
