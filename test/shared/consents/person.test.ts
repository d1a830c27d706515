import { expect, test } from 'vitest';
import type { PersonConsent } from '../../../shared/consents/list-consents.ts';
import { toTimeline } from '../../../shared/consents/person.ts';
import type { ConsentTimes } from '../../../shared/consents/state.ts';
import { lineageVersion } from './lineage-version.ts';

const day = (of: number): Date => new Date(Date.UTC(2026, 0, of));

const consentOf = (id: string, times: Omit<ConsentTimes, 'given'>): PersonConsent => ({
  id,
  times: { given: day(1), ...times },
  revokeChannel: undefined,
  arrival: { channel: 'web', receivedBy: null, notedBy: null, link: null, isConfirmed: false },
  revokeArrival: undefined,
  imported: undefined,
  userData: {},
  facets: { projectUid: 'shop', pid: 1, versionId: 'v', lang: 'eng', channel: 'web' },
  version: lineageVersion(),
});

const eventsOf = (...consents: readonly PersonConsent[]) =>
  toTimeline(consents, { now: day(30) }).map(({ event, consent: { id } }) => `${id} ${event}`);

test('time ends a consent once, also where it expires at the moment at which a version asks again', () => {
  expect(eventsOf(consentOf('a', { expires: day(9), superseded: day(9) }))).toEqual(['a given', 'a expired']);
});

test('a history leaves out what time would have done after somebody ended a consent, and has everything that somebody did', () => {
  const times = { revoked: day(3), erased: day(5), expires: day(4), superseded: day(6) };

  expect(eventsOf(consentOf('a', times))).toEqual(['a given', 'a revoked', 'a erased']);
  expect(eventsOf(consentOf('a', { expires: day(2), revoked: day(3) }))).toEqual(['a given', 'a expired', 'a revoked']);
});

test('of one moment what was given comes first, then by the id of the consent', () => {
  const [b, a] = [consentOf('b', { revoked: day(1) }), consentOf('a', {})];

  expect(eventsOf(b, a)).toEqual(['a given', 'b given', 'b revoked']);
});

test('a history has an import at its own time, after what happened long before it', () => {
  const imported = { source: 'crm', line: 7, at: day(20), by: 'local:ada' };

  expect(eventsOf({ ...consentOf('a', { revoked: day(3), erased: day(25) }), imported })).toEqual([
    'a given',
    'a revoked',
    'a imported',
    'a erased',
  ]);
});
