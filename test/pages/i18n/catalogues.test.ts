import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments, writeArguments } from '../../../pages/i18n/arguments-file.ts';
import { catalogues } from '../../../pages/i18n/catalogues.ts';
import type { Language } from '../../../pages/i18n/index.ts';
import { languageTags } from '../../../pages/i18n/index.ts';
import { problems } from '../../../shared/api/problem.ts';
import { consentStates } from '../../../shared/consents/state.ts';
import { textOf } from './texts.ts';

const root = join(import.meta.dirname, '../../..');
const english: Readonly<Record<string, string>> = catalogues.en;
const keys = Object.keys(english);

/** The values of a message, and how it uses each. */
const usesOf = (message: string) =>
  [...readArguments(message)].map(([name, uses]) => `${name}: ${[...uses].sort().join(' ')}`).sort();

test('the English catalogue has at most 1,300 messages, each on a line', () => {
  const lines = readFileSync(join(root, 'pages/i18n/en.json'), 'utf8').trim().split('\n');

  expect(keys.length).toBeLessThanOrEqual(1_300);
  expect(lines).toHaveLength(keys.length + 2);
});

test('the types of values are those of the English catalogue: otherwise run `npm run generate`', () => {
  expect(readFileSync(join(root, 'pages/i18n/arguments.ts'), 'utf8')).toBe(writeArguments(english));
});

test('every message is said somewhere', () => {
  const sources = globSync('{pages,cli}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.startsWith('pages/i18n/arguments'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const named = new Set(sources.flatMap((text) => [...text.matchAll(/'([\w.-]+)'/g)].map(([, name]) => name)));
  const made = sources
    .flatMap((text) => [...text.matchAll(/(?:\b(?:t|isMessage)\(|\]\[)\s*`((?:[\w.-]|\$\{[^}`]*\})+)`/g)])
    .map(([, name = '']) => new RegExp(`^${name.replaceAll('.', '[.]').replaceAll(/\$\{[^}]*\}/g, '.+')}$`));

  expect(keys.filter((key) => !named.has(key) && !made.some((pattern) => pattern.test(key)))).toEqual([]);
});

/** Messages by the beginnings of their names, as modules of a folder may say them: bundles of a page leave out the others. */
test.each([
  [['verify', 'ui', 'describe'], /^(?:verify|evidence|arrival)\./],
  [['files'], /^(?:personPage|arrival|evidence)\./],
  [['links'], /^linkPage\./],
  [['console'], /^(?!(?:verify|personPage|language)\.)/],
] as const)('in %j only messages that its pages come with are said', (folders, allowed) => {
  const files = globSync(
    folders.map((folder) => `pages/${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  );
  const said = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bt\(\s*['`]([\w.-]+)/g)].map(([, key = '']) => key),
  );

  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((key) => !allowed.test(key))).toEqual([]);
});

describe.each(languageTags)('in %s', (language) => {
  const catalogue: Readonly<Record<string, string>> = catalogues[language];
  const messages = Object.entries(catalogue);

  test('each message is there, in the order of the English catalogue', () => {
    expect(Object.keys(catalogue)).toEqual(keys);
    expect(messages.filter(([, text]) => text.trim() !== text || text === '' || / {2}/.test(text))).toEqual([]);
  });

  test('each message takes the values that the English one takes, in the same use', () => {
    for (const [key, text] of messages) expect([key, usesOf(text)]).toEqual([key, usesOf(english[key] ?? '')]);
  });

  test('no apostrophe of ASCII quotes what stands after it', () => {
    expect(messages.filter(([, text]) => text.includes("'"))).toEqual([]);
  });

  test('sentences end as they do in English', () => {
    const ends = (text = '') => /[.:?…]$/.exec(text)?.[0];

    for (const [key, text] of messages) expect([key, ends(text)]).toEqual([key, ends(english[key])]);
  });

  test('the states of a consent are called the same in lists, in its evidence and on the page of a person', () => {
    const t = textOf(language);

    for (const state of consentStates) {
      const own = t(`parts.states.${state}`).toLowerCase();
      expect(own).toBe(t(`evidence.state.heads.${state}`).toLowerCase());
      expect(t(`personPage.states.${state}`).toLowerCase()).toContain(own);
    }
  });

  test('a key is known by its source in words that fit it', () => {
    const t = textOf(language);
    const preposition = { en: 'from', it: 'tramite', de: 'durch', fr: 'par', es: 'por' }[language];

    for (const source of ['keys.json', t('verify.intake.givenThumbprint')])
      for (const verdict of ['valid', 'doubtful'] as const)
        expect(t(`verify.verdict.${verdict}.says`, { source })).toContain(`${preposition} ${source}`);
  });

  test('after a revocation nothing says that it has a reason, which nobody must give', () => {
    const t = textOf(language);
    const reason = t('revocation.given').toLowerCase();

    for (const says of [t('revocation.holds'), t('revocation.notThis')])
      expect(says.toLowerCase()).not.toContain(reason);
  });
});

/** What is written as in English on purpose: codes, and words that the languages share. */
const alike: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  it: [
    'Account',
    'In',
    'Menu',
    'No',
    'Password',
    'SHA-256',
    'account',
    'no',
    '{before}; {after}',
    '{version}, id {id}',
  ],
  de: ['Name', 'Person', 'SHA-256', 'Text', '{before}; {after}'],
  fr: [
    'Menu',
    'Notice',
    'Notices',
    'Pages',
    'SHA-256',
    'Version',
    'Version {version}',
    'Versions',
    'document',
    'notice',
    'session',
    'signature',
    'version',
    'version {version}',
    '{name}, version {version} ({number})',
    '{notice}, version {version}',
    '{title}, version {version} ({name}, {number})',
  ],
  es: ['No', 'SHA-256', 'no', '{before}; {after}', '{version}, id {id}'],
};

test.each(languageTags.filter((language) => language !== 'en'))('nothing is left in English in %s', (language) => {
  const same = Object.entries(catalogues[language]).filter(([key, text]) => english[key] === text);

  expect([...new Set(same.map(([, text]) => text))].sort()).toEqual(alike[language as keyof typeof alike]);
});

/** Problems that the client itself finds. */
const ofClient = [
  'connection.failed',
  'connection.timeout',
  'answer.unexpected',
  'tokens.missing',
  'tokens.unreadable',
];

test('each problem has its sentence', () => {
  const beginning = 'calls.problems.';
  const named = keys.filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));

  expect(named.sort()).toEqual([...Object.keys(problems), ...ofClient].sort());
});
