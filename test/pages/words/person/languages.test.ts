import { expect, test } from 'vitest';
import { fill, nameLanguageIn, personWords, showMoment } from '../../../../pages/words/person/languages.ts';
import { pageLangs, toPageLang } from '../../../../pages/words/person/page-langs.ts';
import { languages } from '../../../../shared/schema/vocabulary.ts';

/** All texts by their place, such as `parts.glance`. */
const textsOf = (words: object, place = ''): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${place}${name}`, value] as const] : [...textsOf(value, `${place}${name}.`)],
    ),
  );

const blanksOf = (text = ''): string[] => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();

const english = textsOf(personWords.eng);

test('the page of a person has at least five languages', () => {
  expect(pageLangs).toEqual(expect.arrayContaining(['eng', 'ita', 'deu', 'fra', 'spa']));
});

test.each(pageLangs)('no text is missing in %s, and each is filled in with the same as in English', (lang) => {
  const texts = textsOf(personWords[lang]);

  expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [place, text] of texts) {
    expect(text.trim(), place).not.toBe('');
    expect(blanksOf(text), place).toEqual(blanksOf(english.get(place)));
  }
});

test.each(pageLangs.filter((lang) => lang !== 'eng'))('%s is no copy of English', (lang) => {
  const same = [...textsOf(personWords[lang])].filter(([place, text]) => english.get(place) === text);

  /** Such as `{notice}, version {version}`, which is French as well. */
  expect(same.map(([place]) => place)).toEqual(same.filter(([, text]) => text.length < 30).map(([place]) => place));
  expect(same.length).toBeLessThan(5);
});

test('who reads another language gets English', () => {
  const others = languages.filter((lang) => !pageLangs.some((known) => known === lang));

  expect(others).toContain('rus');
  expect(others.map(toPageLang)).toEqual(others.map(() => 'eng'));
  expect(pageLangs.map(toPageLang)).toEqual(pageLangs);
});

test('what is filled in is seen, and nothing in it is filled in again', () => {
  expect(fill('{a} and {b}', { a: '{b}\u202e', b: 2 })).toBe('{b}\\u{202e} and 2');
  expect(fill('{unknown}', {})).toBe('{unknown}');
});

test('times and languages are named as people of the language do, in UTC', () => {
  const time = '2026-03-03T23:05:09.250Z';

  expect(showMoment(time, 'eng')).toBe('3 March 2026 at 23:05:09');
  expect(showMoment(time, 'deu')).toBe('3. März 2026 um 23:05:09');
  expect(nameLanguageIn('deu', 'ita')).toBe('Italienisch');
});
