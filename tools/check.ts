import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What is checked, and the line that checks it. */
const checks: Readonly<Record<string, string>> = {
  'format and code': 'biome ci --error-on-warnings',
  types: 'tsc',
  'dead code': 'knip --no-config-hints',
  'dead code of the package': 'knip --production',
  layers: 'depcruise functions shared verifier pages infra cli build client/typescript',
  spelling: 'cspell lint --no-progress --no-summary --cache',
  links: 'node tools/check-links.ts',
};

interface Outcome {
  readonly name: string;
  readonly isSound: boolean;
  readonly output: string;
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Runs a line in bash, which counts the seconds: the last line that it writes. */
const run = (name: string, line: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const timed = `TIMEFORMAT='%R %U %S'; time ${line}`;
    const env = {
      ...process.env,
      LC_ALL: 'C',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    };
    execFile('bash', ['-c', timed], { cwd: root, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const lines = stderr.trimEnd().split('\n');
      const [seconds = 0, user = 0, system = 0] = lines.pop()?.split(' ').map(Number) ?? [];
      const output = [stdout, ...lines].join('\n').trim();
      resolve({ name, isSound: error === null, output, seconds, processorSeconds: user + system });
    });
  });

const started = performance.now();
const outcomes = await Promise.all(Object.entries(checks).map(([name, line]) => run(name, line)));
for (const { output, isSound } of outcomes) if (!isSound) process.stdout.write(`${output}\n\n`);

const row = (name: string, verdict: string, seconds: number, processorSeconds: number): string =>
  `${name.padEnd(26)}${verdict.padEnd(8)}${seconds.toFixed(1).padStart(6)} s${processorSeconds.toFixed(1).padStart(10)} CPU-s\n`;
for (const { name, isSound, seconds, processorSeconds } of outcomes)
  process.stdout.write(row(name, isSound ? 'sound' : 'FAILED', seconds, processorSeconds));
const isSound = outcomes.every((outcome) => outcome.isSound);
const processorSeconds = outcomes.reduce((sum, outcome) => sum + outcome.processorSeconds, 0);
process.stdout.write(
  row('together', isSound ? 'sound' : 'FAILED', (performance.now() - started) / 1_000, processorSeconds),
);
process.exitCode = isSound ? 0 : 1;
