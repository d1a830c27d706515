import { expect, test } from 'vitest';
import { openConsent, openUserData, parseConsent } from '../../../shared/consents/consent.ts';
import { parseEntry } from '../../../shared/consents/lists.ts';
import { toConsentRecord } from '../../../shared/consents/record.ts';
import { compress } from '../../../shared/store/item.ts';

const id = '0199f1d4b7a87c1e9d3f5a6b8c7d2e10';
const projectId = '0199f1d2a3457e0f9a1b2c3d4e5f6a7b';
const facets = {
  projectUid: 'shop',
  pid: 1,
  versionId: '0199f1d2a3447b7d8e21c0ffee12ab34',
  lang: 'eng',
  channel: 'web',
};
const observed = {
  userId: 1,
  sessionId: Buffer.alloc(16),
  sourceIp: '203.0.113.7',
  userAgent: 'test-agent/1.0',
  requestId: 'JKJaXmPLvHcESHA=',
};

/** As version 0.1 writes them. What is stored stays, so this is never given what a later version adds. */
const consent = {
  PK: `ACCOUNT#${projectId}#CONSENT#${id}`,
  SK: id,
  projectKey: Buffer.alloc(16),
  emailKey: Buffer.alloc(16),
  ...facets,
  projectId: Buffer.from(projectId, 'hex'),
  contentHash: Buffer.alloc(32),
  time: '2026-11-21T09:30:00.000Z',
  proof: compress({ url: 'https://shop.example/' }),
  userData: compress({ email: 'ada@example.com' }),
  observed,
  valueDigests: Buffer.alloc(6),
  salt: Buffer.alloc(16),
  storedBytes: 700,
  answerBytes: 500,
};
const revocation = {
  revokeTime: '2026-11-22T09:30:00.000Z',
  revokeChannel: 'email',
  revokeObserved: observed,
  revokeProof: compress({ url: 'https://shop.example/account' }),
};

test.each([
  ['a consent', consent, { revoked: false }],
  ['a revoked one', { ...consent, ...revocation }, { revoked: true, revokeChannel: 'email' }],
])('%s of version 0.1 is read', (_name, item, shown) => {
  const stored = parseConsent(item);
  const opened = openConsent(stored);

  expect(toConsentRecord(opened)).toMatchObject({ id, userData: { email: 'ada@example.com' }, ...shown });
});

/** What an erasure leaves of each; the channel of a revocation stays. */
const leave = ({ proof: _, userData: __, salt: ___, ...rest }: typeof consent) => ({
  ...rest,
  observed: { userId: 1, sessionId: Buffer.alloc(16), requestId: 'JKJaXmPLvHcESHA=' },
  eraseTime: '2026-11-23T09:30:00.000Z',
});
const inForce = { ...leave(consent), revokeTime: '2026-11-23T09:30:00.000Z' };
const withdrawn = { ...leave(consent), revokeTime: '2026-11-22T09:30:00.000Z', revokeChannel: 'email' };

test.each([
  ['an erased consent that was in force', inForce, { revokeTime: '2026-11-23 09:30:00', revokeChannel: null }],
  ['an erased consent that was revoked', withdrawn, { revokeTime: '2026-11-22 09:30:00', revokeChannel: 'email' }],
])('%s answers with empty proofs and userData, and is revoked', (_name, item, shown) => {
  const stored = parseConsent(item);
  const opened = openConsent(stored);

  expect(toConsentRecord(opened)).toEqual({
    id,
    projectUid: 'shop',
    projectId,
    consentInformationPid: 1,
    consentInformationVersionId: facets.versionId,
    lang: 'eng',
    time: '2026-11-21 09:30:00',
    channel: 'web',
    channelData: {},
    proof: {},
    userData: {},
    revoked: true,
    revokeChannelData: {},
    revokeProof: {},
    ...shown,
  });
});

test('only a consent that was erased may lack what was personal in it', () => {
  const { userData: _, ...damaged } = consent;

  expect(() => openUserData(parseConsent(damaged))).toThrow('lacks what it was recorded with');
});

test('an entry of version 0.1 is read', () => {
  const { SK, storedBytes, answerBytes, valueDigests } = consent;

  expect(parseEntry({ SK, ...facets, storedBytes, answerBytes, valueDigests })).toMatchObject({ id, facets });
});
