import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import { lifetimes } from '../../api/limits.ts';
import { keyOf } from '../../store/keys.ts';
import type { Item, Table } from '../../store/table.ts';
import type { Change } from '../operations-log.ts';
import type { KeyList } from './evidence-keys.ts';
import { changeKeyList, readKeyList } from './evidence-keys.ts';
import { PublicJwk } from './evidence-signer.ts';

/** A public key with which access tokens are verified. */
const VerificationKey = v.object({
  kid: v.string(),
  jwk: PublicJwk,
  addedAt: v.string(),
  /** The secret with the private half. Two stages on one table have one each. */
  secretId: v.optional(v.string()),
  /** When another key began to sign. */
  supersededAt: v.optional(v.string()),
});
export type VerificationKey = v.InferOutput<typeof VerificationKey>;

const VerificationKeys = v.object({ keys: v.array(VerificationKey) });

export const parseVerificationKeys = (item: Item): VerificationKey[] => v.parse(VerificationKeys, item).keys;

/** All public keys are one item, read together. */
const list: KeyList<VerificationKey> = { at: keyOf.verificationKeys(), parse: parseVerificationKeys };

export const readVerificationKeys = (table: Table): Promise<VerificationKey[]> => readKeyList(table, list);

/** Adds a public key, unless it is there. From now on, tokens signed with its private half are valid. */
export const publishVerificationKey = (
  table: Table,
  { kid, jwk, secretId }: Pick<VerificationKey, 'kid' | 'jwk' | 'secretId'>,
  now: Date,
): Promise<void> =>
  changeKeyList(table, list, (keys) =>
    keys.some((key) => key.kid === kid)
      ? keys
      : [...keys, { kid, jwk, addedAt: now.toISOString(), ...(secretId !== undefined && { secretId }) }],
  );

/**
 * How long tokens of a superseded key may live: a container may still sign with the key it has read, even if it cannot
 * read the secret again.
 */
const afterlife = (lifetimes.signingKeySecondsLongest + lifetimes.accessTokenSecondsLongest) * 1_000;

/** When the last token of a superseded key expires. Undefined for a key that may still sign. */
export const findEnd = ({ supersededAt }: VerificationKey): Date | undefined =>
  supersededAt === undefined ? undefined : new Date(Date.parse(supersededAt) + afterlife);

const isGone = (key: VerificationKey, now: Date): boolean => {
  const end = findEnd(key);
  return end !== undefined && now > end;
};

/**
 * Marks the other keys of the current key's secret as superseded. Drops the keys of any secret whose tokens have all
 * expired.
 */
export const markSupersededKeys = (table: Table, currentKid: string, now: Date): Promise<void> => {
  const markSuperseded = (keys: readonly VerificationKey[]): VerificationKey[] => {
    const secretId = keys.find(({ kid }) => kid === currentKid)?.secretId;
    return keys
      .filter((key) => key.kid === currentKid || !isGone(key, now))
      .map((key) => {
        const { supersededAt = now.toISOString(), ...rest } = key;
        if (key.kid === currentKid) return rest;
        return key.secretId === secretId ? { ...rest, supersededAt } : key;
      });
  };
  return changeKeyList(table, list, markSuperseded);
};

/** Marks the key of a deleted secret as superseded, so that it can be retired when its last token has expired. */
export const supersedeVerificationKey = (table: Table, kid: string, { now, record }: Change): Promise<void> =>
  changeKeyList(
    table,
    list,
    (keys) => keys.map((key) => (key.kid === kid ? { supersededAt: now.toISOString(), ...key } : key)),
    [record({ kid })],
  );

/** Drops a key, unless a token of it may still be valid. */
export const retireVerificationKey = (table: Table, kid: string, { now, record }: Change): Promise<void> =>
  changeKeyList(table, list, (keys) => keys.filter((key) => key.kid !== kid || !isGone(key, now)), [record({ kid })]);

let known: ReadonlyMap<string, KeyObject> = new Map();
let cachedMs = Number.NEGATIVE_INFINITY;

/** The public key of that name, if this container has read it recently. */
export const findVerificationKey = (kid: string, now: Date): KeyObject | undefined =>
  now.getTime() - cachedMs < lifetimes.verificationKeysSeconds * 1_000 ? known.get(kid) : undefined;

/** Remembers the keys, in the form that verification needs. */
export const cacheVerificationKeys = (keys: readonly VerificationKey[], now: Date): void => {
  known = new Map(keys.map(({ kid, jwk }) => [kid, createPublicKey({ key: jwk, format: 'jwk' })]));
  cachedMs = now.getTime();
};
