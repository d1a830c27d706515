import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../pages/words/console/language-tags.ts';
import { german } from '../../pages/words/evidence/deu.ts';
import { english } from '../../pages/words/evidence/eng.ts';
import { french } from '../../pages/words/evidence/fra.ts';
import { italian } from '../../pages/words/evidence/ita.ts';
import { spanish } from '../../pages/words/evidence/spa.ts';
import { personWords } from '../../pages/words/person/languages.ts';
import { receivedWays } from '../../shared/consents/arrival.ts';
import { consentStates } from '../../shared/consents/state.ts';
import { consoleWords } from '../support/console-words.ts';

const glossary = await readFile('docs/glossary.md', 'utf8');
const section = glossary.slice(glossary.indexOf('## In five languages'), glossary.indexOf('## The service'));

/** Rows of the section by their first cell. */
const rows = new Map(
  section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', ...cells]) => [name.replaceAll('`', ''), cells.slice(0, -1)] as const),
);

const languages = [
  ['English', 'en', 'eng', english],
  ['Italian', 'it', 'ita', italian],
  ['German', 'de', 'deu', german],
  ['French', 'fr', 'fra', french],
  ['Spanish', 'es', 'spa', spanish],
] as const satisfies readonly (readonly [string, Language, keyof typeof personWords, typeof english])[];

describe.each(languages)('%s', (name, language, lang, words) => {
  const column = rows.get('value')?.indexOf(name) ?? -1;
  const wordFor = (row: string): string | undefined => rows.get(row)?.[column];
  const own = consoleWords[language];

  test('states have one word in the glossary, on pages and in commands, in the console and on the page of a person', () => {
    for (const state of consentStates) {
      const word = wordFor(state) ?? '';
      expect([state, words.state.heads[state].toLowerCase()]).toEqual([state, word.toLowerCase()]);
      expect([state, own.parts.states[state]]).toEqual([state, word]);
      expect([state, personWords[lang].states[state].toLowerCase()]).toEqual([
        state,
        expect.stringContaining(word.toLowerCase()),
      ]);
    }
    expect(words.state.heads.none.toLowerCase()).toBe(wordFor('null'));
  });

  test('so have the ways that no channel names', () => {
    for (const way of receivedWays) expect([way, words.writing.received[way]]).toEqual([way, wordFor(way)]);
  });

  test('things have one word too', () => {
    const { names } = words.facts;
    const { place } = words.checks;
    const used = {
      consent: names.consent,
      account: names.account,
      project: names.project,
      channel: names.channel,
      notice: names.notice,
      version: words.notice.names.version,
      revocation: place('revocation'),
      erasure: place('erasure'),
      import: place('imported'),
      log: place('log'),
      evidence: own.consent.evidence.heading,
      refused: own.consent.evidence.refused,
    };

    for (const [row, word] of Object.entries(used))
      expect([row, word.toLowerCase()]).toEqual([row, wordFor(row)?.toLowerCase()]);
    expect(words.parts.proof.toLowerCase()).toContain(wordFor('proof')?.toLowerCase());
  });
});

test('English says neither active nor withdrawn of a consent', () => {
  const said = JSON.stringify([consoleWords.en, personWords.eng.states, english.state.heads, english.parts]);

  expect(said).not.toMatch(/\bactive consent|\b[Ww]ithdrawn [a-z]/);
});
