import { parseConsent } from '../../../shared/consents/consent.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { openConsent, openUserData } from '../../../shared/consents/opened-consent.ts';
import type { Item } from '../../../shared/store/client.ts';
import { keyOf } from '../../../shared/store/keys.ts';

/** A consent as it lies in the table. */
export interface StoredRecord {
  readonly accountId: string;
  readonly id: string;
  readonly pid: number;
  readonly projectUid: string;
  /** The index keys that it has, in hexadecimal, by attribute. */
  readonly indexKeys: Readonly<Record<string, string>>;
  /** The URL of its proof, wherever that is kept; undefined where there is no proof. */
  readonly marker: string | undefined;
  readonly userData: Readonly<Record<string, unknown>>;
  /** When and with which proof it was revoked, if it was. */
  readonly revoked: { readonly time: Date | undefined; readonly marker: string | undefined } | undefined;
}

/** All that the table holds of consents. */
export interface Stored {
  readonly records: readonly StoredRecord[];
  /** Ids of the consents of which a proof of a revocation is an item of its own. */
  readonly revokeProofs: readonly string[];
  /** Partition and consent id of every lookup. */
  readonly lookups: readonly { readonly partition: string; readonly id: string }[];
}

const consentPartition = /^ACCOUNT#([^#]+)#CONSENT#(.+)$/;
const lookupPartition = /^ACCOUNT#[^#]+#USERDATA#/;
const revokeProofPartition = /^ACCOUNT#[^#]+#REVOKE-PROOF#(.+)$/;

const indexKeysOf = (item: Item): Record<string, string> =>
  Object.fromEntries(
    consentIndexes.flatMap(({ partitionKey }) => {
      const key = item[partitionKey];
      return key instanceof Uint8Array ? [[partitionKey, Buffer.from(key).toString('hex')]] : [];
    }),
  );

/** Reads the raw items, not through anything that a search uses. */
export const readStored = (items: readonly Item[]): Stored => {
  const consents = items.flatMap((item) => {
    const [, accountId, id] = consentPartition.exec(String(item.PK)) ?? [];
    return accountId === undefined || id === undefined
      ? []
      : [{ accountId, id, indexKeys: indexKeysOf(item), consent: parseConsent(item) }];
  });
  const byId = new Map(consents.map(({ id, consent }) => [id, consent]));
  const byKey = new Map(items.map((item) => [String(item.PK), item]));
  return {
    records: consents.map(({ accountId, id, indexKeys, consent }) => {
      const kept = {
        keeper: byId.get(consent.proofId ?? id),
        revokeProof: byKey.get(keyOf.revokeProof(accountId, id).PK),
      };
      const { proof, userData, revoked, revokeTime, revokeProof } = openConsent(consent, openUserData(consent), kept);
      return {
        accountId,
        id,
        pid: consent.pid,
        projectUid: consent.projectUid,
        indexKeys,
        marker: proof.url,
        userData,
        revoked: revoked || revokeTime ? { time: revokeTime, marker: revokeProof?.url } : undefined,
      };
    }),
    revokeProofs: items.flatMap(({ PK }) => revokeProofPartition.exec(String(PK))?.[1] ?? []),
    lookups: items
      .filter(({ PK }) => lookupPartition.test(String(PK)))
      .map(({ PK, SK }) => ({ partition: String(PK), id: String(SK) })),
  };
};
