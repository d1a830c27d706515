import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './input/files.ts';

const makeOne = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
};

/**
 * Makes a folder and its missing parents. Node's own `recursive` never ends where no folder can be made, such as in
 * /proc.
 *
 * @throws Error of the file system
 */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await makeOne(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
};
