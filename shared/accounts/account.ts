import * as v from 'valibot';
import { batchGet } from '../store/batch-get.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { queryItems } from '../store/query.ts';

/** Who uses the register: has users, projects and notices of its own and sees nothing of another account. */
const Account = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether an operator has set the account up for the consent register (open point 11). */
  consentRegisterEnabled: v.boolean(),
  /** Counts how often consents of the past were changed, by an import or an erasure; what was counted before is void. */
  historyEpoch: v.optional(v.number(), 0),
  createdAt: v.string(),
});
export type Account = v.InferOutput<typeof Account>;

/** Partition of everything that belongs to the account itself: its projects, notices and notice versions. */
export const accountPartition = (id: string): string => `ACCOUNT#${id}`;

export const accountKey = (id: string): Key => ({ PK: accountPartition(id), SK: 'ACCOUNT' });

/** All accounts are listed in one partition, which no function reads. */
const directory = { partition: 'ACCOUNTS', prefix: 'ACCOUNT#' } as const;

export const directoryKey = (id: string): Key => ({ PK: directory.partition, SK: `${directory.prefix}${id}` });

export const parseAccount = (item: Item): Account => v.parse(Account, item);

const parseDirectoryEntry = (item: Item): string => v.parse(v.object({ id: v.string() }), item).id;

export const findAccount = async (table: Table, id: string): Promise<Account | undefined> => {
  const item = await getItem(table, accountKey(id));
  return item && parseAccount(item);
};

/** All accounts, the oldest first. */
export const listAccounts = async (table: Table): Promise<Account[]> => {
  const entries = await queryItems(table, directory);
  const keys = entries.map((entry) => accountKey(parseDirectoryEntry(entry)));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseAccount);
};
