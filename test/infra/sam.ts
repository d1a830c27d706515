import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCalls } from '../../build/documents.ts';
import type { OperationName } from '../../shared/api/contract.ts';

const calls = makeCalls();

/** Names of the operations that have an event. */
export const listEvents = (): readonly string[] => [...calls.keys()];

/**
 * The text of an operation's event.
 *
 * @param values placeholder, such as ACCESS_TOKEN -> its value
 */
export const readEvent = (operation: OperationName, values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    JSON.stringify(calls.get(operation)),
  );

/** The variables that SAM gives the functions instead of the template's. */
export const readSamEnvironment = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await readFile(join(import.meta.dirname, '../sam-environment.json'), 'utf8')).Parameters;
