import * as v from 'valibot';
import { digest } from '../digest.ts';
import { normaliseValue } from '../matching.ts';
import type { Key, Table } from './client.ts';
import { getItem } from './get.ts';

/** What a user signs in with. The email is the key, as a digest, so it is unique. */
const Credential = v.object({
  userId: v.number(),
  passwordHash: v.string(),
  /** The user's `sessionEpoch`, changed with it in one transaction. */
  sessionEpoch: v.number(),
});
export type Credential = v.InferOutput<typeof Credential>;

export const credentialKey = (email: string): Key => ({
  PK: `EMAIL#${digest(normaliseValue('email', email))}`,
  SK: 'CREDENTIAL',
});

/** The credential of an email, however it is cased, or undefined. */
export const findCredential = async (table: Table, email: string): Promise<Credential | undefined> => {
  const item = await getItem(table, credentialKey(email));
  return item && v.parse(Credential, item);
};
