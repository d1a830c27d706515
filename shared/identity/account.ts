import * as v from 'valibot';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem, queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';

/**
 * The first projects of an account by UID, and its first notices in use by PID, for answers to unknown ones.
 *
 * @property revision raised by each write, so that none is lost
 */
export const Roster = v.object({ revision: v.number(), projectUids: v.array(v.string()), pids: v.array(v.number()) });
export type Roster = v.InferOutput<typeof Roster>;

/**
 * An organisation that uses the register. It has its own users, projects and notices, and sees nothing of other
 * accounts.
 */
const Account = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether an operator has enabled the consent register for the account (docs/contract.md, Accounts and access). */
  consentRegisterEnabled: v.boolean(),
  /**
   * Replaced when an import or an erasure changes the past, which makes earlier counts void. It is random and part of
   * the digests of what was counted. Once it is replaced, nobody can find out what those digests were made of.
   */
  historyEpoch: v.optional(v.string(), ''),
  roster: Roster,
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
