import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../../shared/store/client.ts';
import { openConsent, openUserData, parseConsent } from '../../../shared/store/consent.ts';

/** A consent as it lies in the table. */
export interface StoredRecord {
  readonly accountId: string;
  readonly id: string;
  readonly pid: number;
  /** The URL of its proof, wherever that is kept; undefined where there is no proof. */
  readonly marker: string | undefined;
  readonly userData: Readonly<Record<string, unknown>>;
  /** When and with which proof it was revoked, if it was. */
  readonly revoked: { readonly time: Date | undefined; readonly marker: string | undefined } | undefined;
}

/** All that the table holds of consents. */
export interface Stored {
  readonly records: readonly StoredRecord[];
  /** Partition and consent id of every lookup. */
  readonly lookups: readonly { readonly partition: string; readonly id: string }[];
}

/** Every item of the table. */
export const readAllItems = async (table: Table): Promise<Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
};

const consentPartition = /^ACCOUNT#([^#]+)#CONSENT#(.+)$/;
const lookupPartition = /^ACCOUNT#[^#]+#USERDATA#/;

/** Reads the raw items, not through anything that a search uses. */
export const readStored = (items: readonly Item[]): Stored => {
  const consents = items.flatMap((item) => {
    const [, accountId, id] = consentPartition.exec(String(item.PK)) ?? [];
    return accountId === undefined || id === undefined ? [] : [{ accountId, id, consent: parseConsent(item) }];
  });
  const byId = new Map(consents.map(({ id, consent }) => [id, consent]));
  return {
    records: consents.map(({ accountId, id, consent }) => {
      const keeper = byId.get(consent.proofId ?? id);
      const { proof, userData, revoked, revokeTime, revokeProof } = openConsent(consent, openUserData(consent), keeper);
      return {
        accountId,
        id,
        pid: consent.pid,
        marker: proof.url,
        userData,
        revoked: revoked || revokeTime ? { time: revokeTime, marker: revokeProof?.url } : undefined,
      };
    }),
    lookups: items
      .filter(({ PK }) => lookupPartition.test(String(PK)))
      .map(({ PK, SK }) => ({ partition: String(PK), id: String(SK) })),
  };
};
