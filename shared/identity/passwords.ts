import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';

const cost = 12;

/** Hash of a random password nobody knows, of the same cost, for emails that no user has. */
const nobodysHash = '$2b$12$Nerk95BMIEySTUSsly/u6OGVgpO.czLmIUbtWJ45x4gjBwuXN6CBO';

const hashPattern = new RegExp(`^\\$2b\\$${cost}\\$[./A-Za-z0-9]{53}$`);

/** Whether it is a hash as `hashPassword` makes it. A comparison with anything else would take another time. */
export const isPasswordHash = (hash: string): boolean => hashPattern.test(hash);

/** bcrypt alone ignores what follows byte 72; of a digest in base64 it sees all 64 (docs/contract.md, Passwords). */
const shorten = (password: string): string => createHash('sha384').update(password).digest('base64');

/** The hash to store of a password: bcrypt of cost 12 over base64(SHA-384(password)). */
export const hashPassword = (password: string): Promise<string> => bcrypt.hash(shorten(password), cost);

/**
 * Compares a password with a stored hash, or with nobody's where there is none or it is damaged: one bcrypt of the same
 * cost in every case.
 */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const stored = hash !== undefined && isPasswordHash(hash) ? hash : undefined;
  const matches = await bcrypt.compare(shorten(password), stored ?? nobodysHash);
  return matches && stored !== undefined;
};
