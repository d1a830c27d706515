import { listProjects as listAll } from '../../../shared/accounts/project.ts';
import { listProjects } from '../../../shared/extensions.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(
  listProjects,
  async (_request, _call, projects: Awaited<ReturnType<typeof listAll>>) => ({
    data: projects.map(({ uid, id, name }) => ({ uid, id, name })),
  }),
  { begins: (_request, { table, accountId }) => listAll(table, accountId) },
);
