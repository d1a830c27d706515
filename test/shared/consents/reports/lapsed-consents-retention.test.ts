import { expect, test } from 'vitest';
import type { Retention } from '../../../../shared/consents/reports/lapsed-consents.ts';
import { judgeRetention } from '../../../../shared/consents/reports/lapsed-consents.ts';
import type { ConsentTimes } from '../../../../shared/consents/state.ts';
import type { LineageVersion } from '../../../../shared/notices/lineage.ts';

const day = (text: string): Date => new Date(`${text}T12:00:00.000Z`);
const now = day('2026-11-22');
const ofNow: Retention = { now, withErased: false };

const versionOf = (retentionDays: number | undefined): LineageVersion => ({
  id: 'v',
  pid: 1,
  version: 1,
  contentHash: '',
  textBytes: 0,
  languages: [],
  name: 'privacy',
  publishedBy: '',
  publishedAt: day('2020-01-01').toISOString(),
  validityDays: 0,
  askedAgainBy: undefined,
  ...(retentionDays !== undefined && { retentionDays }),
});

const judge = (times: Partial<ConsentTimes>, retentionDays?: number, retention: Partial<Retention> = {}) =>
  judgeRetention(
    { times: { given: day('2024-01-01'), ...times }, version: versionOf(retentionDays) },
    { ...ofNow, ...retention },
  );

test('days of 24 hours after its end a consent is due, and not a millisecond earlier', () => {
  const due = { ending: 'withdrawn', dueSince: now };

  expect(judge({ revoked: day('2026-11-12') }, 10)).toEqual(due);
  expect(judge({ revoked: new Date(day('2026-11-12').getTime() + 1) }, 10)).toBe('kept');
  expect(judge({ revoked: day('2026-11-12') }, 11)).toBe('kept');
});

test('its first end counts, by whatever it came', () => {
  const [early, late] = [day('2025-01-01'), day('2026-11-21')];

  expect(judge({ expires: early, revoked: late }, 100)).toMatchObject({ ending: 'expired' });
  expect(judge({ superseded: early, expires: late, revoked: late }, 100)).toMatchObject({ ending: 'superseded' });
  expect(judge({ revoked: early, superseded: late }, 100)).toMatchObject({ ending: 'withdrawn' });
  expect(judge({ revoked: late, expires: late }, 100)).toBe('kept');
});

test.each<[string, Partial<ConsentTimes>]>([
  ['that nothing ends', {}],
  ['that is to expire', { expires: new Date(now.getTime() + 1) }],
  ['that is superseded in the future', { superseded: day('2027-01-01') }],
])('a consent %s is in force and never due', (_what, times) => {
  expect(judge(times, 1)).toBe('kept');
  expect(judge(times, undefined, { endedBefore: day('2099-01-01') })).toBe('kept');
  expect(judge(times, 1, { withErased: true })).toBe('kept');
});

test('where the version says no days, nothing is due but by a date', () => {
  const times = { revoked: day('2025-06-01') };

  expect(judge(times)).toBe('no-term');
  expect(judge(times, undefined, { endedBefore: day('2025-06-01') })).toBe('kept');
  expect(judge(times, undefined, { endedBefore: new Date(day('2025-06-01').getTime() + 1) })).toEqual({
    ending: 'withdrawn',
    dueSince: day('2025-06-01'),
  });
});

test('a date takes the place of the days', () => {
  const times = { revoked: day('2026-06-01') };

  expect(judge(times, 9_999, { endedBefore: day('2026-07-01') })).toMatchObject({ ending: 'withdrawn' });
  expect(judge(times, 1, { endedBefore: day('2026-05-01') })).toBe('kept');
});

test('what was erased is due again only where the evidence is to go too, from the end that it had', () => {
  const times = { revoked: day('2025-01-01'), erased: day('2026-11-21') };

  expect(judge(times, 30)).toBe('kept');
  expect(judge(times, 30, { withErased: true })).toMatchObject({ ending: 'withdrawn' });
  expect(judge({ erased: day('2026-11-21') }, 30, { withErased: true })).toBe('kept');
  expect(judge({ erased: day('2026-11-21') }, 1, { withErased: true })).toEqual({ ending: 'erased', dueSince: now });
});

test('days without number are no end', () => {
  expect(judge({ revoked: day('2025-01-01') }, Number.MAX_SAFE_INTEGER)).toBe('kept');
});
