/** Starts each benchmark and exploration at its smallest, as its script does, and expects the table that it is for. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestOptions } from 'vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { programs } from '../../../tools/programs.ts';
import { hasBrowser } from '../../e2e/chromium.ts';
import { hasProgram, needs } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';

const root = join(import.meta.dirname, '../../..');
const minutes = 5;

/** The environment with the engine of this run, but for what says to modules that they are in a test. */
const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));

/** Runs a program as its script does. */
const run = (name: string, words: readonly string[]) => {
  const [script = ''] = Object.keys(programs).filter((each) => programs[each]?.[name]);
  const env = { ...outside, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
  return promisify(execFile)(process.execPath, ['tools/programs.ts', script, name, ...words], {
    cwd: root,
    env,
    timeout: minutes * 60_000,
    maxBuffer: 16 * 2 ** 20,
  }).catch((error) => {
    const { message, code, signal, stdout } = error;
    throw Object.assign(error, { message: `${message}\nIt ended with ${signal ?? code}, and had printed:\n${stdout}` });
  });
};

/** The name of a program, what makes it small, and how the header of a table begins that it prints. */
type Smallest = readonly [name: string, words: string, header: string, needed?: Pick<TestOptions, 'skip' | 'meta'>];

const peer = 'tools/bench/peer/package';
const peerPackages = needs(
  `the packages of ${peer}, which npm run bench peer installs`,
  existsSync(join(root, peer, 'node_modules/.package-lock.json')),
);

const benchmarks: readonly Smallest[] = [
  ['cold-start', '--rounds 1', '| bundle | KB |'],
  ['local-service', '--rounds 1', '| call | DynamoDB calls | ms |'],
  ['hot-path', '--only details --seconds 1', '| call | DynamoDB calls | handler ms |'],
  ['load', '--connections 1 --seconds 1', '| connections | requests/s |'],
  ['peer', '--records 1', '| service | median ms |', peerPackages],
  ['export', '--consents 1', '| consents | read units |'],
  ['fixed-cost', '', '| fixed, a month |'],
  ['login-floods', '', '| a login | DynamoDB calls |'],
  ['console', '--consents 300 --rounds 1', '| click |', needs('a browser', hasBrowser)],
  ['ledger', '--consents 100', '| operation | call |'],
  ['log', '--leaves 1000 --consents 60', '| proof of one in |'],
  ['report', '--consents 1', '| consents | read units |'],
  ['import', '--consents 1', '| consents | writes |'],
  ['scale', '', '| partition that consents share |'],
  ['costliest', '--listed 100 --keyed 60 --records 14', '| operation | call |'],
  ['worst-case', '--only details --inputs 5', '| operation | inputs |'],
];

const explorations: readonly Smallest[] = [
  ['chaos', '--faults 1 --seed 1', '| fault | injected |'],
  ['kill', '--kills 1 --seed 1', '|  |  |'],
  ['export-kill', '--kills 1 --seed 1', '|  |  |'],
  ['import-kill', '--kills 1 --seed 1', '|  |  |'],
  ['erasure-kill', '--kills 1 --seed 1', '|  |  |'],
  ['fuzz', '--cases 1 --seed 1', '| answer | requests |'],
  ['races', '--rounds 1 --width 2 --seed 1', '| rounds | presentations |'],
  ['histories', '--histories 1 --seed 1', '| histories | operations |'],
  ['theft', '--depth 1', '| histories |'],
  ['evidence-damage', '--count 1 --bits 1', '| damage | documents |'],
  ['log-damage', '--count 1', '| manipulation | made |'],
  ['log-faults', '--events 10', '| fault | how often |'],
  ['log-outside', '--leaves 10', '| one byte is another one in |', needs('go', hasProgram('go', ['version']))],
];

const represented = (options: TestOptions = {}) =>
  representedBy(
    'test/tools/bench/program-options.test.ts',
    'every script and every program runs files that are there',
    {
      ...options,
      timeout: minutes * 60_000,
    },
  );

describe.each([
  ['benchmarks', benchmarks],
  ['explorations', explorations],
])('each of the %s prints its table at its smallest', (_, all) => {
  for (const [name, words, header, needed] of all) {
    test(`${name} ${words}`.trim(), represented(needed), async () => {
      const { stdout } = await run(name, words.split(' ').filter(Boolean));

      expect(stdout).toContain(`\n${header}`.trimStart());
      expect(stdout).toMatch(/^\|(?: -+:? \|)+$/m);
    });
  }
});

test('login-timing takes each way to fail once, too seldom for its medians to agree', represented(), async () => {
  const { stdout } = await run('login-timing', ['--samples', '1']).catch((error: { stdout: string }) => error);

  expect(stdout).toContain('| a login refused for |');
});

test('screenshots takes pictures', represented(needs('a browser', hasBrowser)), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  await run('screenshots', ['--out', folder, '--only', 'sign-in']);

  expect(readdirSync(folder).length).toBeGreaterThan(0);
});
