import { listProjects } from '../accounts/project.ts';
import { projectList } from '../consents/listing.ts';
import { afterAll, beforeAll, readList } from '../search/list-pages.ts';
import type { Table } from '../store/client.ts';
import type { Erasure } from './erasures.ts';

/**
 * The consents that are erased in a table, page by page, as its lists of projects tell: those whose evidence was kept. It asks no
 * erasures table, and of what was erased with everything nothing is left.
 */
export async function* readErasedOf(table: Table, accountId: string): AsyncGenerator<readonly Erasure[]> {
  for (const { uid } of await listProjects(table, accountId)) {
    const pages = readList(table, projectList(accountId, uid), { above: beforeAll, upTo: afterAll }, 'oldest-first');
    for await (const entries of pages) {
      yield entries.flatMap(({ id, eraseTime }) =>
        eraseTime === undefined ? [] : [{ consentId: id, time: eraseTime, extent: 'evidence' as const }],
      );
    }
  }
}
