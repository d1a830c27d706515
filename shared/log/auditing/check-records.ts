import { longestErasure } from '../../lifetimes.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { identityOf } from '../log-event.ts';
import type { Report } from './finding.ts';
import type { KnownLeaf } from './known-leaves.ts';
import { digestEvent } from './known-leaves.ts';
import type { LeafTimes } from './leaf-times.ts';
import type { WholeLog } from './read-whole-log.ts';
import type { RecordLeaves } from './record-leaves.ts';

/** A leaf that was not in the log when the log was read. It may have come since. */
export interface WaitingLeaf {
  readonly event: LogEvent;
  readonly entry: Uint8Array | undefined;
}

/** What records are compared with. */
export interface RecordCheck {
  readonly whole: WholeLog;
  readonly times: LeafTimes;
  /** The time of the first checkpoint. The log should have everything since then. */
  readonly first: Date | undefined;
  /** Milliseconds by which the log may lag. */
  readonly lag: number;
  /** When the reading of the log began. */
  readonly began: Date;
  readonly report: Report;
}

/** Milliseconds by which the time of an event may be before a checkpoint that lacks it. */
const patienceOf = ({ kind }: LogEvent, lag: number): number =>
  kind === 'erased' ? Math.max(lag, longestErasure) : lag;

/** Compares the times of an event with those of signed checkpoints. */
const checkTime = (event: LogEvent, { index: at }: KnownLeaf, { times, lag, report }: RecordCheck): void => {
  const { account, id, kind, time } = event;
  const told = `${kind} at ${new Date(time).toISOString()}`;
  const within = times.within(at);
  if (time > within.getTime() + lag)
    report({ kind: 'dated-ahead', account, id, at, says: `${told}; in the log since ${within.toISOString()}` });
  const before = times.before(at);
  if (before === undefined || time >= before.getTime() - patienceOf(event, lag)) return;
  const says = `${told}; the checkpoint of ${before.toISOString()} did not have it`;
  report({ kind: 'backdated', account, id, at, says });
};

/** Compares a record with its leaf. @param entry undefined if the record was erased, and its source with it */
export const compareLeaf = (
  event: LogEvent,
  entry: Uint8Array | undefined,
  known: KnownLeaf,
  check: RecordCheck,
): void => {
  const { account, id, kind } = event;
  check.whole.leaves.see(event);
  if (entry !== undefined && !known.entry.equals(entry)) {
    check.report({ kind: 'edited', account, id, at: known.index, says: `its leaf \`${kind}\` differs` });
    return;
  }
  if (!known.digest.equals(digestEvent(event)))
    check.report({ kind: 'event-altered', account, id, at: known.index, says: kind });
  checkTime(event, known, check);
};

/** Finds what the log says about a record although the record does not. */
const checkAbsent = ({ account, id, events }: RecordLeaves, { whole, report }: RecordCheck): void => {
  const has = (kind: LogEvent['kind']): boolean => events.some((event) => event.kind === kind);
  const find = (kind: LogEvent['kind']): KnownLeaf | undefined =>
    has(kind) ? undefined : whole.leaves.find({ kind, id });
  const [revoked, erased, removed] = [find('revoked'), find('erased'), find('removed')];
  const back = removed ?? erased;
  if (back !== undefined) report({ kind: 'returned', account, id, at: back.index });
  if (revoked !== undefined) report({ kind: 'not-revoked', account, id, at: revoked.index });
  if (revoked !== undefined) whole.leaves.see({ kind: 'revoked', id });
};

/**
 * Finds an erased consent that the log never had before its erasure: its leaf can no longer be made, but it must be
 * there if the log is older.
 */
const checkNeverThere = ({ account, id, events, cameErased }: RecordLeaves, check: RecordCheck): void => {
  const { whole, first, lag, report } = check;
  const [given] = events;
  const erased = whole.leaves.find({ kind: 'erased', id });
  if (given === undefined || first === undefined || erased === undefined || cameErased) return;
  const isMissing = whole.leaves.find(given) === undefined;
  if (isMissing && given.time > first.getTime() + lag) report({ kind: 'unlogged', account, id, says: given.kind });
};

/** Reports a record that lacks what its leaf is made from. Only an erasure may take that away. */
const reportStripped = (event: LogEvent, known: KnownLeaf | undefined, { whole, report }: RecordCheck): void => {
  const { account, id, kind } = event;
  whole.leaves.see(event);
  const says = `what its leaf \`${kind}\` is made from is gone, and it was not erased`;
  report({ kind: 'edited', account, id, at: known?.index, says });
};

/** Compares a record with its leaves. @returns what the log lacks and may have received since */
export const checkRecord = (told: RecordLeaves, check: RecordCheck): WaitingLeaf[] => {
  const { whole, report, began, lag } = check;
  const entries = new Map(told.leaves.map(({ event, entry }: Leaf) => [identityOf(event), entry]));
  const waiting: WaitingLeaf[] = [];
  for (const event of told.events) {
    const entry = entries.get(identityOf(event));
    const known = whole.leaves.find(event);
    if (entry === undefined && !told.isErased) {
      reportStripped(event, known, check);
      continue;
    }
    if (known !== undefined) compareLeaf(event, entry, known, check);
    else if (entry !== undefined && !whole.orphans.has(Buffer.from(entry).toString('hex'))) {
      const isOld = event.time < began.getTime() - lag && event.kind !== 'erased';
      if (isOld) report({ kind: 'unlogged', account: event.account, id: event.id, says: event.kind });
      else waiting.push({ event, entry });
    }
  }
  if (told.isConsent) checkAbsent(told, check);
  if (told.isErased) checkNeverThere(told, check);
  return waiting;
};
