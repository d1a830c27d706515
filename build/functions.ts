import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { functionBundle } from '../infra/bundled/function-bundle.ts';
import { builtFolder, sources } from '../infra/code.ts';
import { replaceFiles } from './replace-files.ts';

const projectRoot = join(import.meta.dirname, '..');

/** What the folders of functions hold beside their bundle: the console's has the files that it serves. */
const writeConsoleFiles = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const folder = await mkdtemp(join(builtFolder, 'console-'));
  try {
    await promisify(execFile)(process.execPath, [join(projectRoot, 'build/console.ts'), folder]);
    const names = await readdir(folder);
    const files = names.map(async (name) => [`functions/console/${name}`, await readFile(join(folder, name))] as const);
    return new Map(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true });
  }
};

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
const files = new Map((await Promise.all([bundleFunctions(), writeConsoleFiles()])).flatMap((some) => [...some]));
await replaceFiles(builtFolder, files, 'functions');
