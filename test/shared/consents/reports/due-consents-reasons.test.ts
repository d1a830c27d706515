import { expect, test } from 'vitest';
import { findDueReasons } from '../../../../shared/consents/reports/due-consents.ts';
import type { ConsentTimes } from '../../../../shared/consents/state.ts';

const day = (of: number): Date => new Date(Date.UTC(2026, 0, of));
const given = day(1);
const horizon = day(30);

const reasonsOf = (times: Partial<ConsentTimes>, lang: 'eng' | 'deu' = 'eng') => {
  const version = {
    id: 'v',
    pid: 1,
    version: 1,
    contentHash: '',
    textBytes: 0,
    languages: ['eng'],
    name: 'privacy',
    validityDays: 0,
    askedAgainBy: undefined,
    publishedAt: '',
    publishedBy: '',
  };
  const facets = { projectUid: 'shop', pid: 1, versionId: 'v', lang, channel: 'web' as const };
  return findDueReasons({ facets, version, times: { given, ...times } }, horizon).map(({ reason, since }) => [
    reason,
    since,
  ]);
};

test.each([
  ['nothing', {}, []],
  ['what has expired', { expires: day(2) }, [['expires', day(2)]]],
  ['what expires at the horizon', { expires: horizon }, [['expires', horizon]]],
  ['nothing that expires later', { expires: new Date(horizon.getTime() + 1) }, []],
  ['what is superseded', { superseded: day(3) }, [['superseded', day(3)]]],
  [
    'both',
    { superseded: day(3), expires: day(2) },
    [
      ['expires', day(2)],
      ['superseded', day(3)],
    ],
  ],
  ['nothing that was revoked', { superseded: day(3), revoked: day(4) }, []],
  ['nothing that was erased', { superseded: day(3), erased: day(4) }, []],
])('a reason is %s', (_what, times, reasons) => {
  expect(reasonsOf(times)).toEqual(reasons);
});

test('a reason is a language in which the version has no text, since the consent was given', () => {
  expect(reasonsOf({}, 'deu')).toEqual([['language', given]]);
  expect(reasonsOf({ superseded: day(3) }, 'deu')).toEqual([
    ['superseded', day(3)],
    ['language', given],
  ]);
  expect(reasonsOf({ revoked: day(3) }, 'deu')).toEqual([]);
});
