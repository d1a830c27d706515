import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';

const cost = 12;

/** Hash of a random password nobody knows, of the same cost, for emails that no user has. */
const nobodysHash = '$2b$12$Nerk95BMIEySTUSsly/u6OGVgpO.czLmIUbtWJ45x4gjBwuXN6CBO';

/** bcrypt alone ignores what follows byte 72; of a digest in base64 it sees all 64 (open point 20). */
const shorten = (password: string): string => createHash('sha384').update(password).digest('base64');

/** The hash to store of a password: bcrypt of cost 12 over base64(SHA-384(password)). */
export const hashPassword = (password: string): Promise<string> => bcrypt.hash(shorten(password), cost);

/** Compares a password with a stored hash, or with nobody's: one bcrypt of the same cost in every case. */
export const verifyPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const matches = await bcrypt.compare(shorten(password), hash ?? nobodysHash);
  return matches && hash !== undefined;
};
