import { expect, test } from 'vitest';
import { receivedWays } from '../../../../shared/consents/arrival.ts';
import { consentAttributes, openConsent, parseConsent } from '../../../../shared/consents/consent.ts';
import { importConsent } from '../../../../shared/consents/exchange/import.ts';
import { toConsentLine } from '../../../../shared/consents/exchange/lines.ts';
import { compress, unpack } from '../../../../shared/store/item.ts';
import type { Item } from '../../../../shared/store/table.ts';

const time = '2026-03-10T10:20:30.400Z';
const id = '019cd7432f4075058505050505050505';
const observed = {
  userId: 1,
  sessionId: Buffer.alloc(16, 1),
  sourceIp: '203.0.113.7',
  userAgent: 'test-agent/1.0',
  requestId: 'JKJaXmPLvHcESHA=',
};
const [way] = receivedWays;
const imported = { source: 'crm', line: 1, at: time, by: 'local:ada', withRevocation: true as const };

/** A revoked consent with every attribute that a consent may have, but for those of an erasure. */
const consent: Item = {
  SK: id,
  projectUid: 'shop',
  pid: 1,
  versionId: id,
  lang: 'ita',
  channel: 'web',
  projectId: Buffer.from(id, 'hex'),
  contentHash: Buffer.alloc(32, 2),
  byPid: true,
  time,
  receivedBy: way,
  proof: compress({ received_by: way }),
  userData: compress({ email: 'ada@example.com' }),
  observed,
  revokeTime: '2026-03-11T10:20:30.400Z',
  revokeChannel: 'web',
  revokeReceivedBy: way,
  revokeProof: compress({ received_by: way }),
  revokeObserved: observed,
  imported,
};

const known = consentAttributes.filter((name) => !['eraseTime', 'answerBytes'].includes(name));

test('the consent of the next test has every attribute', () => {
  expect(known.filter((name) => !(name in consent))).toEqual([]);
});

/** The stored form of each attribute, with what is compressed as its value. */
const tell = (item: Item) =>
  Object.fromEntries(
    known.map((name) => {
      const value = item[name];
      return [name, /proof$|userData/i.test(name) && value instanceof Uint8Array ? unpack(value).value : value];
    }),
  );

const { sessionId: _, ...seen } = observed;
const byKey = { ...consent, observed: { ...seen, keyId: Buffer.alloc(8, 7) } };

const { userId: __, ...surroundings } = seen;
const link = { key: 'tax_code', userId: 7, day: '2026-03-03' };
const throughLink = { ...surroundings, link };
const linkOfKey = { ...surroundings, link: { ...link, keyId: Buffer.alloc(8, 7) } };

test.each([
  ['a session', consent],
  ['a key, and revoked by a session', byKey],
  ['a key', { ...byKey, revokeObserved: byKey.observed }],
  ['a key, and revoked through a link', { ...byKey, revokeObserved: throughLink }],
  ['a key, and revoked through a link of a key', { ...byKey, revokeObserved: linkOfKey }],
])('what is exported and imported has every attribute as it was: given by %s', (_, item) => {
  const line = toConsentLine(openConsent(parseConsent({ ...item, answerBytes: 500 })));
  const { put } = importConsent(undefined, 'account', line, { ...imported, at: new Date(time) });

  expect(tell(put.put)).toEqual(tell(item));
});
