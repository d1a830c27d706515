import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lifetimes } from '../../shared/lifetimes.ts';
import { limits } from '../../shared/limits.ts';
import type { ProblemCode } from '../../shared/problem-catalogue.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { fillNumbers, problemDescriptions } from '../../shared/problem-descriptions.ts';
import { rowsBelow } from './table-rows.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const page = read('docs/contract.md');
const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading);

const folders = 'cli,client,docs,functions,infra,pages,shared,test,tools,verifier';

/** Everything that people of the project write. */
const files = globSync([`{${folders}}/**/*.{ts,tsx,md,json,html,css}`, '*.{ts,md,json}'], {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|package-lock\.json)$/.test(path),
}).sort();

/** The text as one line, comments without the marks at the beginning of their lines. */
const unwrap = (text: string): string => text.replaceAll(/\s*\n\s*(?:\* |\/\/ |# )?\s*/g, ' ');

const findAll = (pattern: RegExp): string[] =>
  files.flatMap((file) => [...unwrap(read(file)).matchAll(pattern)].map(([found]) => `${file}: ${found}`));

/** What no caller and no operator meets: how the register stores, reads and counts. */
const inside = [
  'transactionBytes',
  'batchGetKeys',
  'readUnitBytes',
  'ownRevocationBytes',
  'revocationReserveBytes',
  'ownProofBytes',
  'clockSkewSeconds',
  'signingKeyRetrySeconds',
  'tallySeconds',
  'tallyLagSeconds',
  'tallyFinalSeconds',
  'answerSeconds',
];

/** What the table of failed logins has, whose numbers login-limits.test.ts compares. */
const ofLogins = /^loginAttempts/;

const listed = (values: Readonly<Record<string, number>>): [string, string][] =>
  Object.entries(values)
    .filter(([name]) => !inside.includes(name) && !ofLogins.test(name))
    .map(([name, number]) => [`\`${name}\``, number.toLocaleString('en')]);

test.each([
  ['limit', 'number', limits],
  ['lifetime', 'seconds', lifetimes],
])('lists every %s with its %s', (kind, unit, values) => {
  const rows = rowsBelow(page, `| ${kind} | ${unit} | of what |`).map(([name, number]) => [name, number]);

  expect(rows).toEqual(listed(values));
});

test('leaves out only limits and lifetimes that there are', () => {
  expect(inside.filter((name) => !Object.hasOwn({ ...limits, ...lifetimes }, name))).toEqual([]);
});

test('the page to which it leads lists every problem with its status, and says when it is answered', () => {
  const described = Object.entries(problems).map(([code, { status }]) => [
    String(status),
    `\`${code}\``,
    fillNumbers(problemDescriptions[code as ProblemCode].meaning),
  ]);

  expect(page).toContain('(interface.md#all-problems)');
  expect(rowsBelow(read('docs/interface.md'), '| status | code | when |')).toEqual(described);
});

test('every number that its rules name is in a table', () => {
  const rules = page.slice(0, page.indexOf('## Limits'));
  const named = [...rules.matchAll(/`(\w+(?:Items|Bytes|Characters|Fewest|Seconds|PerMinute|Uncounted|Default))`/g)];
  const inTables = listed({ ...limits, ...lifetimes }).map(([name]) => name);
  const unknown = named.filter(([, name = '']) => !inTables.includes(`\`${name}\``));

  expect(named.length).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});

test('a comment that cites it names one of its headings', () => {
  const cited = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...unwrap(read(file)).matchAll(/docs\/contract\.md, ([^);,.:]+)/g)].map(([, heading = '']) => ({
        file,
        heading,
      })),
    );

  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
});

test('nothing cites a numbered paper that is not here', () => {
  const numbered = /\bopen[- ]points?\b|\bspec(?:ification)?s?,? (?:§ ?)?\d[\d.]*|\bthe specification\b/gi;

  expect(files.length).toBeGreaterThan(500);
  expect(findAll(numbered)).toEqual([]);
});

test('a numbered section is one of a public document that is named before it', () => {
  const unnamed = /(?<!(?:RFC \d+|SEC \d|UAX #\d+|NIST SP [\w-]+|WHATWG URL), )\bsections? \d[\d.]*/gi;

  expect(findAll(unnamed)).toEqual([]);
});
