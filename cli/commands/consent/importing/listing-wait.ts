import { setTimeout as sleep } from 'node:timers/promises';
import { projectList } from '../../../../shared/consents/listing.ts';
import { isListed } from '../../../../shared/consents/search/is-listed.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { interruption } from '../../../interruption.ts';

/** How long to wait for a consent to show in its project's list, and the time between two looks; in milliseconds. */
const patience = { budget: 60_000, pause: 250 };

/**
 * Waits until consents show in the lists of their projects, which lag the table slightly. Returns whether all do; it gives up on an index
 * that is far behind.
 *
 * @param last one consent of each project
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
