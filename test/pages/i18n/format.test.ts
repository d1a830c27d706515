import { describe, expect, test } from 'vitest';
import { pageLangs, toPageLang } from '../../../pages/i18n/index.ts';
import { languages } from '../../../shared/schema/vocabulary.ts';
import { evidenceTextOf, textOf } from './texts.ts';

test('a value is written as it comes, and nothing in it is filled in or left out', () => {
  for (const language of ['en', 'it'] as const) {
    const text = textOf(language)('consents.tryKind', { field: "'{time}' <b>#</b>" });

    expect(text).toContain("'{time}' <b>#</b>");
  }
});

test('counts choose the form of a language, and are written as its readers write them', () => {
  const found = (language: 'en' | 'fr' | 'it') =>
    [0, 1, 2, 12_345].map((count) => textOf(language)('person.found', { count }));

  expect(found('en')).toEqual(['0 consents', '1 consent', '2 consents', '12,345 consents']);
  expect(found('fr')).toEqual(['0 consentement', '1 consentement', '2 consentements', '12\u202f345 consentements']);
  expect(found('it')).toEqual(['0 consensi', '1 consenso', '2 consensi', '12.345 consensi']);
});

test('what is absent leaves no gap', () => {
  const t = textOf('en');

  expect(t('evidence.state.causes.erased', { time: 'none' })).toBe('erased');
  expect(t('evidence.state.causes.erased', { time: '2026-11-22' })).toBe('erased on 2026-11-22');
  expect(t('evidence.markup.leftOut', { list: 'none' })).toBe('Nothing was left out. Fields cannot be used.');
});

test('a reader of another language gets English', () => {
  const others = languages.filter((lang) => !pageLangs.some((known) => known === lang));

  expect(others).toContain('rus');
  expect(others.map(toPageLang)).toEqual(others.map(() => 'eng'));
  expect(pageLangs.map(toPageLang)).toEqual(pageLangs);
});

describe('grammar of dates', () => {
  const rows = [
    ['it', '2026-03-08', 'day', 'In vigore l’8 marzo 2026: §.'],
    ['it', '2026-03-11', 'day', 'In vigore l’11 marzo 2026: §.'],
    ['it', '2026-03-18', 'day', 'In vigore il 18 marzo 2026: §.'],
    ['it', '2026-03-01', 'month', 'In vigore nel mese di marzo 2026: §.'],
    ['de', '2026-03-01', 'day', 'In Kraft am 1. März 2026: §.'],
    ['de', '2026-03-01', 'month', 'In Kraft im März 2026: §.'],
    ['fr', '2026-03-01', 'day', 'En vigueur le 1er mars 2026 : §.'],
    ['fr', '2026-03-11', 'day', 'En vigueur le 11 mars 2026 : §.'],
    ['fr', '2026-03-01', 'month', 'En vigueur en mars 2026 : §.'],
    ['es', '2026-03-01', 'day', 'En vigor el 1 de marzo de 2026: §.'],
    ['es', '2026-03-01', 'month', 'En vigor en marzo de 2026: §.'],
  ] as const;

  test.each(rows)('%#', (language, from, precision, says) => {
    const { t, writing } = evidenceTextOf(language);
    const span = { from: `${from}T00:00:00.000Z`, precision };
    const values = { standing: 'held', isOpen: false, cause: '§' };

    expect(t('evidence.state.at', { ...values, span: writing.span(span), precision: writing.precision(span) })).toBe(
      says,
    );
  });

  test('an Italian article loses its vowel before a date alone, never inside a value', () => {
    const t = textOf('it');

    expect(t('evidence.state.now.active', { time: '8 marzo 2026' })).toBe('In vigore dall’8 marzo 2026.');
    expect(t('evidence.state.now.active', { time: '18 marzo 2026' })).toBe('In vigore dal 18 marzo 2026.');
    expect(t('evidence.state.headNow', { head: 'il 8 marzo' })).toBe('Ora: il 8 marzo');
  });
});
