import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import * as v from 'valibot';
import { digest } from '../runtime/digest.ts';
import { normaliseValue } from '../schema/matching.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import { composePassword } from './password-rules.ts';

/** The cost of bcrypt, in two digits: of new hashes, and of those that are compared. Tests lower it. */
export const passwordHashing = { cost: '12' };

/** Hash of a random password that nobody knows, of the same cost, for emails without a user. */
const nobodysHash = (): string => `$2b$${passwordHashing.cost}$Nerk95BMIEySTUSsly/u6OGVgpO.czLmIUbtWJ45x4gjBwuXN6CBO`;

/** Whether the text is a hash from `hashPassword`. Comparing with anything else would take a different time. */
export const isPasswordHash = (hash: string): boolean =>
  new RegExp(`^\\$2b\\$${passwordHashing.cost}\\$[./A-Za-z0-9]{53}$`).test(hash);

/**
 * bcrypt ignores everything after byte 72. Of a digest in base64, it sees all 64 bytes (docs/api.md, Passwords).
 */
const shorten = (password: string): string => createHash('sha384').update(composePassword(password)).digest('base64');

/** The hash of a password to store: bcrypt of cost 12 over base64(SHA-384(NFC(password))). */
export const hashPassword = (password: string): Promise<string> =>
  bcrypt.hash(shorten(password), Number(passwordHashing.cost));

/**
 * Compares a password with a stored hash. If the hash is missing or damaged, it compares with nobody's: one bcrypt of
 * the same cost in every case.
 */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const stored = hash !== undefined && isPasswordHash(hash) ? hash : undefined;
  const matches = await bcrypt.compare(shorten(password), stored ?? nobodysHash());
  return matches && stored !== undefined;
};

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
