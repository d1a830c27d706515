import { listProjects } from '../../../shared/api/contract.ts';
import { limits } from '../../../shared/api/limits.ts';
import { operation } from '../../../shared/api/stack.ts';
import { readProjectPage } from '../../../shared/identity/project.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

/** Projects that are read while the caller is checked, and one more that shows whether there are others. */
const firstItems = limits.itemsBeforehand - 1;

export const handler = operation(listProjects, readAtFirstCall(Common), {
  begins: ({ after, perPage }, { table, accountId }) =>
    readProjectPage(table, accountId, { after, limit: Math.min(perPage, firstItems) }),
  steps: async ({ perPage }, { table, identity: { account } }, begun) => {
    const missing = begun.next === null ? 0 : perPage - begun.projects.length;
    const rest =
      missing > 0 ? await readProjectPage(table, account.id, { after: begun.next ?? '', limit: missing }) : undefined;
    const projects = [...begun.projects, ...(rest?.projects ?? [])];
    return {
      data: projects.map(({ uid, id, name }) => ({ uid, id, name })),
      next: rest ? rest.next : begun.next,
      accountName: account.name,
    };
  },
});
