import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from './generator.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/generators');

/** A directory for tools, which stays from run to run. */
export const toolDirectory = async (name: string): Promise<string> => {
  const directory = join(cache, 'tools', name);
  await mkdir(directory, { recursive: true });
  return directory;
};

/** A new directory for a client, with the document and the files of its generator's folder. */
export const clientDirectory = async (name: string): Promise<string> => {
  const directory = join(cache, name);
  await rm(directory, { recursive: true, force: true });
  await cp(join(import.meta.dirname, name), directory, { recursive: true });
  await cp(join(root, 'docs', document), join(directory, document));
  return directory;
};
