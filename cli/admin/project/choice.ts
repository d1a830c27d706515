import type { Project } from '../../../shared/accounts/project.ts';
import { findProject } from '../../../shared/accounts/project.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';

/** @throws CommandError notFound */
export const chooseProject = async (table: Table, accountId: string, uid: string): Promise<Project> => {
  const project = await findProject(table, accountId, uid);
  if (project !== undefined) return project;
  throw new CommandError(`The account has no project "${uid}". \`project list\` shows all.`, 'notFound');
};
