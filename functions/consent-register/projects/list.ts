import { listProjects } from '../../../shared/contract.ts';
import type { ProjectPage } from '../../../shared/identity/project.ts';
import { readProjectPage } from '../../../shared/identity/project.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(
  listProjects,
  async (_request, { identity }, { projects, next }: ProjectPage) => ({
    data: projects.map(({ uid, id, name }) => ({ uid, id, name })),
    next,
    accountName: identity.account.name,
  }),
  {
    begins: ({ after, perPage }, { table, accountId }) => readProjectPage(table, accountId, { after, limit: perPage }),
  },
);
