import type { Table } from '../../store/client.ts';
import { longestErasure } from './check-erasures.ts';
import type { RecordCheck, WaitingLeaf } from './check-records.ts';
import { compareLeaf } from './check-records.ts';
import { readPieces } from './read-pieces.ts';

/**
 * Reads what came into the log since it was read, and compares it with the waiting leaves.
 *
 * @returns how many leaves the log still lacks
 */
export const takeTail = async (
  log: Table,
  waiting: readonly WaitingLeaf[],
  check: RecordCheck,
  now: Date,
): Promise<number> => {
  const { whole, report, began, lag } = check;
  let at = whole.size;
  for await (const piece of readPieces(log, whole.size, report)) {
    if ('missing' in piece) break;
    for (const leaf of piece.leaves) {
      whole.leaves.add(leaf, at);
      at += 1;
    }
  }
  let left = 0;
  for (const { event, entry } of waiting) {
    const known = whole.leaves.find(event);
    const patience = event.kind === 'erased' ? longestErasure : lag;
    const isFuture = event.time > now.getTime() + lag;
    if (known !== undefined) compareLeaf(event, entry, known, check);
    else if (isFuture || event.time < began.getTime() - patience)
      report({ kind: 'unlogged', account: event.account, id: event.id, says: event.kind });
    else left += 1;
  }
  return left;
};
