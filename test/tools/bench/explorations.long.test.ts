/** Starts each benchmark at its smallest and each exploration at a size that finds much, as its script does, and expects its table. */
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
import { runs, seed } from '../../support/seed.ts';

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
    timeout: runs(minutes * 60_000),
    maxBuffer: 16 * 2 ** 20,
  }).catch((error) => {
    const { message, code, signal, stdout } = error;
    throw Object.assign(error, { message: `${message}\nIt ended with ${signal ?? code}, and had printed:\n${stdout}` });
  });
};

const represented = (options: TestOptions = {}) =>
  representedBy(
    'test/tools/bench/program-options.test.ts',
    'every script and every program runs files that are there',
    {
      ...options,
      timeout: minutes * 60_000,
    },
  );

/** The name of a program, what makes it small, and how a table begins that it prints. */
type Smallest = readonly [name: string, words: string, header: string];

const peer = 'tools/bench/peer/package';
const peerPackages = needs(
  `the packages of ${peer}, which npm run bench peer installs`,
  existsSync(join(root, peer, 'node_modules/.package-lock.json')),
);

const benchmarks: readonly (readonly [...Smallest, needed?: Pick<TestOptions, 'skip' | 'meta'>])[] = [
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

/** An exploration, what makes it as small as it still finds much, its table, and the test of the gate that holds the same. */
type Bounded = readonly [...Smallest, Pick<TestOptions, 'skip' | 'meta'>];

const inExplore = (file: string, name: string, options?: TestOptions) =>
  representedBy(`test/tools/explore/${file}.test.ts`, name, options);

const explorations: readonly Bounded[] = [
  [
    'chaos',
    '--faults 300 --steps 5 --seed',
    '| fault | injected |',
    inExplore('chaos/chaos', 'whatever the store does, nothing acknowledged is lost, doubled or stored partly'),
  ],
  [
    'kill',
    '--kills 5 --steps 12 --seed',
    '|  |  |',
    representedBy(
      'test/functions/lost-answers.test.ts',
      'a consent, to several, with both > is recorded whole or not at all where the service dies at its write, done: true; the next try records it',
    ),
  ],
  [
    'export-kill',
    '--kills 6 --seed',
    '|  |  |',
    representedBy(
      'test/cli/commands/consent-export-trouble.test.ts',
      'an export that dies is finished by the same command: nothing twice, nothing missing',
    ),
  ],
  [
    'import-kill',
    '--kills 3 --seed',
    '|  |  |',
    inExplore(
      'import-kill/import-kill',
      'an import that dies at a consent of two items, written true, is finished by the same command',
    ),
  ],
  [
    'erasure-kill',
    '--kills 4 --seed',
    '|  |  |',
    inExplore(
      'erasure-kill/erasure-kill',
      'an erasure that dies at a write is finished by the same command: person to evidence',
    ),
  ],
  [
    'fuzz',
    '--cases 1000 --seed',
    '| answer | requests |',
    inExplore('fuzz/fuzz', 'hostile requests are answered as the contract says'),
  ],
  [
    'races',
    '--rounds 4 --width 50 --seed',
    '| rounds | presentations |',
    representedBy(
      'test/functions/refresh-token.test.ts',
      'has exactly one winner among parallel callers, and the session lives on',
    ),
  ],
  ...['0', '300'].map(
    (lag): Bounded => [
      'histories',
      `--histories 60 --lag ${lag} --seed`,
      '| histories | operations |',
      inExplore(
        'histories/run',
        'clients that work at once get answers that a serial register would have given, with indexes behind',
      ),
    ],
  ),
  [
    'theft',
    '--depth 4',
    '| histories | ended by a theft before | states of the session | presentations to the service | violations |\n| --: | --: | --: | --: | --: |\n| 11554 | 2301 | 91 |',
    inExplore('theft/explore', 'victim, thief and repetitions, in every order of two steps, do as the rules say'),
  ],
  [
    'evidence-damage',
    '--count 1500 --bits 1 --seed',
    '| damage | documents |',
    representedBy('test/verifier/verify.test.ts', 'the part that was changed is named'),
  ],
  [
    'log-damage',
    '--count 60 --seed',
    '| manipulation | made |',
    inExplore('log-damage/log-damage', '`log verify` finds what each part of it is for, and names the record'),
  ],
  [
    'log-faults',
    '--events 2500 --seed',
    '| fault | how often |',
    representedBy('test/shared/log/feeding.test.ts', 'a batch that comes again adds nothing, whole or in parts'),
  ],
  [
    'log-outside',
    '--leaves 10',
    '| one byte is another one in |',
    represented(needs('go', hasProgram('go', ['version']))),
  ],
];

/** A program fails where something does not hold. */
const isPrinted = async (name: string, words: string, header: string): Promise<void> => {
  const { stdout } = await run(name, words.split(' ').filter(Boolean));

  expect(stdout).toContain(`\n${header}`.trimStart());
  expect(stdout).toMatch(/^\|(?: -+:? \|)+$/m);
};

describe('each benchmark prints its table at its smallest', () => {
  for (const [name, words, header, needed] of benchmarks)
    test(`${name} ${words}`.trim(), represented(needed), () => isPrinted(name, words, header));
});

/** The words of an exploration, which does as many times as much as `TEST_RUNS` says. */
const multiply = (words: string): string =>
  words.replace(/(?<=--(?:faults|kills|cases|rounds|histories|count|events) )\d+/, (count) =>
    String(runs(Number(count))),
  );

describe('what each exploration is for holds', () => {
  for (const [name, words, header, options] of explorations)
    test(`${name} ${words}`, { ...options, timeout: runs(minutes * 60_000) }, () =>
      isPrinted(name, multiply(words).replace(/--seed$/, `$& ${seed}`), header),
    );
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
