import * as v from 'valibot';
import { fallback, picklist } from 'valibot';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem, queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';

/** The roles of users, with the fewest rights first (docs/contract.md, Accounts and access). */
export const roles = ['sender', 'reader', 'editor'] as const;

export const Role = picklist(roles);

/** The role of a new user for whom none is named. */
export const usualRole = 'editor' satisfies Role;

/** The stored role. An unknown role, such as one from a later version of this software, has the fewest rights. */
const StoredRole = fallback(Role, 'sender');

/** A login of an account. */
const User = v.object({
  id: v.number(),
  accountId: v.string(),
  name: v.string(),
  email: v.string(),
  emailVerifiedAt: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  enabled: v.boolean(),
  role: StoredRole,
  /**
   * Sessions of an earlier epoch are over. Changing the password or disabling the user begins a new epoch
   * (docs/contract.md, Tokens and sessions).
   */
  sessionEpoch: v.number(),
});
export type User = v.InferOutput<typeof User>;

export const parseUser = (item: Item): User => v.parse(User, item);

export const findUser = async (table: Table, id: number): Promise<User | undefined> => {
  const item = await getItem(table, keyOf.user(id));
  return item && parseUser(item);
};

const parseMember = (item: Item): number => v.parse(v.object({ userId: v.number() }), item).userId;

/** All users of an account, by id. */
export const listUsers = async (table: Table, accountId: string): Promise<User[]> => {
  const members = await queryItems(table, keyOf.member(accountId, ''));
  const keys = members.map((member) => keyOf.user(parseMember(member)));
  const items = await batchGet(table, keys, { consistent: true });
  return items
    .filter((item) => item !== undefined)
    .map(parseUser)
    .sort((a, b) => a.id - b.id);
};

export type Role = (typeof roles)[number];

export const mayWrite = (role: Role): boolean => role === 'editor';

/** Whether the user may see consents, and what else the account has. A sender only asks who may be written to. */
export const mayRead = (role: Role): boolean => role !== 'sender';

/** The `scope` of each role. */
const scopes: Readonly<Record<Role, string>> = {
  sender: 'consents:check',
  reader: 'consents:read',
  editor: 'consents:read consents:write',
};

/**
 * The `scope` of an access token, values separated by spaces (RFC 9068). It is only for display and decides nothing.
 */
export const scopeOf = (role: Role): string => scopes[role];
