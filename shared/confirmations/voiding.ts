import type { Change } from '../identity/operations-log.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/write.ts';
import type { DraftPlace } from './draft.ts';
import { keyOfDraft, parseDraft, voidDraft } from './draft.ts';
import type { Mailbox } from './mail-counts.ts';
import { emptyMailbox, parseMailbox } from './mail-counts.ts';
import { digestMailbox } from './mailbox.ts';

const readMailbox = async (table: Table, accountId: string, email: string) => {
  const key = keyOf.mailbox(accountId, digestMailbox(accountId, email));
  return { key, mailbox: parseMailbox(await getItem(table, key)) };
};

const placesOf = (accountId: string, { open }: Mailbox): (DraftPlace & { readonly end: number })[] =>
  open.map(({ secretDigest, end }) => ({ accountId, secretDigest, end }));

/** How many requests to confirm hold data of a mailbox. @param email its address, as it is compared or as it was given */
export const countUnconfirmed = async (table: Table, accountId: string, email: string): Promise<number> => {
  const { mailbox } = await readMailbox(table, accountId, email);
  const items = await batchGet(table, placesOf(accountId, mailbox).map(keyOfDraft), { consistent: true });
  return items.filter((item) => item !== undefined && parseDraft(item).contents !== undefined).length;
};

/** Voids the unconfirmed requests of a mailbox, and removes what they would record: from then on no press records it. */
export const voidUnconfirmed = async (
  table: Table,
  accountId: string,
  email: string,
  { now, record }: Change,
): Promise<void> => {
  for (;;) {
    const { key, mailbox } = await readMailbox(table, accountId, email);
    if (mailbox.open.length === 0) return;
    const voids = placesOf(accountId, mailbox).map((place) => voidDraft(place, place.end, 'erased'));
    const entry = record({ accountId, voidedRequests: voids.length });
    await transact(table, [emptyMailbox(key, mailbox, now), entry, ...voids]);
  }
};
