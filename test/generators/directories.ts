import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from './generator.ts';

/** Beside the packages of this folder, which journeys in TypeScript import from there. */
export const cache = join(import.meta.dirname, 'node_modules/.cache/generators');

/** A directory for tools, which stays from run to run. */
export const toolDirectory = async (name: string): Promise<string> => {
  const directory = join(cache, 'tools', name);
  await mkdir(directory, { recursive: true });
  return directory;
};

/** A new directory for a client, with the document and the files of these folders. */
export const clientDirectory = async (name: string, folders: readonly string[]): Promise<string> => {
  const directory = join(cache, name);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await cp(join(import.meta.dirname, '../../docs', document), join(directory, document));
  for (const folder of folders) await cp(join(import.meta.dirname, folder), directory, { recursive: true });
  return directory;
};
