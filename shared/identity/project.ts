import * as v from 'valibot';
import { newIdentifier } from '../runtime/identifier.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { getItem, queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew, setAttribute, transact, transactFresh } from '../store/write.ts';
import { rosterWrites } from './account.ts';
import type { Change } from './operations-log.ts';

/** A site or an application for which an account records consents. */
const Project = v.object({ uid: v.string(), id: v.string(), name: v.string(), createdAt: v.string() });
export type Project = v.InferOutput<typeof Project>;

export const parseProject = (item: Item): Project =>
  parseNamed(Project, item, ({ uid }) => ({ SK: keyOf.project('', uid).SK }));

export const findProject = async (table: Table, accountId: string, uid: string): Promise<Project | undefined> => {
  const item = await getItem(table, keyOf.project(accountId, uid));
  return item && parseProject(item);
};

/** All projects of an account, by UID. */
export const listProjects = async (table: Table, accountId: string): Promise<Project[]> => {
  const items = await queryItems(table, keyOf.project(accountId, ''));
  return items.map(parseProject);
};

/**
 * Some projects of an account, sorted by UID.
 *
 * @property next the UID after which the list goes on, or null at the end
 */
export interface ProjectPage {
  readonly projects: readonly Project[];
  readonly next: string | null;
}

/** Reads at most `limit` projects. @param after a UID, whether or not a project has it */
export const readProjectPage = async (
  table: Table,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ProjectPage> => {
  const items = await queryItems(table, keyOf.project(accountId, ''), {
    limit: limit + 1,
    after: after === undefined ? undefined : keyOf.project(accountId, after),
  });
  const projects = items.slice(0, limit).map(parseProject);
  return { projects, next: items.length > limit ? (projects.at(-1)?.uid ?? null) : null };
};

/** A new project. Callers name it by its UID. */
export interface NewProject {
  readonly accountId: string;
  readonly uid: string;
  readonly name: string;
}

/** The write of a new project, for a transaction. */
export const putProject = ({ accountId, uid, name }: NewProject, now: Date): Put => {
  const project: Project = { uid, id: newIdentifier(now), name, createdAt: now.toISOString() };
  return { put: { ...keyOf.project(accountId, uid), ...project }, ...isNew };
};

/** Creates a project, unless the account has one with this UID. Returns whether it is new. */
export const createProject = async (table: Table, project: NewProject, { now, record }: Change): Promise<boolean> => {
  const { accountId, uid, name } = project;
  const others = [putProject(project, now), record({ accountId, projectUid: uid, name })];
  const refusals = await transactFresh(table, async () => ({
    raced: await rosterWrites(table, accountId, { uid }),
    others,
  }));
  return refusals === undefined;
};

/** Renames a project. Consents name it by its UID, which stays. Returns false for an unknown project. */
export const renameProject = async (
  table: Table,
  { accountId, uid, name }: NewProject,
  { record }: Change,
): Promise<boolean> => {
  const refusals = await transact(table, [
    setAttribute(keyOf.project(accountId, uid), 'name', name),
    record({ accountId, projectUid: uid, name }),
  ]);
  return refusals === undefined;
};
