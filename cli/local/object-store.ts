import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dayMilliseconds } from '../../shared/time.ts';

/** One version of an object; a deletion has no body. */
export interface StoredVersion {
  readonly id: string;
  readonly body: Uint8Array | undefined;
  readonly at: Date;
}

/** A version as stored in its file: without a body it is a deletion. */
const deletion = '.deleted';

/** Versions sort by their ids: the time of writing, and a counter of the process. */
const newId = (now: Date, count: number): string =>
  `${now.toISOString().replaceAll(/\D/g, '')}-${String(count).padStart(9, '0')}`;

/** The content of a versioned bucket, newest version first for each key: in memory, and in files for their owner only if there is a folder. */
export interface ObjectStore {
  readonly keys: () => readonly string[];
  readonly versions: (key: string) => readonly StoredVersion[];
  readonly add: (key: string, body: Uint8Array | undefined) => Promise<StoredVersion>;
  readonly remove: (key: string, id: string) => Promise<void>;
  /** Until when the version cannot be removed. */
  readonly lockedUntil: (version: StoredVersion) => Date;
}

type Objects = Map<string, StoredVersion[]>;

const fileOf = (folder: string, key: string, { id, body }: StoredVersion): string =>
  join(folder, key, body === undefined ? `${id}${deletion}` : id);

const readObjects = async (folder: string): Promise<Objects> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const objects: Objects = new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort().reverse()) {
    const key = dirname(file).slice(folder.length + 1);
    const name = file.slice(folder.length + 1 + key.length + 1);
    const isDeletion = name.endsWith(deletion);
    const version = {
      id: isDeletion ? name.slice(0, -deletion.length) : name,
      body: isDeletion ? undefined : await readFile(file),
      at: (await stat(file)).mtime,
    };
    objects.set(key, [...(objects.get(key) ?? []), version]);
  }
  return objects;
};

export interface StoreOptions {
  /** The folder for versions, `<key>/<version>`; without one they end with the process. */
  readonly folder: string | undefined;
  readonly retentionDays: number;
  readonly now: () => Date;
}

export const openObjectStore = async ({ folder, retentionDays, now }: StoreOptions): Promise<ObjectStore> => {
  const objects: Objects = folder === undefined ? new Map() : await readObjects(folder);
  const versions = (key: string): readonly StoredVersion[] => objects.get(key) ?? [];
  let count = 0;
  return {
    versions,
    keys: () => [...objects.keys()].sort(),
    add: async (key, body) => {
      count += 1;
      const at = now();
      const version = { id: newId(at, count), body, at };
      objects.set(key, [version, ...versions(key)]);
      if (folder === undefined) return version;
      await mkdir(join(folder, key), { recursive: true, mode: 0o700 });
      const file = fileOf(folder, key, version);
      await writeFile(file, body ?? '', { flag: 'wx', mode: 0o600 });
      await utimes(file, at, at);
      return version;
    },
    remove: async (key, id) => {
      const version = versions(key).find((one) => one.id === id);
      const left = versions(key).filter((one) => one.id !== id);
      if (left.length > 0) objects.set(key, left);
      else objects.delete(key);
      if (folder !== undefined && version !== undefined) await rm(fileOf(folder, key, version));
    },
    lockedUntil: ({ at }) => new Date(at.getTime() + retentionDays * dayMilliseconds),
  };
};
