import { verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { createLocalKey } from '../../../../cli/local/kms.ts';
import { openEvidenceSigner } from '../../../../shared/identity/keys/evidence-signer.ts';

const name = { id: process.env.EVIDENCE_KEY ?? '', stage: 'test' };

test('signs by KMS, in the form of JWS', async () => {
  const signer = await openEvidenceSigner(name);
  const key = { key: signer.jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;

  expect(signer).toMatchObject({ stage: 'test', arn: expect.stringMatching(/^arn:aws:kms:/) });
  expect(signer.kid).toBe(await calculateJwkThumbprint(signer.jwk));
  for (let i = 0; i < 20; i += 1) {
    const bytes = Buffer.from(`evidence ${i}`);
    const signature = await signer.sign(bytes);
    expect(verify('sha256', bytes, key, signature)).toBe(true);
  }
});

test('a key that is not there is an error', async () => {
  await expect(openEvidenceSigner({ ...name, id: createLocalKey().arn })).rejects.toMatchObject({
    name: 'NotFoundException',
  });
});
