import * as v from 'valibot';
import { digest } from '../runtime/digest.ts';
import { normaliseValue } from '../schema/matching.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { project } from '../store/table.ts';

/** The credential of a user. Its key is a digest of the email, so the email is unique. */
const Credential = v.object({
  userId: v.number(),
  /** Empty if the stored value is not a string. */
  passwordHash: v.fallback(v.string(), ''),
  /** The user's `sessionEpoch`, changed with it in one transaction. */
  sessionEpoch: v.number(),
});
export type Credential = v.InferOutput<typeof Credential>;

/** The digest that stands for an email in keys, regardless of case and of whether a user has the email. */
export const digestEmail = (email: string): string => digest(normaliseValue('email', email));

export const credentialKey = (email: string): Key => keyOf.credential(digestEmail(email));

export const parseCredential = (item: Item): Credential => v.parse(Credential, item);

/**
 * The id of the user with an email in any case, or undefined. The hash of the password is not read: policies of operators
 * see what a query selects, and not so what a read of one item does.
 */
export const findUserId = async (table: Table, email: string): Promise<number | undefined> => {
  const [item] = await queryItems(table, credentialKey(email), { projection: project(['userId']) });
  return item && v.parse(v.pick(Credential, ['userId']), item).userId;
};
