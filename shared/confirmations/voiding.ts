import type { Change } from '../identity/operations-log.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/write.ts';
import { eraseConfirmed, keyOfDraft, parseDraft } from './draft.ts';
import { leaveOpen, parseMailbox, voidOpen } from './mail-counts.ts';
import { digestAddress, digestMailbox } from './mailbox.ts';

/** The requests to confirm for an address. */
export interface AddressRequests {
  /** How many hold data and are not confirmed. */
  readonly unconfirmed: number;
  /** What the confirmed ones recorded, also where the indexes do not show it yet. */
  readonly consentIds: readonly string[];
}

export const noRequests: AddressRequests = { unconfirmed: 0, consentIds: [] };

/** What a mailbox has, and the requests for one of its addresses. */
const readMailbox = async (table: Table, accountId: string, email: string) => {
  const key = keyOf.mailbox(accountId, digestMailbox(accountId, email));
  const mailbox = parseMailbox(await getItem(table, key));
  const address = digestAddress(accountId, email);
  const ours = mailbox.open
    .filter((each) => each.address === address)
    .map((each) => ({ ...each, place: { accountId, secretDigest: each.secretDigest } }));
  const keys = ours.map(({ place }) => keyOfDraft(place));
  const items = await batchGet(table, keys, { consistent: true });
  const drafts = items.map((item) => item && parseDraft(item));
  return {
    ...{ key, mailbox, ours, others: mailbox.open.filter((each) => each.address !== address) },
    open: ours.filter((_, i) => drafts[i]?.contents !== undefined),
    confirmed: ours.filter((_, i) => drafts[i]?.confirmedAt !== undefined),
    consentIds: drafts.flatMap((draft) => draft?.consentIds ?? []),
  };
};

/** The requests that hold data of an address. @param email as it is compared or as it was given */
export const readRequests = async (table: Table, accountId: string, email: string): Promise<AddressRequests> => {
  const { open, consentIds } = await readMailbox(table, accountId, email);
  return { unconfirmed: open.length, consentIds };
};

/**
 * Voids the requests of an address, and removes what they would record: from then on no press records it. If a press was faster,
 * they are read anew.
 *
 * @returns how many it voided, and what presses had recorded before
 */
export const voidRequests = async (
  table: Table,
  accountId: string,
  email: string,
  { now, record }: Change,
): Promise<AddressRequests> => {
  for (;;) {
    const { key, mailbox, ours, others, open, confirmed, consentIds } = await readMailbox(table, accountId, email);
    if (ours.length === 0) return noRequests;
    const entry = record({ accountId, voidedRequests: open.length });
    const voids = [...voidOpen(accountId, open, 'erased'), ...confirmed.map(({ place }) => eraseConfirmed(place))];
    const refusals = await transact(table, [leaveOpen(key, mailbox, others, now), entry, ...voids]);
    if (refusals === undefined) return { unconfirmed: open.length, consentIds };
  }
};
