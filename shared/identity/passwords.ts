import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { composePassword } from './password-form.ts';

/** The cost of bcrypt, in two digits: of new hashes, and of those that are compared. Tests lower it. */
export const passwordHashing = { cost: '12' };

/** Hash of a random password that nobody knows, of the same cost, for emails without a user. */
const nobodysHash = (): string => `$2b$${passwordHashing.cost}$Nerk95BMIEySTUSsly/u6OGVgpO.czLmIUbtWJ45x4gjBwuXN6CBO`;

/** Whether the text is a hash from `hashPassword`. Comparing with anything else would take a different time. */
export const isPasswordHash = (hash: string): boolean =>
  new RegExp(`^\\$2b\\$${passwordHashing.cost}\\$[./A-Za-z0-9]{53}$`).test(hash);

/**
 * bcrypt ignores everything after byte 72. Of a digest in base64, it sees all 64 bytes (docs/contract.md, Passwords).
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
