import { afterEach, expect, test, vi } from 'vitest';
import { writingOf } from '../../../pages/console/writing.ts';
import { chooseLanguage, chooseRegion } from '../../../pages/i18n/index.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

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

  expect(writingOf('en-GB').time(time)).toBe('2 Nov 2026, 00:30:05 UTC');
  expect(writingOf('en-US').time(time)).toMatch(/^Nov 2, 2026, 12:30:05\sAM UTC$/);
  expect(writingOf('de-DE').time('2026-11-02T00:30:05.123Z')).toBe('02.11.2026, 00:30:05 UTC');
  expect(writingOf('it').day(time)).toBe('2 nov 2026');
  expect(writingOf('de').number(100_000)).toBe('100.000');
  expect(writingOf('fr').number(100_000)).toBe('100\u202f000');
});

test('the page gives a wait in seconds, and a long one in minutes', () => {
  const { duration } = writingOf('en');

  expect([400, 1_000, 59_001, 120_000, 120_001, 1_920_000].map(duration)).toEqual([
    '1 second',
    '1 second',
    '60 seconds',
    '120 seconds',
    '3 minutes',
    '32 minutes',
  ]);
});

test('each row of a page writes with the formatters of its region, which are made once', async () => {
  // Other tests of this worker may have had them made.
  vi.resetModules();
  const [writing, { nameLanguages }] = await Promise.all([
    import('../../../pages/console/writing.ts'),
    import('../../../pages/console/names.tsx'),
  ]);
  const made = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'DisplayNames')];
  const write = () => [writing.writingOf('de-CH').day('2026-11-02'), nameLanguages('de')('ita')];

  const first = write();
  const counts = made.map(({ mock }) => mock.calls.length);
  expect(write()).toEqual(first);

  expect(first).toEqual(['02.11.2026', 'Italienisch']);
  expect(counts.every((count) => count > 0)).toBe(true);
  expect(made.map(({ mock }) => mock.calls.length)).toEqual(counts);
});
