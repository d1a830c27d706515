import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { functionBundle } from '../infra/bundled/function-bundle.ts';
import { builtFolder, sources } from '../infra/code.ts';
import { consoleFile, makePackedConsole } from './console.ts';
import { replaceFiles } from './replace-files.ts';

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

await mkdir(builtFolder, { recursive: true });
const files = new Map((await Promise.all([bundleFunctions(), makeConsoleFiles()])).flatMap((some) => [...some]));
await replaceFiles(builtFolder, files, 'functions');
