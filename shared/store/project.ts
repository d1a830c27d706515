import * as v from 'valibot';
import { newIdentifier } from '../identifier.ts';
import { accountPartition } from './account.ts';
import type { Item, Key, Table } from './client.ts';
import { isNew, write } from './write.ts';

/** A site or an application for which an account records consents. */
const Project = v.object({ uid: v.string(), id: v.string(), name: v.string(), createdAt: v.string() });
export type Project = v.InferOutput<typeof Project>;

export const projectKey = (accountId: string, uid: string): Key => ({
  PK: accountPartition(accountId),
  SK: `PROJECT#${uid}`,
});

export const parseProject = (item: Item): Project => v.parse(Project, item);

/** Creates a project, or leaves the one that the account has with this UID. Returns whether it is new. */
export const createProject = async (
  table: Table,
  { accountId, uid, name }: { accountId: string; uid: string; name: string },
  now: Date,
): Promise<boolean> => {
  const project: Project = { uid, id: newIdentifier(now), name, createdAt: now.toISOString() };
  const { done } = await write(table, { put: { ...projectKey(accountId, uid), ...project }, ...isNew });
  return done;
};
