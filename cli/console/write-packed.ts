import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packConsole } from '../../hosting/packed-console.ts';
import { makeConsole } from './console-files.ts';

/** Writes the files of the console, packed as small as they get, into a folder beside the code of the function: the same for the same code. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder.');
await writeFile(join(folder, 'console.json'), JSON.stringify(await packConsole(await makeConsole(), 11)));
