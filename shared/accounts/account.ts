import * as v from 'valibot';
import { batchGet } from '../store/batch-get.ts';
import type { Item, Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';

/** Who uses the register: has users, projects and notices of its own and sees nothing of another account. */
const Account = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether an operator has set the account up for the consent register (docs/contract.md, Accounts and access). */
  consentRegisterEnabled: v.boolean(),
  /**
   * Another one since consents of the past were changed, by an import or an erasure: what was counted before is void. It is random,
   * and goes into digests of what was counted: once it is replaced, nobody can tell from those what they were made of.
   */
  historyEpoch: v.optional(v.string(), ''),
  createdAt: v.string(),
});
export type Account = v.InferOutput<typeof Account>;

export const parseAccount = (item: Item): Account => v.parse(Account, item);

const parseDirectoryEntry = (item: Item): string => v.parse(v.object({ id: v.string() }), item).id;

export const findAccount = async (table: Table, id: string): Promise<Account | undefined> => {
  const item = await getItem(table, keyOf.account(id));
  return item && parseAccount(item);
};

/** All accounts, the oldest first. */
export const listAccounts = async (table: Table): Promise<Account[]> => {
  const entries = await queryItems(table, keyOf.accountEntry(''));
  const keys = entries.map((entry) => keyOf.account(parseDirectoryEntry(entry)));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseAccount);
};
