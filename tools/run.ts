import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { attempt } from '../cli/errors.ts';
import { installPackages } from './install-packages.ts';

const root = join(import.meta.dirname, '..');

/** A benchmark or an exploration: the file that it runs, the words before those that are typed, and what must be there first. */
interface Program {
  readonly file: string;
  readonly words?: () => readonly string[];
  /** The folder whose packages it needs, which the first call installs. */
  readonly packages?: string;
  /** A program of the project that runs before it. */
  readonly before?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The files with properties, whose cases are chosen by chance. */
const findProperties = (): readonly string[] =>
  spawnSync('git', ['grep', '-lE', String.raw`\bruns\(`, '--', 'test/*.test.ts'], { cwd: root, encoding: 'utf8' })
    .stdout.trim()
    .split('\n');

/** Bundles the functions, which a synthesis or a measurement takes. */
const before = 'build/functions.ts';

/** What `npm run bench` and `npm run explore` start, by name. */
const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  bench: {
    'cold-start': { file: 'tools/bench/cold-start.ts', before },
    'hot-path': { file: 'tools/bench/hot-path.ts' },
    load: { file: 'tools/bench/load.ts' },
    peer: { file: 'tools/bench/peer.ts', packages: 'tools/bench/peer' },
  },
  explore: {
    faults: { file: 'tools/explore/faults.ts' },
    installed: { file: 'tools/explore/installed.ts' },
    mutation: {
      file: 'tools/node_modules/@stryker-mutator/core/bin/stryker.js',
      words: () => ['run', 'tools/explore/mutation/stryker.config.ts'],
      packages: 'tools',
    },
    'outside-deploy': { file: 'tools/explore/outside-deploy.ts', before },
    properties: {
      file: 'node_modules/vitest/vitest.mjs',
      words: () => ['run', '--mode', 'gate', ...findProperties()],
      environment: { TEST_SEED: 'random', TEST_RUNS: '10' },
    },
    schemathesis: { file: 'tools/explore/schemathesis/run.ts' },
    screenshots: { file: 'tools/screenshots.ts' },
  },
};

const start = (command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): void => {
  const env = { ...process.env, ...environment };
  const { status, signal, error } = spawnSync(command, words, { cwd: root, env, stdio: 'inherit' });
  if (status === null)
    process.stderr.write(`${words[0] ?? command} did not end by itself: ${signal ?? error?.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
};

/** Starts a program with the words after its name. Ends the process with 2 where there is none of that name, and says which there are. */
const startProgram = (script = '', name = '', words: readonly string[] = []): void => {
  const program = programs[script]?.[name];
  if (program === undefined) {
    const names = Object.keys(programs[script] ?? {}).join(', ');
    process.stderr.write(`npm run ${script} <name> -- [options], where the name is one of ${names}\n`);
    process.exit(2);
  }
  if (program.packages !== undefined) installPackages(join(root, program.packages));
  if (program.before !== undefined) start(process.execPath, [program.before]);
  start(process.execPath, [program.file, ...(program.words?.() ?? []), ...words], program.environment);
};

process.exitCode = await attempt(async () => startProgram(process.argv[2], process.argv[3], process.argv.slice(4)));
