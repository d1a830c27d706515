import { listProjects } from '../../identity/project.ts';
import type { Table } from '../../store/client.ts';
import { projectList } from '../listing.ts';
import { afterAll, beforeAll, readList } from '../search/list-pages.ts';
import type { Erasure } from './erasures.ts';

/**
 * The erased consents of a table whose evidence was kept, page by page, from its lists of projects. It does not read
 * the erasures table. Of consents that were erased with everything, nothing is left to find.
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
