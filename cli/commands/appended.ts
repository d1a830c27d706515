import { typeOf } from '../../shared/log/events/event.ts';
import type { Table } from '../../shared/store/client.ts';
import type { Period } from '../../shared/time.ts';
import { readBlocks, readBlocksBack } from '../../shared/log/blocks.ts';
import type { LogEvent } from '../../shared/log/log-event.ts';

/** What events say of a period, as the log has it. */
export interface Appended {
  /** Index of the first leaf of the period. */
  readonly first: number;
  readonly events: number;
  /** By type. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Counts the events of a period in the log. It reads blocks from the last one back, until the start of the period. */
export const countEvents = async (log: Table, { from, before }: Period): Promise<Appended> => {
  const counts = new Map<string, number>();
  let [start, events] = [0, 0];
  for await (const { first, appendedAt, leaves } of readBlocksBack(log)) {
    if (from !== undefined && appendedAt < from.getTime()) break;
    if (before !== undefined && appendedAt >= before.getTime()) continue;
    start = first;
    for (const { event } of leaves) {
      const type = typeOf(event);
      if (type === undefined) continue;
      counts.set(type, (counts.get(type) ?? 0) + 1);
      events += 1;
    }
  }
  return { first: start, events, counts };
};

/** The events of a period, block by block. @param first index of its first leaf */
export async function* readEvents(log: Table, first: number, { before }: Period): AsyncGenerator<readonly LogEvent[]> {
  for await (const { appendedAt, leaves } of readBlocks(log, first)) {
    if (before !== undefined && appendedAt >= before.getTime()) return;
    yield leaves.map(({ event }) => event);
  }
}
