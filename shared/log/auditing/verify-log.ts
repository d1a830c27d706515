import type { Table } from '../../store/client.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { NoteKey } from '../signed-note.ts';
import { checkCheckpoints, checkName, readHeld } from './check-checkpoints.ts';
import { checkGone } from './check-erasures.ts';
import type { KeptCheckpoint } from './check-kept.ts';
import { checkAnchored, checkKept, readKept } from './check-kept.ts';
import { newTakeInCheck } from './check-take-ins.ts';
import type { Report } from './finding.ts';
import { newLeafTimes } from './leaf-times.ts';
import { readRecords } from './read-records.ts';
import { readWholeLog } from './read-whole-log.ts';
import { takeTail } from './take-tail.ts';

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
  /** Leaves that were taken in. They prove nothing about the time before. */
  readonly takenIn: number;
  /** Records that are not in the log yet. */
  readonly waiting: number;
}

const countTakenIn = (leaves: Awaited<ReturnType<typeof readWholeLog>>['leaves']): number => {
  let count = 0;
  for (const { takenIn } of leaves.all()) if (takenIn !== undefined) count += 1;
  return count;
};

/**
 * Compares a table, its log and kept checkpoints with each other. It writes nothing and begins from scratch each time.
 * First it reads the log, then the table, then what came into the log meanwhile.
 *
 * @throws Problem store.unavailable
 */
export const verifyLog = async (audited: Audited, manner: AuditManner): Promise<Audit> => {
  const { table, log, erasures, key } = audited;
  const { report, lag, clock = () => new Date() } = manner;
  const began = clock();
  const kept = await readKept(audited.kept, report);
  const held = await readHeld(log);
  await checkName(log, key, report);
  const whole = await readWholeLog(log, {
    checkpoints: new Set(held.map(({ size }) => size)),
    sizes: new Set(kept.map(({ head }) => head.size)),
    ...{ report, onLeaves: manner.onLeaves },
  });
  const own = await checkCheckpoints(held, whole, key, report);
  const firm = await checkKept(kept, { held, whole, key }, report);
  if (audited.isAnchored) checkAnchored(held, kept, new Date(began.getTime() - lag), report);
  const times = newLeafTimes([...firm, ...own], whole, clock);
  const check = { whole, times, first: own[0]?.time, lag, began, report };
  const takeIns = newTakeInCheck();
  const { records, waiting } = await readRecords({ table, erasures }, check, { ...manner, onEntry: takeIns.add });
  const left = await takeTail(log, waiting, check, clock());
  takeIns.finish(check);
  await checkGone(whole.leaves, whole.size, { erasures, report, now: clock() });
  return {
    ...{ leaves: whole.size, records, checkpoints: held.length, kept: firm.length },
    last: own.at(-1),
    firmUntil: firm.at(-1)?.time,
    takenIn: countTakenIn(whole.leaves),
    waiting: left,
  };
};
