import { createHash } from 'node:crypto';
import { toJson } from '../../../printing/format.ts';
import type { NewFolder } from '../../../printing/new-folder.ts';

const indent = (data: unknown, by: number): string => toJson(data).replaceAll('\n', `\n${' '.repeat(by)}`);

const toMembers = (data: object): string =>
  Object.entries(data)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${indent(value, 2)}`)
    .join(',\n');

/** A file with one JSON object, whose list is written piece by piece. */
export interface DataFile {
  readonly add: (element: unknown) => Promise<void>;
  /** Writes the rest. Returns the SHA-256 of the file in hex. */
  readonly end: (after: object) => Promise<string>;
}

/**
 * Begins the file.
 *
 * @param before members before the list; at least one, as after it
 * @param list name of the list
 */
export const createDataFile = async (
  folder: NewFolder,
  name: string,
  before: object,
  list: string,
): Promise<DataFile> => {
  const file = await folder.create(name);
  const hash = createHash('sha256');
  const write = (text: string): Promise<void> => {
    hash.update(text);
    return file.write(text);
  };
  await write(`{\n${toMembers(before)},\n  ${JSON.stringify(list)}: [`);
  let separator = '\n';
  return {
    add: async (element) => {
      await write(`${separator}    ${indent(element, 4)}`);
      separator = ',\n';
    },
    end: async (after) => {
      await write(`\n  ],\n${toMembers(after)}\n}\n`);
      await file.close();
      return hash.digest('hex');
    },
  };
};
