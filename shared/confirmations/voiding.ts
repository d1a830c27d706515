import type { Change } from '../identity/operations-log.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/write.ts';
import { keyOfDraft, parseDraft, voidDraft } from './draft.ts';
import { leaveOpen, parseMailbox } from './mail-counts.ts';
import { digestAddress, digestMailbox } from './mailbox.ts';

/** What a mailbox has, and where the requests for one of its addresses are. */
const readMailbox = async (table: Table, accountId: string, email: string) => {
  const key = keyOf.mailbox(accountId, digestMailbox(accountId, email));
  const mailbox = parseMailbox(await getItem(table, key));
  const address = digestAddress(accountId, email);
  const places = mailbox.open
    .filter((each) => each.address === address)
    .map(({ secretDigest, end }) => ({ accountId, secretDigest, end }));
  return { key, mailbox, places, others: mailbox.open.filter((each) => each.address !== address) };
};

/** How many requests to confirm hold data of an address. @param email as it is compared or as it was given */
export const countUnconfirmed = async (table: Table, accountId: string, email: string): Promise<number> => {
  const { places } = await readMailbox(table, accountId, email);
  const items = await batchGet(table, places.map(keyOfDraft), { consistent: true });
  return items.filter((item) => item !== undefined && parseDraft(item).contents !== undefined).length;
};

/** Voids the unconfirmed requests of an address, and removes what they would record: from then on no press records it. */
export const voidUnconfirmed = async (
  table: Table,
  accountId: string,
  email: string,
  { now, record }: Change,
): Promise<void> => {
  for (;;) {
    const { key, mailbox, places, others } = await readMailbox(table, accountId, email);
    if (places.length === 0) return;
    const voids = places.map((place) => voidDraft(place, place.end, 'erased'));
    const entry = record({ accountId, voidedRequests: voids.length });
    await transact(table, [leaveOpen(key, mailbox, others, now), entry, ...voids]);
  }
};
