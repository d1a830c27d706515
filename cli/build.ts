import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { attempt, CommandError } from './command-error.ts';
import { writeConsole } from './console-folder.ts';
import { checkNotTakenByNpm, readOptions } from './local/command-line.ts';

const script = 'npm run build console';

/** The client as one module, as its package has it. */
export const clientFile = 'client/dist/index.js';

/** A host name or an IP address. A URL accepts other characters too; in the page's policy some of them would be a wildcard, or begin another rule. */
const isHost = (host: string): boolean => /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/.test(host);

/** The origin of a service: https, or http for this machine. */
const readService = (text: string): string => {
  const url = URL.parse(text);
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (
    url !== null &&
    (url.protocol === 'https:' || isHere) &&
    url.origin === text.replace(/\/$/, '') &&
    isHost(url.hostname)
  )
    return url.origin;
  throw new CommandError(
    '--api must be the URL of the API without a path, such as https://consents.shop.example',
    'usage',
  );
};

const readWords = (words: readonly string[]) => {
  checkNotTakenByNpm(script, ['out', 'api']);
  const command = new Command(`${script} --`)
    .description('Writes the files of the console for any web server.')
    .requiredOption('--out <folder>', 'folder to write to: an empty one, or one with an older console')
    .option('--api <url>', "URL of the API, if it differs from the page's own origin");
  return readOptions(command, words);
};

/** Runs the command with the words after its name. Returns its exit code. */
export const buildConsole = (words: readonly string[]): Promise<number> =>
  attempt(async () => {
    const options = readWords(words);
    if (options === undefined) return;
    const { out, api } = options;
    const names = await writeConsole(out, api === undefined ? undefined : readService(api));
    console.log(`${out}: ${names.join(', ')}`);
  });

const root = join(import.meta.dirname, '..');

/** Runs a program of the project. Returns its exit code. */
const run = (program: string, words: readonly string[]): number =>
  spawnSync(program, words, { cwd: root, stdio: 'inherit' }).status ?? 1;

const runPackaged = (name: string, words: readonly string[]): number =>
  run(join(root, 'node_modules/.bin', name), words);

/** Builds the package of the client, with its types. */
const buildClient = (): number => {
  const bundling = ['--bundle', '--format=esm', '--target=es2022', '--log-level=warning', `--outfile=${clientFile}`];
  return runPackaged('esbuild', ['client/index.ts', ...bundling]) || runPackaged('tsc', ['-p', 'client']);
};

/** Builds what a word names, and the functions where there is none. */
const build = async ([what, ...words]: readonly string[]): Promise<number> => {
  if (what === 'console') return buildConsole(words);
  if (what === 'client') return buildClient();
  if (what === undefined) return run(process.execPath, ['cli/build-functions.ts']);
  return attempt(async () => {
    throw new CommandError(
      'npm run build builds the functions, npm run build client or console what they name.',
      'usage',
    );
  });
};

if (import.meta.main) process.exitCode = await build(process.argv.slice(2));
