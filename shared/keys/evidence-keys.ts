import * as v from 'valibot';
import { lifetimes } from '../lifetimes.ts';
import type { Item, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Put } from '../store/write.ts';
import type { EvidenceSigner } from './evidence-key.ts';
import type { KeyList } from './key-list.ts';
import { changeKeyList, readKeyList } from './key-list.ts';
import type { KeySet } from './key-set.ts';
import { PublicJwk } from './public-jwk.ts';

/** A public key of evidence. It stays for ever: what it signed is verified as long as anybody doubts. */
const EvidenceKey = v.object({
  kid: v.string(),
  jwk: PublicJwk,
  /** ARN of the key in KMS. */
  arn: v.string(),
  /** Whose key it is: two stages on one table have one each. */
  stage: v.string(),
  usedFrom: v.string(),
  /** Since when another key of the stage signs. */
  usedUntil: v.optional(v.string()),
});
export type EvidenceKey = v.InferOutput<typeof EvidenceKey>;

const EvidenceKeys = v.object({ keys: v.array(EvidenceKey) });

/** What the list of them is read from, beside its keys. */
export const evidenceKeyAttributes: readonly string[] = Object.keys(EvidenceKeys.entries);

export const parseEvidenceKeys = (item: Item | undefined): EvidenceKey[] =>
  item === undefined ? [] : v.parse(EvidenceKeys, item).keys;

const list: KeyList<EvidenceKey> = { at: keyOf.evidenceKeys(), parse: parseEvidenceKeys };

/** All keys that have ever signed evidence of the register, in the order in which they were first used. */
export const readEvidenceKeys = (table: Table): Promise<EvidenceKey[]> => readKeyList(table, list);

/** What a signer is listed by. */
type Listed = Pick<EvidenceSigner, 'kid' | 'jwk' | 'arn' | 'stage'>;

const mayStillSign = ({ usedUntil }: EvidenceKey, now: Date): boolean =>
  usedUntil === undefined || now.getTime() <= Date.parse(usedUntil) + lifetimes.evidenceKeyAfterSeconds * 1_000;

/** Whether what the key signs now is within the times of use that are listed. */
export const isListed = (keys: readonly EvidenceKey[], { kid }: Pick<Listed, 'kid'>, now: Date): boolean =>
  keys.some((key) => key.kid === kid && mayStillSign(key, now));

/** The list with a key that signs from now on. The time of use ends of the key of its stage that signed before. */
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
 * Lists the key of a signer, unless it is listed. It comes before the first document: what nobody could verify is handed to
 * nobody. A key that comes back after another took its place is in use again.
 *
 * @param entries of the operations log, for a change by a command
 */
export const listEvidenceKey = (table: Table, signer: Listed, now: Date, entries: readonly Put[] = []): Promise<void> =>
  changeKeyList(table, list, (keys) => (isListed(keys, signer, now) ? keys : useKey(keys, signer, now)), entries);

/** Has a listed key have signed since an earlier time, as a list did that was lost. Nothing changes where it did so already. */
export const backdateEvidenceKey = (table: Table, kid: string, since: Date, entries: readonly Put[]): Promise<void> => {
  const usedFrom = since.toISOString();
  const edit = (key: EvidenceKey): EvidenceKey =>
    key.kid === kid && key.usedFrom > usedFrom ? { ...key, usedFrom } : key;
  return changeKeyList(table, list, (keys) => keys.map(edit), entries);
};

/** Lists the key of a signer where the item was read already, undefined where there is none: it is read again only to be changed. */
export const ensureListed = async (table: Table, item: Item | undefined, signer: Listed, now: Date): Promise<void> => {
  if (!isListed(parseEvidenceKeys(item), signer, now)) await listEvidenceKey(table, signer, now);
};

/** The keys as they are published: nothing of them is secret, and nothing of them names what is in AWS. */
export const toKeySet = (keys: readonly EvidenceKey[]): KeySet => ({
  keys: keys.map(({ kid, jwk, usedFrom, usedUntil }) => ({
    ...{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, kid, alg: 'ES256', use: 'sig', usedFrom },
    ...(usedUntil !== undefined && { usedUntil }),
  })),
});
