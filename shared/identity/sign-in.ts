import { log } from '../log.ts';
import { Problem } from '../problem.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Table } from '../store/client.ts';
import type { Credential } from './credential.ts';
import { credentialKey, parseCredential } from './credential.ts';
import type { Attempt, Origin } from './login-throttle.ts';
import { admitAttempt, attemptKeys } from './login-throttle.ts';
import { isPasswordHash, verifyPassword } from './passwords.ts';
import type { User } from './user.ts';

/** A user id that no user has, read for emails that no user has, so that both cost the same. */
const nobody = 0;

/** An attempt to sign in that may be made, as far as one read tells. */
export interface Candidate {
  readonly attempt: Attempt;
  readonly credential: Credential | undefined;
  /** Of the user to read, whom there may not be. */
  readonly userId: number;
}

/**
 * Reads what counts attempts and the credential at once: all that a refused attempt costs.
 *
 * @throws Problem login.throttled
 */
export const findCandidate = async (table: Table, origin: Origin, now: Date): Promise<Candidate> => {
  const [item, ...attempts] = await batchGet(table, [credentialKey(origin.email), ...attemptKeys(origin)], {
    consistent: true,
  });
  const attempt = admitAttempt(origin, attempts, now);
  const credential = item && parseCredential(item);
  return { attempt, credential, userId: credential?.userId ?? nobody };
};

const reportDamage = ({ passwordHash, userId }: Credential): void => {
  if (!isPasswordHash(passwordHash)) log.error('credential.damaged', { userId });
};

/**
 * The user whose password this is. Every way to fail takes one bcrypt and has the same answer.
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
