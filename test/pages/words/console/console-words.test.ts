import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../pages/words/console/language-tags.ts';
import { languageTags } from '../../../../pages/words/console/language-tags.ts';
import { consoleLanguages } from '../../../../pages/words/console/languages.ts';
import { personWords as pageWords } from '../../../../pages/words/person/languages.ts';
import { verifyLanguages } from '../../../../pages/words/verify/languages.ts';
import { problems } from '../../../../shared/api/problem.ts';
import { consentStates } from '../../../../shared/consents/state.ts';
import { consoleWords } from './console-words.ts';

/** All that words say, by place; of a sentence in which something stands, with a mark for each thing, and with one of each. */
const sayAll = (words: unknown, place: string): (readonly [place: string, says: string])[] => {
  if (typeof words === 'string') return [[place, words]];
  if (typeof words === 'function') {
    const marks = Array.from({ length: words.length }, (_, i) => `§${i}`);
    return [marks, marks.map(() => 1)].flatMap((args, i) =>
      sayAll(Reflect.apply(words, undefined, args), `${place}#${i === 0 ? 'marked' : 'one'}`),
    );
  }
  return Object.entries(words ?? {}).flatMap(([name, more]) => sayAll(more, `${place}.${name}`));
};

/** All that the console and the verifying page say. What is said of evidence has tests of its own. */
const sayIn = (language: Language) => {
  const { evidence: _, ...rooms } = consoleWords[language];
  const { evidence: _evidence, tag: _tag, name: _name, ...verify } = verifyLanguages[language];
  return Object.entries({ ...rooms, verify }).flatMap(([room, words]) => sayAll(words, room));
};

const inEnglish = new Map(sayIn('en'));

/** What stands in a text, in the order of the marks. */
const marksIn = (text: string): string[] => [...new Set(text.match(/§\d/g))].sort();

/** What is written as in English on purpose: codes, and words that the languages share. */
const alike: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  it: ['Account', 'Password', 'SHA-256', 'no'],
  de: ['Name', 'Person', 'SHA-256', 'Text'],
  fr: [
    '1, version 1',
    'Notice',
    'Notices',
    'Pages',
    'SHA-256',
    'Version',
    'Version 1',
    'Version §0',
    'Versions',
    'version 1',
    'version §0',
    '§0 notices',
    '§0, version §1',
  ],
  es: ['SHA-256', 'no'],
};

const others = languageTags.filter((language) => language !== 'en') as Exclude<Language, 'en'>[];

describe.each(others)('in %s the console and the verifying page', (language) => {
  const words = consoleWords[language];
  const said = sayIn(language);

  test('say all that they say in English', () => {
    expect(said.map(([place]) => place)).toEqual([...inEnglish.keys()]);
    expect(said.filter(([, says]) => says.trim() === '' || /undefined|\[object|NaN| {2}/.test(says))).toEqual([]);
  });

  test('say nothing in English but what is the same on purpose', () => {
    const same = said.filter(([place, says]) => inEnglish.get(place) === says).map(([, says]) => says);

    expect([...new Set(same)].sort()).toEqual(alike[language]);
  });

  test('have in each sentence what stands in it in English', () => {
    for (const [place, says] of said)
      expect([place, marksIn(says)]).toEqual([place, marksIn(inEnglish.get(place) ?? '')]);
  });

  test('call the states of a consent what its evidence and the page of a person call them', () => {
    const { state } = words.evidence;
    const page = pageWords[consoleLanguages[language].code];

    for (const name of consentStates) {
      const own = words.parts.states[name].toLowerCase();
      expect(own).toBe(state.heads[name].toLowerCase());
      expect(page.states[name].toLowerCase()).toContain(own);
    }
  });
});

/** Those that the client itself gives. */
const ofClient = [
  'connection.failed',
  'connection.timeout',
  'answer.unexpected',
  'tokens.missing',
  'tokens.unreadable',
];

test.each(Object.entries(consoleWords))('each problem has its sentence: %s', (_, { calls }) => {
  expect(Object.keys(calls.problems).sort()).toEqual([...Object.keys(problems), ...ofClient].sort());
});

describe.each(languageTags)('in %s', (language) => {
  const { intake, verdict } = verifyLanguages[language];
  const preposition = { en: 'from', it: 'tramite', de: 'durch', fr: 'par', es: 'por' }[language];

  test.each(['keys.json', intake.givenThumbprint])('a key is known by %s in words that fit it', (whence) => {
    for (const { says } of [verdict.valid(whence), verdict.doubtful(whence, 1)])
      expect(says).toContain(`${preposition} ${whence}`);
  });

  test('after a revocation nothing says that it has a reason, which nobody must give', () => {
    const { given, holds, notThis } = consoleWords[language].revocation;
    const reason = given.toLowerCase();

    for (const says of [holds, notThis]) expect(says.toLowerCase()).not.toContain(reason);
  });
});
