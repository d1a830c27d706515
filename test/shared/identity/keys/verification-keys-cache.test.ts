import { expect, test } from 'vitest';
import { createKeyPair } from '../../../../shared/identity/keys/signing-key.ts';
import { cacheVerificationKeys, findVerificationKey } from '../../../../shared/identity/keys/verification-keys.ts';

const learned = Date.UTC(2026, 10, 20, 12);
const after = (milliseconds: number): Date => new Date(learned + milliseconds);

const newKey = () => ({ ...createKeyPair(after(0)).verificationKey, addedAt: after(0).toISOString() });

test('keys are known for five minutes, and those that were learned last alone', () => {
  const [one, other] = [newKey(), newKey()];
  expect(findVerificationKey(one.kid, after(0))).toBeUndefined();

  cacheVerificationKeys([one], after(0));

  expect(findVerificationKey(one.kid, after(5 * 60_000 - 1))?.export({ format: 'jwk' })).toMatchObject({
    x: one.jwk.x,
    y: one.jwk.y,
  });
  expect(findVerificationKey(one.kid, after(5 * 60_000))).toBeUndefined();
  expect(findVerificationKey(other.kid, after(0))).toBeUndefined();

  cacheVerificationKeys([other], after(60_000));

  expect(findVerificationKey(one.kid, after(60_001))).toBeUndefined();
  expect(findVerificationKey(other.kid, after(60_001))?.type).toBe('public');
});
