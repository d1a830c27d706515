import type { Dirent } from 'node:fs';
import { access, constants, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeConsole } from '../pages/build-console.ts';
import { CommandError } from './command-error.ts';
import { makeFolder } from './make-folder.ts';

const [page, parts] = ['index.html', 'console'];

const isPart = (name: string): boolean =>
  /^(?:console|frame|evidence)(?:-[a-z]+)*-(?:[A-Z\d]{8}|[\w-]{12})\.(?:js|css|html|txt)$/.test(name);

/** Whether a folder is empty or holds a console only. A file or a link in its place counts as something else. */
const isFree = async (folder: string): Promise<boolean> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const isKnown = (entry: Dirent): boolean =>
    (entry.name === page && entry.isFile()) || (entry.name === parts && entry.isDirectory());
  if (entries.length === 0) return true;
  if (!entries.some(({ name }) => name === page) || !entries.every(isKnown)) return false;
  const hasParts = entries.some(({ name }) => name === parts);
  const kept = hasParts ? await readdir(join(folder, parts), { withFileTypes: true }) : [];
  const isConsole = (await readFile(join(folder, page), 'utf8')).includes('<meta name="consent-register-frame"');
  return isConsole && kept.every((entry) => entry.isFile() && isPart(entry.name));
};

const claim = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    if (await isFree(folder)) return;
  } catch {
    throw new CommandError(`${folder} cannot be written to. Name a folder that you may write to.`, 'usage');
  }
  throw new CommandError(`${folder} has files that do not belong to a console. Name an empty folder.`, 'usage');
};

/**
 * Writes the console to a folder: the page last, after the files that it names. Then it deletes the files of an older console.
 *
 * @param service its URL, if it differs from the page's origin
 * @returns the names of the files
 * @throws CommandError usage when the folder holds something else, or cannot be written to
 */
export const writeConsole = async (folder: string, service?: string): Promise<readonly string[]> => {
  await claim(folder);
  const [index, ...others] = await makeConsole(service);
  const names = others.map(({ name }) => name);
  await makeFolder(join(folder, parts));
  for (const { name, text } of others) await writeFile(join(folder, parts, name), text);
  await writeFile(join(folder, page), index?.text ?? '');
  const old = (await readdir(join(folder, parts))).filter((name) => !names.includes(name));
  for (const name of old) await rm(join(folder, parts, name));
  return [page, ...names.map((name) => `${parts}/${name}`)];
};
