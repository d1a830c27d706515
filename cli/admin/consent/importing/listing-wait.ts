import { setTimeout as sleep } from 'node:timers/promises';
import { projectList } from '../../../../shared/consents/listing.ts';
import { isListed } from '../../../../shared/search/is-listed.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { interruption } from '../../interruption.ts';

/** How long is waited until a consent shows in its project's list, and from one look to the next; in milliseconds. */
const patience = { budget: 60_000, pause: 250 };

/**
 * Waits until consents show in the lists of their projects, which follow the table a moment later. Returns whether all do; an index
 * that is far behind is not waited for.
 *
 * @param last a consent of each project
 */
export const awaitListing = async (
  table: Table,
  accountId: string,
  last: ReadonlyMap<string, string>,
  { budget, pause } = patience,
): Promise<boolean> => {
  const deadline = performance.now() + budget;
  for (const [projectUid, id] of last) {
    while (!(await isListed(table, projectList(accountId, projectUid), id))) {
      if (performance.now() + pause > deadline) return false;
      await sleep(pause, undefined, { signal: interruption() });
    }
  }
  return true;
};
