/** What can be said of the tests themselves, when all of them have run: what each file starts, and what the gate proves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from '../shared/contract.ts';
import { roles } from '../shared/identity/user.ts';
import { problems } from '../shared/problem-catalogue.ts';
import { leaves } from './support/admin-tree.ts';
import type { Counts } from './support/counts.ts';
import type { Proved } from './support/proved.ts';
import { readNotes } from './support/run-record.ts';

const budgetFile = new URL('./budget.json', import.meta.url);

/** How often each file may start a program, launch a browser, or have CDK synthesise. */
type Budget = Record<string, Record<string, number>>;

const isLong = (file: string): boolean => file.startsWith('test/nightly/');
const files = readNotes<Proved>('proved');
const gate = files.filter(({ file }) => !isLong(file));
const subjects = new Set<string>(gate.flatMap((file) => file.subjects));
const ranInGate = new Set(gate.flatMap(({ file, tests }) => tests.map(({ name }) => `${file} > ${name}`)));

const readBudget = (): Budget => JSON.parse(readFileSync(budgetFile, 'utf8'));

/** With `BUDGET=write` what the run has counted is the budget from now on, for the files that ran; those that are gone have none. */
const renewBudget = (counted: Budget): void => {
  const ran = new Set(files.map(({ file }) => file));
  const kept = Object.entries(readBudget()).filter(([file]) => !ran.has(file) && existsSync(file));
  const budget = [...kept, ...Object.entries(counted)].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(budget), undefined, 2)}\n`);
};

/** What files of a worker share, such as a browser, esbuild or the look for a program, is started by the one that comes first. */
const shared = 1;

test('no file of the gate starts more processes or browsers than test/budget.json has', () => {
  const counted: Budget = Object.fromEntries(
    readNotes<Counts>('counts')
      .filter(({ file }) => !isLong(file))
      .map(({ file, started }) => [file, { ...started }]),
  );
  if (process.env.BUDGET === 'write') renewBudget(counted);
  const budget = readBudget();
  const grown = Object.entries(counted).flatMap(([file, started]) =>
    Object.entries(started)
      .filter(([what, count]) => count > (budget[file]?.[what] ?? 0) + shared)
      .map(([what, count]) => `${file}: ${what} ${count}, not ${budget[file]?.[what] ?? 0}`),
  );

  expect(grown, 'start less, or say why in the commit and run `BUDGET=write npm test`').toEqual([]);
});

/**
 * Commands that end well only with AWS, or by seconds of CDK. The gate meets what they refuse; `nightly/synth.test.ts` synthesises, and
 * `npm run explore installed` goes as far as credentials are needed.
 */
const deploying = ['bootstrap', 'synth', 'diff', 'deploy', 'destroy'];

test.each([
  ['operation', Object.keys(contract)],
  ['refusal', Object.keys(problems)],
  ['command', leaves.map(({ name }) => name).filter((name) => !deploying.includes(name))],
  ['job', ['feedLog', 'publishCheckpoint', 'rotateSigningKey']],
  ['role', roles],
])('the gate meets every %s', (kind, names) => {
  expect(names.filter((name) => !subjects.has(`${kind} ${name}`))).toEqual([]);
});

const consoleJourney =
  'test/e2e/console-journey.test.ts > the console of npm start, in Chromium > each page asks for what it shows, and for nothing twice';
const evidencePage = 'test/e2e/evidence-page.test.ts > in Chromium, from a file';

/** Every page that a person reads, with the test of the gate that draws it, as `file > group > test`. */
const pagesOfGate: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'overview',
      'consents',
      'person',
      'consent',
      'notices',
      'notice',
      'version',
      'revocation',
      'recording',
      'due',
      'erasures',
      'user',
    ].map((view) => [`console ${view}`, consoleJourney]),
  ),
  'verify.html': `${evidencePage} > a document is consistent without a key, valid with the right one, and never green before`,
  'evidence show --html': `${evidencePage} > an evidence page verifies itself, is never green by itself, and says why`,
  'consent show --html':
    'test/pages/consent/consent-page.test.ts > says the state first, then who, text, proof, what happened and how to check it',
  'person export':
    'test/cli/commands/person-export.test.ts > the page is in the language of most of the newest consents, or in the one that is asked for',
  'report --html': 'test/cli/commands/report.isolated.test.ts > the page has charts and the rows, and is not written over',
  'notice show --html': 'test/pages/notice-page.test.ts > says what it shows',
  '/docs': 'test/cli/local/reference-routes.isolated.test.ts > serves the page, which may load its own files alone',
};

test.each(Object.entries(pagesOfGate))('the gate draws the page %s', (_, representative) => {
  expect(ranInGate).toContain(representative);
});

test('every long test names a test of the gate that ran', () => {
  const astray = files
    .filter(({ file }) => isLong(file))
    .flatMap(({ file, tests }) => tests.map((found) => ({ file, ...found })))
    .filter(({ representative }) => representative === undefined || !ranInGate.has(representative))
    .map(({ file, name, representative = 'none' }) => `${file} > ${name}: ${representative}`);

  expect(astray).toEqual([]);
});
