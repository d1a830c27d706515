import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packConsole } from '../functions/console/files.ts';
import { makeConsole } from '../pages/build-console.ts';

/** Writes the console's files, at the best compression, to a folder next to the function's code. The same code gives the same bytes. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder.');
await writeFile(join(folder, 'console.json'), JSON.stringify(await packConsole(await makeConsole(), 11)));
