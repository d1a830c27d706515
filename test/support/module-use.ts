import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text of a test file, of what it has beside it, and of what it uses of `tools/`. */
const readWithNeighbours = (file: string, read: Set<string> = new Set()): string => {
  if (read.has(file) || !existsSync(file)) return '';
  read.add(file);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\(? ?'(\.[^']+\.ts)'/g)].map(([, name = '']) => name);
  const neighbours = imported.filter((name) => name.startsWith('./') || join(dirname(file), name).includes('/tools/'));
  return [text, ...neighbours.map((name) => readWithNeighbours(join(dirname(file), name), read))].join('\n');
};

/** Of files that call AWS at addresses of their own: clients know the address of their first call. */
const ownAddresses =
  /AWS_ENDPOINT_URL_|support\/(?:anchor-bucket|aws|deployed-stage|faulty-service|meter|sound-stage|store-proxy)\.ts/;

/** Of files that most likely leave modules which the next file may not use: of another time, or with a stream. */
const spoiling = /\bsetTime\(|useFakeTimers|resetModules|support\/(?:register-log|table-stream)\.ts/;

/** How a test file uses the modules that the files of its worker share. @param file its absolute path */
export const describeModuleUse = (file: string): { readonly needsFresh: boolean; readonly leavesSpoilt: boolean } => {
  const text = readWithNeighbours(file);
  const needsFresh = ownAddresses.test(text);
  return { needsFresh, leavesSpoilt: needsFresh || spoiling.test(text) };
};
