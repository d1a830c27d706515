#!/usr/bin/env node
// The one entry, of a clone and of the installed package. Any Node.js must be able to read this file, to say what to do: it is
// JavaScript without new syntax, and imports what every version has.
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const range = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines.node;

/** Whether a version is in a range such as `^22.22.2 || >=26`. */
const isIn = (version, wanted) => {
  const [major, minor, patch] = version.split('.').map(Number);
  return wanted.split('||').some((part) => {
    const [, sign, from] = /(\^|>=)(\S+)/.exec(part);
    const [fromMajor, fromMinor = 0, fromPatch = 0] = from.split('.').map(Number);
    if (major !== fromMajor) return sign === '>=' && major > fromMajor;
    return minor > fromMinor || (minor === fromMinor && patch >= fromPatch);
  });
};

const refuse = (message) => {
  console.error(`consent-register: ${message}`);
  process.exitCode = 5;
};

/**
 * Where Node.js keeps what it compiled: a command begins in half the time. Node.js runs what it finds there, so a clone without
 * packages has none: others may be able to write into the folder above it.
 */
const findCache = () => {
  if (existsSync(`${root}node_modules`)) return `${root}node_modules/.cache/compiled`;
  const above = dirname(root);
  return basename(above) === 'node_modules' ? `${above}/.cache/consent-register` : undefined;
};

/** Node.js 22 warns of what is stable in Node.js 24, in the middle of what a command prints. */
const ignoreExperiments = () => {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (rest[0] !== 'ExperimentalWarning') emitWarning(warning, ...rest);
  };
};

/** Runs the words of this process, and ends it with the exit code that they lead to. */
const run = async () => {
  if (existsSync(`${root}package-lock.json`)) {
    const { useOwnPackages } = await import('../shared/runtime/own-packages.ts');
    useOwnPackages();
  }
  const [{ runProgram }, { CommandError, exitCodes }, { printError }] = await Promise.all([
    import('./program.ts'),
    import('./errors.ts'),
    import('./output/print.ts'),
  ]);
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  // npm runs scripts in the folder of package.json, but users type paths from where they are.
  if (script === 'admin' && folder !== undefined) process.chdir(folder);
  // The reader of the output may close early, as `head` does.
  process.stdout.on('error', ({ message }) => {
    if (message.includes('EPIPE')) process.exit(0);
    const says = `Standard output cannot be written (${message}). The printed data is incomplete.`;
    printError(new CommandError(says, 'usage'));
    process.exit(exitCodes.usage);
  });
  // If nobody reads standard error, the exit code still says how the command ended.
  process.stderr.on('error', () => {});
  const exitCode = await runProgram(process.argv.slice(2));
  process.exitCode = exitCode;
  // Work under way is not awaited.
  if (exitCode >= exitCodes.interrupted) process.exit();
};

// Nobody else can write what a command makes, such as compiled code that the next one runs.
process.umask(process.umask() | 0o022);
if (isIn(process.versions.node, range)) {
  const cache = findCache();
  if (cache !== undefined) nodeModule.enableCompileCache(cache);
  ignoreExperiments();
  run().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/^Cannot find package/.test(error.message)) throw error;
    refuse(`The packages are not all installed. Run npm ci, in ${process.cwd()}.`);
  });
} else {
  const own = existsSync(`${root}node_modules/node/bin/node`)
    ? ' The clone has its own: npm start, or npm run admin -- ...'
    : '';
  const coming = existsSync(`${root}package-lock.json`) ? ' npm ci brings it.' : '';
  refuse(`Node.js ${range} is needed, and this is ${process.versions.node}.${own || coming}`);
}
