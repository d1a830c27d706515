import * as v from 'valibot';
import { newIdentifier } from '../identifier.ts';
import type { Item, Key, Table } from './client.ts';
import { isNew, write } from './write.ts';

/** Who uses the register: has users, projects and notices of its own and sees nothing of another account. */
const Account = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether an operator has set the account up for the consent register (open point 11). */
  consentRegisterEnabled: v.boolean(),
  /**
   * Partitions that each of the account's lists is spread over: more for more consents a second, and as many queries for
   * each list. It may be doubled, never lowered.
   */
  listPartitions: v.optional(v.picklist([1, 2, 4, 8, 16, 32]), 1),
  createdAt: v.string(),
});
export type Account = v.InferOutput<typeof Account>;

/** Partition of everything that belongs to the account itself: its projects, notices and notice versions. */
export const accountPartition = (id: string): string => `ACCOUNT#${id}`;

export const accountKey = (id: string): Key => ({ PK: accountPartition(id), SK: 'ACCOUNT' });

export const parseAccount = (item: Item): Account => v.parse(Account, item);

/**
 * Creates an account, or leaves the one that has the id.
 *
 * @param id makes creation repeatable; a new one without it
 * @returns the account's id
 */
export const createAccount = async (
  table: Table,
  { id, name, consentRegisterEnabled }: { id?: string; name: string; consentRegisterEnabled: boolean },
  now: Date,
): Promise<string> => {
  const account = {
    id: id ?? newIdentifier(now),
    name,
    consentRegisterEnabled,
    createdAt: now.toISOString(),
  };
  await write(table, { put: { ...accountKey(account.id), ...account }, ...isNew });
  return account.id;
};

/** Allows or forbids the account the use of the consent register, at once. Returns false for an unknown account. */
export const enableConsentRegister = async (table: Table, id: string, enabled: boolean): Promise<boolean> => {
  const { done } = await write(table, {
    update: accountKey(id),
    expression: 'SET consentRegisterEnabled = :enabled',
    condition: 'attribute_exists(PK)',
    values: { ':enabled': enabled },
  });
  return done;
};
