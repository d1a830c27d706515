import * as v from 'valibot';
import type { Item, Key, Table } from './client.ts';
import { getItem } from './get.ts';
import { write } from './write.ts';

/** The public half of an ES256 key pair as a JWK (RFC 7518, section 6.2). */
export const PublicJwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() });

/** A public key with which access tokens are verified. */
const VerificationKey = v.object({
  kid: v.string(),
  jwk: PublicJwk,
  addedAt: v.string(),
});
export type VerificationKey = v.InferOutput<typeof VerificationKey>;

const VerificationKeys = v.object({ keys: v.array(VerificationKey) });

/** All public keys are one item, read together. */
export const verificationKeysKey: Key = { PK: 'KEYS', SK: 'KEYS' };

export const parseVerificationKeys = (item: Item): VerificationKey[] => v.parse(VerificationKeys, item).keys;

/** Adds a public key, unless it is there. Tokens signed with its private half are good from now on. */
export const publishVerificationKey = async (
  table: Table,
  { kid, jwk }: Pick<VerificationKey, 'kid' | 'jwk'>,
  now: Date,
): Promise<void> => {
  const item = await getItem(table, verificationKeysKey);
  const keys = item === undefined ? [] : parseVerificationKeys(item);
  if (keys.some((key) => key.kid === kid)) return;
  const { done } = await write(table, {
    put: { ...verificationKeysKey, keys: [...keys, { kid, jwk, addedAt: now.toISOString() }] },
    condition: item === undefined ? 'attribute_not_exists(PK)' : '#keys = :keys',
    ...(item && { names: { '#keys': 'keys' }, values: { ':keys': item.keys } }),
  });
  if (!done) await publishVerificationKey(table, { kid, jwk }, now);
};
