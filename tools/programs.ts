import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A benchmark or an exploration: the file that it runs, or the words of Vitest, and what must be there first. */
interface Program {
  readonly file?: string;
  readonly tests?: () => readonly string[];
  /** Whether it needs the packages of `tools/package.json`. */
  readonly packages?: true;
  /** A program of the project that runs before it. */
  readonly before?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const bench = (name: string, more: Program = {}): Program => ({ file: `tools/bench/${name}.ts`, ...more });
const abuse = (name: string, more: Program = {}): Program => ({ file: `tools/explore/${name}.ts`, ...more });

/** The files with properties, whose cases are chosen by chance. */
const findProperties = (): readonly string[] =>
  spawnSync('git', ['grep', '-lE', String.raw`\bruns\([0-9]`, '--', 'test/*.test.ts'], { cwd: root, encoding: 'utf8' })
    .stdout.trim()
    .split('\n');

/** Bundles the functions, which a synthesis or a measurement takes. */
const built = 'cli/build-functions.ts';

/** What `npm run bench` and `npm run explore` start, by name. */
export const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  bench: {
    'cold-start': bench('cold-start', { before: built }),
    console: bench('console'),
    costliest: bench('costliest'),
    export: bench('export'),
    'fixed-cost': bench('fixed-cost', { before: built }),
    'hot-path': bench('hot-path'),
    import: bench('import'),
    ledger: bench('ledger', { before: built }),
    load: bench('load', { packages: true }),
    'local-service': bench('local-service'),
    log: bench('log'),
    'login-floods': bench('login-floods'),
    mailing: bench('mailing'),
    peer: bench('peer'),
    prices: bench('prices', { before: built }),
    report: bench('consent-report'),
    scale: bench('scale'),
    'worst-case': bench('worst-case'),
  },
  explore: {
    chaos: abuse('chaos'),
    installed: abuse('installed'),
    kill: abuse('kill'),
    mutation: abuse('mutation', { packages: true, before: built }),
    'outside-deploy': abuse('outside-deploy', { before: built }),
    properties: {
      tests: () => ['--mode', 'gate', ...findProperties()],
      environment: { TEST_SEED: 'random', TEST_RUNS: '10' },
    },
    screenshots: { file: 'tools/screenshots.ts' },
  },
};

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

const start = (command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): void => {
  const { status, signal, error } = spawnSync(command, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  if (status === null)
    process.stderr.write(`${words[0] ?? command} did not end by itself: ${signal ?? error?.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
};

/** Starts a program with the words after its name. Ends the process with 2 where there is none of that name, and says which there are. */
const startProgram = (script = '', name = '', words: readonly string[] = []): void => {
  const program = programs[script]?.[name];
  if (program === undefined) {
    process.stderr.write(
      `npm run ${script} <name> -- [options], where the name is one of ${Object.keys(programs[script] ?? {}).join(', ')}\n`,
    );
    process.exit(2);
  }
  const { file, tests = () => [], packages, before, environment } = program;
  if (packages) start(join(root, 'cli/install-packages'), ['tools']);
  if (before !== undefined) start(process.execPath, [before]);
  if (file === undefined) start(process.execPath, [vitest, 'run', ...tests(), ...words], environment);
  else start(process.execPath, [file, ...words], environment);
};

if (import.meta.main) startProgram(process.argv[2], process.argv[3], process.argv.slice(4));
