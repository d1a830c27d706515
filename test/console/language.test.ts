import { expect, test } from 'vitest';
import { chooseLanguage, chooseRegion } from '../../console/locale.ts';
import { newWriting } from '../../console/writing.ts';

test.each([
  [['it-CH', 'en'], 'it'],
  [['pt-BR', 'FR-ca'], 'fr'],
  [['pt-BR'], 'en'],
  [['est'], 'en'],
  [[], 'en'],
] as const)('the first language that the console has: %j', (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language);
});

test.each([
  ['de', ['en', 'de-AT', 'de-DE'], 'de-AT'],
  ['es', ['est', 'es-MX'], 'es-MX'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB'],
  ['fr', ['en'], 'fr'],
] as const)('its regional variant: %s of %j', (language, preferred, region) => {
  expect(chooseRegion(language, preferred)).toBe(region);
});

test('times are in UTC and say so, in the order and with the words of the region', () => {
  const time = '2026-11-02 00:30:05';

  expect(newWriting('en-GB').time(time)).toBe('2 Nov 2026, 00:30:05 UTC');
  expect(newWriting('en-US').time(time)).toMatch(/^Nov 2, 2026, 12:30:05\sAM UTC$/);
  expect(newWriting('de-DE').time('2026-11-02T00:30:05.123Z')).toBe('02.11.2026, 00:30:05 UTC');
  expect(newWriting('it').day(time)).toBe('2 nov 2026');
  expect(newWriting('de').number(100_000)).toBe('100.000');
  expect(newWriting('fr').number(100_000)).toBe('100\u202f000');
});

test('waits are told in seconds, and in minutes where they are long', () => {
  const { duration } = newWriting('en');

  expect([400, 1_000, 59_001, 120_000, 120_001, 1_920_000].map(duration)).toEqual([
    ...['1 second', '1 second', '60 seconds', '120 seconds', '3 minutes', '32 minutes'],
  ]);
});
