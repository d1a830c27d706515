import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { cacheFolder, isOwn } from './cache-folder.ts';

/** Node.js 22 warns of what Node.js 24 has as it is, in the middle of what a command says. */
const keepExperimentsQuiet = (): void => {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string, ...rest: [string]) => {
    if (rest[0] !== 'ExperimentalWarning') emitWarning(warning, ...rest);
  }) as typeof emitWarning;
};

/** Sets Node.js as the clone's script does, which the first line of an installed program cannot. Call it before anything else is loaded. */
export const setEngine = (): void => {
  // What was compiled before is taken again: a command begins in half the time. Where it cannot be kept, it is compiled each time.
  const { NODE_COMPILE_CACHE: folder = cacheFolder('compiled') } = process.env;
  if (isOwn(folder)) enableCompileCache(folder);
  keepExperimentsQuiet();
  // Commands read long lists page by page: V8 would let more than 100 MB of pages pile up that are done with, and then as much again.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
};
