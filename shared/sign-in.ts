import { log } from './log.ts';
import type { Attempt } from './login-throttle.ts';
import { admitAttempt, attemptKeys } from './login-throttle.ts';
import { isPasswordHash, verifyPassword } from './passwords.ts';
import { Problem } from './problem.ts';
import { batchGet } from './store/batch-get.ts';
import type { Table } from './store/client.ts';
import type { Credential } from './store/credential.ts';
import { credentialKey, parseCredential } from './store/credential.ts';
import type { User } from './store/user.ts';
import { findUser } from './store/user.ts';

/** A user id that no user has, read for emails that no user has, so that both cost the same. */
const nobody = 0;

const reportDamage = ({ passwordHash, userId }: Credential): void => {
  if (!isPasswordHash(passwordHash)) log.error('credential.damaged', { userId });
};

/**
 * The user of an email and password, and the attempt that this was. Every way to fail makes the same reads and writes,
 * one bcrypt and the same answer.
 *
 * @throws Problem credentials.invalid, login.throttled
 */
export const signIn = async (
  table: Table,
  { email, password, sourceIp }: { readonly email: string; readonly password: string; readonly sourceIp: string },
  now: Date,
): Promise<{ user: User; attempt: Attempt }> => {
  const origin = { email, sourceIp };
  const [item, ...attempts] = await batchGet(table, [credentialKey(email), ...attemptKeys(origin)], {
    consistent: true,
  });
  const attempt = await admitAttempt(table, origin, attempts, now);
  const credential = item && parseCredential(item);
  const [matches, user] = await Promise.all([
    verifyPassword(password, credential?.passwordHash),
    findUser(table, credential?.userId ?? nobody),
  ]);
  if (credential) reportDamage(credential);
  if (!matches || !user?.enabled || user.sessionEpoch !== credential?.sessionEpoch) {
    throw new Problem('credentials.invalid', 'The email or the password is wrong.');
  }
  return { user, attempt };
};
