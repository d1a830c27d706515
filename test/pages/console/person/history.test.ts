import { expect, test } from 'vitest';
import type { ListedConsent } from '../../../../client/typescript/index.ts';
import { isPastDay, stateOnDay, toHistories } from '../../../../pages/console/person/history.ts';

const consent = (given: string, overrides: Partial<ListedConsent> = {}): ListedConsent => ({
  id: given,
  projectUid: 'shop',
  projectId: '1',
  consentInformationPid: 1,
  consentInformationVersionId: 'v1',
  consentInformationVersion: 1,
  lang: 'eng',
  channel: 'web',
  receivedBy: null,
  time: `${given}T10:00:00.000Z`,
  userData: {},
  imported: false,
  state: 'active',
  since: `${given}T10:00:00.000Z`,
  revokeTime: null,
  expiryTime: null,
  supersedeTime: null,
  eraseTime: null,
  revokeChannel: null,
  revokeReceivedBy: null,
  revokeLink: null,
  ...overrides,
});

const ended = (given: string, state: 'revoked' | 'expired' | 'superseded', time: string, overrides = {}) =>
  consent(given, {
    state,
    since: time,
    [{ revoked: 'revokeTime', expired: 'expiryTime', superseded: 'supersedeTime' }[state]]: time,
    ...overrides,
  });

const tell = (consents: readonly ListedConsent[]) =>
  toHistories(consents).map(({ pid, events }) => [pid, events.map(({ time, what }) => `${time.slice(0, 10)} ${what}`)]);

test('each notice has what happened, oldest first, and the one in which something happened last is first', () => {
  const consents = [
    consent('2026-03-01'),
    ended('2026-01-01', 'revoked', '2026-02-01T00:00:00.000Z'),
    ended('2026-01-02', 'superseded', '2026-06-01T00:00:00.000Z', { consentInformationPid: 2 }),
  ];

  expect(tell(consents)).toEqual([
    [2, ['2026-01-02 given', '2026-06-01 superseded']],
    [1, ['2026-01-01 given', '2026-02-01 revoked', '2026-03-01 given']],
  ]);
});

test('what time would have ended later, or somebody had ended before, is not told', () => {
  const expiryTime = '2027-01-01T00:00:00.000Z';
  const [late, early] = ['2026-05-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'];

  expect(tell([consent('2026-01-01', { expiryTime })])).toEqual([[1, ['2026-01-01 given']]]);
  expect(tell([ended('2026-01-01', 'revoked', early, { expiryTime: late })])).toEqual([
    [1, ['2026-01-01 given', '2026-04-01 revoked']],
  ]);
  expect(tell([ended('2026-01-01', 'revoked', late, { expiryTime: early })])).toEqual([
    [1, ['2026-01-01 given', '2026-04-01 expired', '2026-05-01 revoked']],
  ]);
  expect(tell([ended('2026-01-01', 'expired', early, { supersedeTime: late })])).toEqual([
    [1, ['2026-01-01 given', '2026-04-01 expired']],
  ]);
});

test("the page shows what the service says has happened, whatever time the reader's clock shows", () => {
  const given = consent('2999-01-01', { expiryTime: '2999-06-01T00:00:00.000Z' });
  const revoked = ended('2999-01-02', 'revoked', '2999-01-03T00:00:00.000Z', { consentInformationPid: 2 });
  const expired = ended('2999-01-01', 'expired', '2999-01-02T00:00:00.000Z', { consentInformationPid: 3 });

  expect(tell([given, revoked, expired])).toEqual([
    [2, ['2999-01-02 given', '2999-01-03 revoked']],
    [3, ['2999-01-01 given', '2999-01-02 expired']],
    [1, ['2999-01-01 given']],
  ]);
});

test('a notice that holds by an earlier consent says how the latest one ended, which decides before a mailing', () => {
  const endedOf = (...consents: readonly ListedConsent[]) => {
    const [history] = toHistories(consents);
    return history?.holding.holds ? history.holding.latestEnded?.id : 'none holds';
  };
  const revoked = ended('2026-03-01', 'revoked', '2026-03-02T00:00:00.000Z');

  expect(endedOf(consent('2026-01-01'), revoked)).toBe('2026-03-01');
  expect(endedOf(revoked, consent('2026-01-01'))).toBe('2026-03-01');
  expect(endedOf(consent('2026-04-01'), revoked)).toBeUndefined();
  expect(endedOf(revoked)).toBe('none holds');
});

test('a notice holds by its consents in force from the oldest on, until the last of them expires', () => {
  const [old, young] = [
    consent('2026-01-01', { expiryTime: '2027-01-01T10:00:00.000Z' }),
    consent('2026-02-01', { expiryTime: '2027-02-01T10:00:00.000Z' }),
  ];
  const holdingOf = (...consents: readonly ListedConsent[]) => toHistories(consents)[0]?.holding;

  expect(holdingOf(young, old)).toEqual({ holds: true, newest: young, oldest: old, until: '2027-02-01T10:00:00.000Z' });
  expect(holdingOf(young, consent('2025-01-01'))).toMatchObject({ holds: true, until: null });
});

test('a notice that does not hold says what ended last', () => {
  const [first, last] = [
    ended('2026-03-01', 'revoked', '2026-03-02T00:00:00.000Z'),
    ended('2026-01-01', 'superseded', '2026-06-01T00:00:00.000Z'),
  ];

  expect(toHistories([first, last])[0]?.holding).toEqual({ holds: false, last });
});

test.each([
  ['2025-12-21', 'not', []],
  ['2025-12-22', 'partly', ['2025-12-22']],
  ['2026-03-01', 'throughout', ['2025-12-22']],
  ['2026-05-11', 'partly', ['2025-12-22']],
  ['2026-05-12', 'not', []],
  ['2026-06-02', 'throughout', ['2026-06-01']],
])('on a day a notice is in force by whichever consent was: %s', (day, holds, ids) => {
  const consents = [
    consent('2026-06-01'),
    ended('2025-12-22', 'revoked', '2026-05-11T12:00:00.000Z', { expiryTime: '2027-01-01 00:00:00' }),
  ];

  const { by, ...rest } = stateOnDay(consents, day, new Date('2026-11-27'));

  expect(rest).toEqual({ holds });
  expect(by.map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['10:00', 'throughout'],
  ['12:00', 'throughout'],
  ['12:01', 'partly'],
])('a day that two consents cover is in force throughout, if the second was given at %s', (given, holds) => {
  const consents = [
    ended('2026-01-01', 'revoked', '2026-03-03T12:00:00.000Z'),
    consent('2026-03-03', { time: `2026-03-03T${given}:00.000Z` }),
  ];

  expect(stateOnDay(consents, '2026-03-03', new Date('2026-11-27')).holds).toBe(holds);
});

test('a day to come, or one that is typed by half, is not asked about', () => {
  expect(['2020-01-01', '2999-01-01', '20', ''].map(isPastDay)).toEqual([true, false, false, false]);
});
