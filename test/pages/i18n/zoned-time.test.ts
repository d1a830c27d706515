import { expect, test } from 'vitest';
import { newRegionalWriting } from '../../../pages/console/writing.ts';
import { newWriting } from '../../../pages/describe/writing.ts';
import { isAlwaysUtc } from '../../../pages/i18n/zoned-time.ts';
import { textOf } from './texts.ts';

const [winter, summer, night] = ['2026-11-16T22:51:50.000Z', '2026-07-16T22:51:50.000Z', '2026-11-16T23:30:00.000Z'];

test("a time is that of the reader's clock, with UTC beside it, and its day only where that is another", () => {
  const { time } = newRegionalWriting('en-GB', 'Europe/Rome');

  expect(time(winter)).toBe('16 Nov 2026, 23:51:50 (22:51:50\u00a0UTC)');
  expect(time(night)).toBe('17 Nov 2026, 00:30:00 (16 Nov 2026, 23:30:00\u00a0UTC)');
  expect(time('2026-11-16 22:51:50')).toBe(time(winter));
  expect(newRegionalWriting('en-GB', 'UTC').time(winter)).toBe('16 Nov 2026, 22:51:50 UTC');
  expect(newRegionalWriting('en-GB', 'Europe/London').time(winter)).toBe('16 Nov 2026, 22:51:50 UTC');
  expect(newRegionalWriting('en-GB', 'Europe/London').time(summer)).toBe('16 Jul 2026, 23:51:50 (22:51:50\u00a0UTC)');
});

test("a day is that of the reader's clock, but one that is asked for is that of UTC", () => {
  const { day, utcDay } = newRegionalWriting('en-GB', 'America/New_York');

  expect(day('2026-11-17T00:00:00Z')).toBe('16 Nov 2026');
  expect(utcDay('2026-11-17')).toBe('17 Nov 2026');
});

test('sentences of evidence have the same times, and say which of those asked about are UTC', () => {
  const rome = newWriting(textOf('it'), 'it', 'Europe/Rome');
  const utc = newWriting(textOf('it'), 'it', 'UTC');

  expect(rome.time(winter)).toBe('16 novembre 2026 alle ore 23:51:50 (22:51:50\u00a0UTC)');
  expect(rome.moment(winter)).toBe(rome.time(winter));
  expect([utc.time(winter), utc.moment(winter)]).toEqual([
    '16 novembre 2026 alle ore 22:51:50',
    '16 novembre 2026 alle ore 22:51:50 UTC',
  ]);
  expect([rome.clock(winter), rome.clock(night)]).toEqual([
    '23:51:50 (22:51:50\u00a0UTC)',
    '17 novembre 2026 alle ore 00:30:00 (16 novembre 2026 alle ore 23:30:00\u00a0UTC)',
  ]);
  expect(rome.span({ from: night, precision: 'minute' })).toBe('16 novembre 2026 alle ore 23:30 UTC');
  expect(rome.span({ from: night, precision: 'day' })).toBe('16 novembre 2026');
});

test('only a clock that shows UTC in summer too is one of UTC', () => {
  expect(['UTC', 'Africa/Accra', 'Europe/London', 'Europe/Rome'].map(isAlwaysUtc)).toEqual([true, true, false, false]);
});
