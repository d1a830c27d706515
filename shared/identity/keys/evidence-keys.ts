import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { lifetimes } from '../../lifetimes.ts';
import type { Item, Key, Table } from '../../store/client.ts';
import { getItem } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { Put } from '../../store/write.ts';
import { commit } from '../../store/write.ts';
import type { EvidenceSigner } from './evidence-key.ts';
import { PublicJwk } from './public-jwk.ts';

/** A public evidence key. It is kept for ever, since anyone may want to verify its signatures at any time. */
const EvidenceKey = v.object({
  kid: v.string(),
  jwk: PublicJwk,
  /** ARN of the key in KMS. */
  arn: v.string(),
  /** The stage of the key. Two stages on one table have one key each. */
  stage: v.string(),
  usedFrom: v.string(),
  /** When another key of the stage began to sign. */
  usedUntil: v.optional(v.string()),
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

const mayStillSign = ({ usedUntil }: EvidenceKey, now: Date): boolean =>
  usedUntil === undefined || now.getTime() <= Date.parse(usedUntil) + lifetimes.evidenceKeyAfterSeconds * 1_000;

/** Whether the list says that the key is in use now. */
export const isListed = (keys: readonly EvidenceKey[], { kid }: Pick<Listed, 'kid'>, now: Date): boolean =>
  keys.some((key) => key.kid === kid && mayStillSign(key, now));

/** The list with a key that signs from now on. The previous key of its stage is no longer in use. */
const useKey = (keys: readonly EvidenceKey[], { kid, jwk, arn, stage }: Listed, now: Date): EvidenceKey[] => {
  const usedFrom = keys.find((key) => key.kid === kid)?.usedFrom ?? now.toISOString();
  const used: EvidenceKey = { kid, jwk, arn, stage, usedFrom };
  const others = keys.map((key) => {
    if (key.kid === kid) return used;
    return key.stage === stage && key.usedUntil === undefined ? { ...key, usedUntil: now.toISOString() } : key;
  });
  return keys.some((key) => key.kid === kid) ? others : [...others, used];
};

/**
 * Lists the key of a signer before its first document, unless it is already listed: every document must be verifiable.
 * A key that comes back after another one is in use again.
 *
 * @param entries of the operations log, for a change by a command
 */
export const listEvidenceKey = (table: Table, signer: Listed, now: Date, entries: readonly Put[] = []): Promise<void> =>
  changeKeyList(table, list, (keys) => (isListed(keys, signer, now) ? keys : useKey(keys, signer, now)), entries);

/** The list with another first use of a key, at which the key before it ended. */
const changeFirstUse = (keys: EvidenceKey[], kid: string, usedFrom: string): EvidenceKey[] => {
  const own = keys.find((key) => key.kid === kid);
  if (own === undefined || own.usedFrom === usedFrom) return keys;
  return keys.map((key) => {
    if (key.kid === kid) return { ...key, usedFrom };
    const isBefore = key.stage === own.stage && key.usedUntil === own.usedFrom;
    return isBefore ? { ...key, usedUntil: usedFrom } : key;
  });
};

/** Sets the first use of a listed key, as in a list that was lost. The key before it was used until then. */
export const setFirstUse = (table: Table, kid: string, since: Date, entries: readonly Put[]): Promise<void> =>
  changeKeyList(table, list, (keys) => changeFirstUse(keys, kid, since.toISOString()), entries);

/**
 * Lists the key of a signer. The item was already read (undefined if there is none), and is read again only to be
 * changed.
 */
export const ensureListed = async (table: Table, item: Item | undefined, signer: Listed, now: Date): Promise<void> => {
  if (!isListed(parseEvidenceKeys(item), signer, now)) await listEvidenceKey(table, signer, now);
};

/** The times of use of a key. */
type Use = Pick<EvidenceKey, 'kid' | 'usedFrom' | 'usedUntil'>;

/** What is wrong with the end of a key. No leaf has it, so it is compared with the next key, which has one. */
export const judgeEnd = ({ kid, usedFrom, usedUntil }: Use, ofStage: readonly Use[]): string | undefined => {
  const [next] = ofStage
    .filter((other) => other.kid !== kid && other.usedFrom > usedFrom)
    .sort((one, other) => (one.usedFrom < other.usedFrom ? -1 : 1));
  if (usedUntil === next?.usedFrom) return undefined;
  const says = usedUntil === undefined ? 'has no end in the list' : `was used until ${usedUntil} by the list`;
  return next === undefined
    ? `it ${says}, and no key comes after it`
    : `it ${says}, and the next key is used from ${next.usedFrom}`;
};

/** A key, and why nothing shows that it is the register's, if nothing does. */
type Publishable = EvidenceKey & { readonly doubt?: string | undefined };

/** The keys in their published form. Nothing in it is secret or names anything in AWS. */
export const toKeySet = (keys: readonly Publishable[]): KeySet => ({
  keys: keys.map(({ kid, jwk, usedFrom, usedUntil, doubt }) => ({
    kty: jwk.kty,
    crv: jwk.crv,
    x: jwk.x,
    y: jwk.y,
    kid,
    alg: 'ES256',
    use: 'sig',
    usedFrom,
    ...(usedUntil !== undefined && { usedUntil }),
    ...(doubt !== undefined && { confirmed: false }),
  })),
});

const time = v.pipe(v.string(), v.isoTimestamp());

/** A public key of the register's evidence, with its times of use. */
const PublishedKey = v.object({
  ...PublicJwk.entries,
  /** SHA-256 thumbprint of the JWK (RFC 7638). */
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
  usedFrom: time,
  /** When another key began to sign. */
  usedUntil: v.optional(time),
  /** False if nothing shows that it is the register's: it stands in the table, and anybody who writes there can list one. */
  confirmed: v.optional(v.literal(false)),
});

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
 * Changes a list of keys. Starts again if the item changed meanwhile, and writes nothing if nothing changes.
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
