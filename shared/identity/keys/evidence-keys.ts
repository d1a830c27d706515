import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { storedTime } from '../../schema/scalar.ts';
import { keyOf } from '../../store/keys.ts';
import { getItem } from '../../store/read.ts';
import type { Item, Key, Table } from '../../store/table.ts';
import type { Put } from '../../store/write.ts';
import { commit } from '../../store/write.ts';
import type { EvidenceSigner } from './evidence-signer.ts';
import { PublicJwk } from './evidence-signer.ts';

/** A public evidence key. It is kept for ever, since anyone may want to verify its signatures at any time. */
const EvidenceKey = v.object({
  kid: v.string(),
  jwk: PublicJwk,
  /** ARN of the key in KMS. */
  arn: v.string(),
  /** The stage of the key. Two stages on one table have one key each. */
  stage: v.string(),
  usedFrom: v.string(),
});
export type EvidenceKey = v.InferOutput<typeof EvidenceKey>;

const EvidenceKeys = v.object({ keys: v.array(EvidenceKey) });

/** The attributes from which the list of keys is read, without its keys. */
export const evidenceKeyAttributes: readonly string[] = Object.keys(EvidenceKeys.entries);

export const parseEvidenceKeys = (item: Item | undefined): EvidenceKey[] =>
  item === undefined ? [] : v.parse(EvidenceKeys, item).keys;

const list: KeyList<EvidenceKey> = { at: keyOf.evidenceKeys(), parse: parseEvidenceKeys };

/** All keys that have ever signed evidence of the register, in the order in which they were first used. */
export const readEvidenceKeys = (table: Table): Promise<EvidenceKey[]> => readKeyList(table, list);

/** The data of a signer in the list. */
type Listed = Pick<EvidenceSigner, 'kid' | 'jwk' | 'arn' | 'stage'>;

export const isListed = (keys: readonly EvidenceKey[], { kid }: Pick<Listed, 'kid'>): boolean =>
  keys.some((key) => key.kid === kid);

const toListed = ({ kid, jwk, arn, stage }: Listed, now: Date): EvidenceKey => ({
  kid,
  jwk,
  arn,
  stage,
  usedFrom: now.toISOString(),
});

/**
 * Lists the key of a signer before its first document, unless it is already listed: every document must be verifiable.
 *
 * @param entries of the operations log, for a change by a command
 */
export const listEvidenceKey = (table: Table, signer: Listed, now: Date, entries: readonly Put[] = []): Promise<void> =>
  changeKeyList(table, list, (keys) => (isListed(keys, signer) ? keys : [...keys, toListed(signer, now)]), entries);

/** Sets the first use of a listed key, as in a list that was lost. */
export const setFirstUse = (table: Table, kid: string, since: Date, entries: readonly Put[]): Promise<void> => {
  const usedFrom = since.toISOString();
  const edit = (keys: EvidenceKey[]) => keys.map((key) => (key.kid === kid ? { ...key, usedFrom } : key));
  return changeKeyList(table, list, edit, entries);
};

/**
 * Lists the key of a signer. The item was already read (undefined if there is none), and is read again only to be
 * changed.
 */
export const ensureListed = async (table: Table, item: Item | undefined, signer: Listed, now: Date): Promise<void> => {
  if (!isListed(parseEvidenceKeys(item), signer)) await listEvidenceKey(table, signer, now);
};

/** The keys in their published form. Nothing in it is secret or names anything in AWS. */
export const toKeySet = (keys: readonly EvidenceKey[]): KeySet => ({
  keys: keys.map(({ kid, jwk, usedFrom }) => ({
    kty: jwk.kty,
    crv: jwk.crv,
    x: jwk.x,
    y: jwk.y,
    kid,
    alg: 'ES256',
    use: 'sig',
    usedFrom,
  })),
});

/** A public key of the register's evidence. */
const PublishedKey = v.object({
  ...PublicJwk.entries,
  /** SHA-256 thumbprint of the JWK (RFC 7638). */
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
  /** When it began to sign. */
  usedFrom: storedTime,
});

export type PublishedKey = v.InferOutput<typeof PublishedKey>;

/** Public keys of evidence as a register publishes them: a JWK Set (RFC 7517, section 5). */
export const KeySet = v.object({ keys: v.array(PublishedKey) });
export type KeySet = v.InferOutput<typeof KeySet>;

/** An item that lists public keys: its key, and how to read the keys from it. */
export interface KeyList<PublicKey> {
  readonly at: Key;
  readonly parse: (item: Item) => PublicKey[];
}

export const readKeyList = async <PublicKey>(table: Table, { at, parse }: KeyList<PublicKey>): Promise<PublicKey[]> => {
  const item = await getItem(table, at);
  return item === undefined ? [] : parse(item);
};

/**
 * Changes a list of keys. Starts again if the item changed concurrently, and writes nothing if nothing changes.
 *
 * @param entries of the operations log, for a change by a command
 */
export const changeKeyList = async <PublicKey>(
  table: Table,
  list: KeyList<PublicKey>,
  edit: (keys: PublicKey[]) => PublicKey[],
  entries: readonly Put[] = [],
): Promise<void> => {
  const item = await getItem(table, list.at);
  const keys = item === undefined ? [] : list.parse(item);
  const edited = edit(keys);
  if (isDeepStrictEqual(edited, keys)) return;
  const refusals = await commit(table, [
    {
      put: { ...list.at, keys: edited },
      condition: item === undefined ? 'attribute_not_exists(PK)' : '#keys = :keys',
      ...(item && { names: { '#keys': 'keys' }, values: { ':keys': item.keys } }),
    },
    ...entries,
  ]);
  if (refusals !== undefined) await changeKeyList(table, list, edit, entries);
};
