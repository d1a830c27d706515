import type { Project } from '../../../shared/identity/project.ts';
import { findProject, listProjects } from '../../../shared/identity/project.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';

/** The option of commands that search consents. */
export const projectOption = ['--project <uid>', 'only consents of this project'] as const;

/** @throws CommandError notFound */
export const chooseProject = async (table: Table, accountId: string, uid: string): Promise<Project> => {
  const project = await findProject(table, accountId, uid);
  if (project !== undefined) return project;
  throw new CommandError(`The account has no project "${uid}". \`project list\` shows all.`, 'notFound');
};

/** The UIDs of the projects to search: the one in --project, or all of the account. @throws CommandError notFound */
export const chooseUids = async (table: Table, accountId: string, uid: string | undefined): Promise<string[]> => {
  const projects =
    uid === undefined ? await listProjects(table, accountId) : [await chooseProject(table, accountId, uid)];
  return projects.map((project) => project.uid);
};
