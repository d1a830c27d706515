import { describe, expect, test } from 'vitest';
import {
  digestToken,
  endSession,
  isActive,
  listSessions,
  newRefreshToken,
  parseRefreshToken,
  parseSession,
  rotateSession,
  startSession,
} from '../../../shared/identity/session.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { putItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const start = Date.UTC(2026, 10, 20, 12);
const lifetime = 100;
const owner = { userId: 7, accountId: 'a'.repeat(32), epoch: 3 };

/** So many seconds after the session began. */
const at = (seconds: number): Date => new Date(start + seconds * 1_000);

const newSession = () => startSession(table, owner, { id: newIdentifier(at(0)), lifetime, now: at(0) });

const rotate = (presented: Parameters<typeof rotateSession>[1], seconds: number) =>
  rotateSession(table, presented, { lifetime, now: at(seconds) });

const mustRotate = async (presented: Parameters<typeof rotateSession>[1], seconds: number) => {
  const rotation = await rotate(presented, seconds);
  if (rotation.outcome !== 'rotated') throw new Error(`The rotation was refused: ${rotation.outcome}`);
  return rotation.refreshToken;
};

test('a session is stored as it was begun, without its token', async () => {
  const { session, refreshToken } = await newSession();

  const item = await getItem(table, keyOf.session(owner.userId, session.id));
  expect(parseSession(item ?? {})).toEqual(session);
  expect(session).toMatchObject({
    ...owner,
    currentIssuedMs: start,
    createdAt: '2026-11-20T12:00:00.000Z',
    expiresAt: start / 1_000 + lifetime,
  });
  for (const secret of [refreshToken.text, refreshToken.family]) expect(JSON.stringify(item)).not.toContain(secret);
});

test.each([{ id: newIdentifier(at(0)) }, { userId: 8 }])('a session that names another is none: %o', async (other) => {
  const userId = 7_000_000 + Object.keys(other).join('').length;
  const { session } = await startSession(
    table,
    { ...owner, userId },
    { id: newIdentifier(at(0)), lifetime, now: at(0) },
  );
  const key = keyOf.session(userId, session.id);
  expect(await listSessions(table, userId)).toMatchObject([{ id: session.id }]);
  const changed = { ...key, ...(await getItem(table, key)), ...other };
  await putItem(table, changed);

  expect(() => parseSession(changed)).toThrow('names another');
  await expect(listSessions(table, userId)).rejects.toThrow('names another');
});

test('a session is begun once', async () => {
  const { session, refreshToken } = await newSession();

  await startSession(table, { ...owner, epoch: 9 }, { id: session.id, lifetime, now: at(50) });

  expect(await getItem(table, keyOf.session(owner.userId, session.id))).toMatchObject({ epoch: 3 });
  expect(await rotate(refreshToken, 1)).toMatchObject({ outcome: 'rotated' });
});

test('a rotation keeps the family, remembers one token and puts off the end', async () => {
  const { session, refreshToken } = await newSession();

  const rotation = await rotate(refreshToken, 60);

  expect(rotation).toMatchObject({
    outcome: 'rotated',
    session: {
      id: session.id,
      familyHash: session.familyHash,
      previousHash: session.currentHash,
      currentIssuedMs: start + 60_000,
      expiresAt: start / 1_000 + 60 + lifetime,
    },
  });
});

describe('a refusal says why', () => {
  test('unknown: of no session, or not of its family', async () => {
    const { refreshToken } = await newSession();

    expect(await rotate(newRefreshToken({ ...refreshToken, sessionId: 'f'.repeat(32) }), 1)).toEqual({
      outcome: 'unknown',
    });
    const { userId, sessionId } = refreshToken;
    expect(await rotate(newRefreshToken({ userId, sessionId }), 50)).toEqual({ outcome: 'unknown' });
  });

  test('expired: from the second on at which it ends', async () => {
    const { refreshToken } = await newSession();

    expect(await rotate(refreshToken, lifetime)).toEqual({ outcome: 'expired' });
    expect(await rotate(refreshToken, lifetime - 1)).toMatchObject({ outcome: 'rotated' });
  });

  test('ended: also when it has expired since', async () => {
    const { session, refreshToken } = await newSession();
    await endSession(table, owner.userId, session.id, at(1));

    expect(await rotate(refreshToken, 2)).toEqual({ outcome: 'ended' });
    expect(await rotate(refreshToken, lifetime + 1)).toEqual({ outcome: 'ended' });
  });

  test('reused or stolen: by when the token was used, if it is the one used last', async () => {
    const { refreshToken } = await newSession();
    await mustRotate(refreshToken, 30);

    expect(await rotate(refreshToken, 40)).toEqual({ outcome: 'reused' });
    expect(await rotate(refreshToken, 40.001)).toEqual({ outcome: 'stolen' });
  });

  test('stolen: at once, if it is an earlier one, however short ago the last one was used', async () => {
    const { refreshToken } = await newSession();
    const second = await mustRotate(refreshToken, 30);
    await mustRotate(second, 30);

    expect(await rotate(refreshToken, 30)).toEqual({ outcome: 'stolen' });
    expect(await rotate(second, 40)).toEqual({ outcome: 'reused' });
  });

  test('stolen: at once, if it is of the family and was never issued', async () => {
    const { refreshToken } = await newSession();
    const forged = newRefreshToken(refreshToken);

    expect(await rotate(forged, 0)).toEqual({ outcome: 'stolen' });
    await mustRotate(refreshToken, 1);
    expect(await rotate(forged, 1)).toEqual({ outcome: 'stolen' });
  });
});

test('a session ends once, and none that is not there', async () => {
  const { session } = await newSession();

  expect(await endSession(table, owner.userId, session.id, at(1))).toBe(true);
  expect(await endSession(table, owner.userId, session.id, at(2))).toBe(false);
  expect(await getItem(table, keyOf.session(owner.userId, session.id))).toMatchObject({ endedAt: at(1).toISOString() });
  expect(await endSession(table, owner.userId, 'f'.repeat(32), at(1))).toBe(false);
  expect(await getItem(table, keyOf.session(owner.userId, 'f'.repeat(32)))).toBeUndefined();
});

test('a session is alive while its user is enabled, of its epoch, and it has neither ended nor expired', async () => {
  const { session } = await newSession();
  const user = { sessionEpoch: owner.epoch, enabled: true };

  expect(isActive(session, user, at(lifetime - 1))).toBe(true);
  expect(isActive(session, user, at(lifetime))).toBe(false);
  expect(isActive(session, { ...user, enabled: false }, at(1))).toBe(false);
  expect(isActive(session, { ...user, sessionEpoch: owner.epoch + 1 }, at(1))).toBe(false);
  expect(isActive({ ...session, endedAt: at(1).toISOString() }, user, at(1))).toBe(false);
});

test('a session goes on that a new password carried over after the user was read', async () => {
  const { session } = await newSession();

  expect(isActive({ ...session, epoch: owner.epoch + 1 }, { sessionEpoch: owner.epoch, enabled: true }, at(1))).toBe(
    true,
  );
});

const sessionId = 'a'.repeat(32);

test('a token says where its session is, its family and 256 bits of its own', () => {
  const [one, other] = [newRefreshToken({ userId: 7, sessionId }), newRefreshToken({ userId: 7, sessionId })];

  expect(parseRefreshToken(one.text)).toEqual(one);
  expect(one).toMatchObject({ userId: 7, sessionId, family: expect.stringMatching(/^[\w-]{22}$/) });
  expect(one.text.split('.').at(-1)).toMatch(/^[\w-]{43}$/);
  expect(other.family).not.toBe(one.family);
  expect(other.text).not.toBe(one.text);
});

test('the next token of a session is of its family, with other bits', () => {
  const first = newRefreshToken({ userId: 7, sessionId });
  const next = newRefreshToken(first);

  expect(next).toMatchObject({ userId: 7, sessionId, family: first.family });
  expect(digestToken(next).familyHash).toBe(digestToken(first).familyHash);
  expect(digestToken(next).hash).not.toBe(digestToken(first).hash);
});

test('the digests of a token reveal nothing of it', () => {
  const token = newRefreshToken({ userId: 7, sessionId });
  const { familyHash, hash } = digestToken(token);

  expect([familyHash, hash]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
  expect(token.text).not.toContain(familyHash);
  expect(token.text).not.toContain(hash);
});

const family = '-_'.repeat(11);
const bits = 'Az09-_'.padEnd(43, 'x');

test.each([`1.${sessionId}.${family}.${bits}`, `999999999999999.${'0123456789abcdef'.repeat(2)}.${family}.${bits}`])(
  '%s has the form of a token',
  (text) => {
    expect(parseRefreshToken(text)).toMatchObject({ family, text });
  },
);

test.each([
  `0.${sessionId}.${family}.${bits}`,
  `01.${sessionId}.${family}.${bits}`,
  `1000000000000000.${sessionId}.${family}.${bits}`,
  `x.${sessionId}.${family}.${bits}`,
  `.${sessionId}.${family}.${bits}`,
  ` 1.${sessionId}.${family}.${bits}`,
  `1.${sessionId}.${family}.${bits} `,
  `1.${sessionId}.${family}.${bits}\n`,
  `1.${'A'.repeat(32)}.${family}.${bits}`,
  `1.${'g'.repeat(32)}.${family}.${bits}`,
  `1.${'a'.repeat(31)}.${family}.${bits}`,
  `1.${'a'.repeat(33)}.${family}.${bits}`,
  `1.${sessionId}.${family}x.${bits}`,
  `1.${sessionId}.${family.slice(1)}.${bits}`,
  `1.${sessionId}.${'='.repeat(22)}.${bits}`,
  `1.${sessionId}.${family}.${bits}x`,
  `1.${sessionId}.${family}.${bits.slice(1)}`,
  `1.${sessionId}.${family}.${'+'.repeat(43)}`,
  `1-${sessionId}-${family}-${bits}`,
  `1.${sessionId}.${family}`,
])('%j does not', (text) => {
  expect(() => parseRefreshToken(text)).toThrow(
    expect.objectContaining({ code: 'refresh-token.invalid', detail: expect.stringContaining('unknown, expired') }),
  );
});
