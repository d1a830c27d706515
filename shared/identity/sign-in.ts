import { Problem } from '../api/problem.ts';
import { logger } from '../runtime/logger.ts';
import { batchGet } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Credential } from './passwords.ts';
import { credentialKey, isPasswordHash, parseCredential, verifyPassword } from './passwords.ts';
import type { Attempt, Origin } from './throttle.ts';
import { attemptKeys, checkAttempt } from './throttle.ts';
import type { User } from './user.ts';

/** A user id that no user has. It is read for emails without a user, so that both cases cost the same. */
const nobody = 0;

/** A login attempt that is allowed, as far as one read shows. */
export interface Candidate {
  readonly attempt: Attempt;
  readonly credential: Credential | undefined;
  /** The id of the user to read. The user may not exist. */
  readonly userId: number;
}

/**
 * Reads the attempt counters and the credential together. A refused attempt costs nothing more.
 *
 * @throws Problem login.throttled
 */
export const findCandidate = async (table: Table, origin: Origin, now: Date): Promise<Candidate> => {
  const [item, ...attempts] = await batchGet(table, [credentialKey(origin.email), ...attemptKeys(origin)], {
    consistent: true,
  });
  const attempt = checkAttempt(origin, attempts, now);
  const credential = item && parseCredential(item);
  return { attempt, credential, userId: credential?.userId ?? nobody };
};

const reportDamage = ({ passwordHash, userId }: Credential): void => {
  if (!isPasswordHash(passwordHash)) logger.error('credential.damaged', { userId });
};

/**
 * The user with this password. Every failure takes one bcrypt and gets the same answer.
 *
 * @param user with the candidate's `userId`, as it was read
 * @throws Problem credentials.invalid
 */
export const checkPassword = async (
  { credential }: Candidate,
  user: User | undefined,
  password: string,
): Promise<User> => {
  const matches = await verifyPassword(password, credential?.passwordHash);
  if (credential) reportDamage(credential);
  if (!matches || !user?.enabled || user.sessionEpoch !== credential?.sessionEpoch) {
    throw new Problem('credentials.invalid');
  }
  return user;
};
