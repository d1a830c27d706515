import * as v from 'valibot';
import { digest } from '../digest.ts';
import { normaliseValue } from '../schema/matching.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { keyOf } from '../store/keys.ts';

/** What a user signs in with. The email is the key, as a digest, so it is unique. */
const Credential = v.object({
  userId: v.number(),
  /** Empty where what is stored is not even text. */
  passwordHash: v.fallback(v.string(), ''),
  /** The user's `sessionEpoch`, changed with it in one transaction. */
  sessionEpoch: v.number(),
});
export type Credential = v.InferOutput<typeof Credential>;

/** What stands for an email in keys, however it is cased, whether a user has it or not. */
export const digestEmail = (email: string): string => digest(normaliseValue('email', email));

export const credentialKey = (email: string): Key => keyOf.credential(digestEmail(email));

export const parseCredential = (item: Item): Credential => v.parse(Credential, item);

/** The credential of an email, however it is cased, or undefined. */
export const findCredential = async (table: Table, email: string): Promise<Credential | undefined> => {
  const item = await getItem(table, credentialKey(email));
  return item && parseCredential(item);
};
