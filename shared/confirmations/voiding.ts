import type { Change } from '../identity/operations-log.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/write.ts';
import { keyOfDraft, parseDraft } from './draft.ts';
import { leaveOpen, parseMailbox, voidOpen } from './mail-counts.ts';
import { digestAddress, digestMailbox } from './mailbox.ts';

/** What a mailbox has, and where the requests for one of its addresses are. */
const readMailbox = async (table: Table, accountId: string, email: string) => {
  const key = keyOf.mailbox(accountId, digestMailbox(accountId, email));
  const mailbox = parseMailbox(await getItem(table, key));
  const address = digestAddress(accountId, email);
  const ours = mailbox.open.filter((each) => each.address === address);
  return { key, mailbox, ours, others: mailbox.open.filter((each) => each.address !== address) };
};

/** How many requests to confirm hold data of an address. @param email as it is compared or as it was given */
export const countUnconfirmed = async (table: Table, accountId: string, email: string): Promise<number> => {
  const { ours } = await readMailbox(table, accountId, email);
  const keys = ours.map(({ secretDigest }) => keyOfDraft({ accountId, secretDigest }));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined && parseDraft(item).contents !== undefined).length;
};

/** Voids the unconfirmed requests of an address, and removes what they would record: from then on no press records it. */
export const voidUnconfirmed = async (
  table: Table,
  accountId: string,
  email: string,
  { now, record }: Change,
): Promise<void> => {
  const ended = new Set<string>();
  for (;;) {
    const { key, mailbox, ours, others } = await readMailbox(table, accountId, email);
    if (ours.length === 0) return;
    const open = ours.filter(({ secretDigest }) => !ended.has(secretDigest));
    const entry = record({ accountId, voidedRequests: open.length });
    const voids = voidOpen(accountId, open, 'erased');
    const [, , ...refused] = (await transact(table, [leaveOpen(key, mailbox, others, now), entry, ...voids])) ?? [];
    for (const [i, { secretDigest }] of open.entries()) if (refused[i] !== undefined) ended.add(secretDigest);
  }
};
