import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { functionBundle } from '../infra/bundled/function-bundle.ts';
import { builtFolder, sources } from '../infra/code.ts';
import { consoleFile, makePackedConsole } from './console.ts';

/** What the folders of functions hold beside their bundle: the console's has the files that it serves. */
const makeConsoleFiles = async (): Promise<ReadonlyMap<string, Uint8Array>> =>
  new Map([[`functions/console/${consoleFile}`, Buffer.from(await makePackedConsole())]]);

/** The bundles of all functions, and the list of what is in each. */
const bundleFunctions = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const entryPoints = Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${name}/index`, source]));
  const outdir = join(builtFolder, 'functions');
  const { outputFiles, metafile } = await build({ ...functionBundle, entryPoints, outdir, write: false });
  return new Map([
    ...outputFiles.map(({ path, contents }) => [relative(builtFolder, path), contents] as const),
    ['metafile.json', Buffer.from(JSON.stringify(metafile))],
  ]);
};

/**
 * Writes files into a folder, each at once, so that another build or a synthesis at the same time finds the whole of one. In its
 * folder `alone`, nothing else is left: a file of an earlier build would be deployed too.
 *
 * @param files by their paths in the folder
 */
export const replaceFiles = async (
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  alone: string,
): Promise<void> => {
  for (const [path, contents] of files) {
    const file = join(folder, path);
    const written = join(folder, `written-${randomUUID()}`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(written, contents);
    await rename(written, file);
  }
  const isKept = (path: string): boolean =>
    files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  for (const path of await readdir(join(folder, alone), { recursive: true })) {
    if (!isKept(join(alone, path))) await rm(join(folder, alone, path), { recursive: true, force: true });
  }
};

if (import.meta.main) {
  await mkdir(builtFolder, { recursive: true });
  const files = new Map((await Promise.all([bundleFunctions(), makeConsoleFiles()])).flatMap((some) => [...some]));
  await replaceFiles(builtFolder, files, 'functions');
}
