import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OperationName } from '../../shared/api/contract.ts';

const directory = join(import.meta.dirname, '../events');

/** The file beside the events. */
const settings = 'environment';

const read = (name: string): Promise<string> => readFile(join(directory, `${name}.json`), 'utf8');

/** Names of the operations that have an event file. */
export const listEvents = async (): Promise<string[]> =>
  (await readdir(directory)).map((file) => basename(file, '.json')).filter((name) => name !== settings);

/**
 * The text of an operation's event.
 *
 * @param values placeholder, such as ACCESS_TOKEN -> what stands in its place
 */
export const readEvent = async (operation: OperationName, values: Readonly<Record<string, string>> = {}) =>
  Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    await read(operation),
  );

/** The variables that SAM gives the functions in place of the template's. */
export const readSamEnvironment = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await read(settings)).Parameters;
