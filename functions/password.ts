import { changePassword } from '../shared/api/contract.ts';
import { invalidParameters, Problem } from '../shared/api/problem.ts';
import { operation } from '../shared/api/stack.ts';
import { beginChange } from '../shared/identity/operations-log.ts';
import { findPasswordFault, passwordAdvice } from '../shared/identity/password-rules.ts';
import { hashPassword, verifyPassword } from '../shared/identity/passwords.ts';
import { findCandidate } from '../shared/identity/sign-in.ts';
import { countEverywhere, countPasswordChange, recordSuccess } from '../shared/identity/throttle.ts';
import type { User } from '../shared/identity/user.ts';
import { changeOwnPassword } from '../shared/identity/user.ts';
import { logger } from '../shared/runtime/logger.ts';
import { Common, readAtFirstCall } from './environment.ts';

/** A new password that is refused is no attempt: the current one is not looked at. */
const checkNewPassword = async (password: string, { name, email }: User, accountName: string): Promise<void> => {
  const fault = await findPasswordFault(password, [name, email, accountName]);
  if (fault === undefined) return;
  const { code, detail } = fault;
  throw invalidParameters({
    field: 'newPassword',
    code,
    detail: code === 'guessable' ? `${detail} ${passwordAdvice}.` : detail,
  });
};

/**
 * Whoever has a stolen token has no more guesses at the password than at a login: the same counters count them. What
 * a call costs otherwise has a counter of its own.
 */
export const handler = operation(changePassword, readAtFirstCall(Common), {
  steps: async ({ currentPassword, newPassword }, { table, now, sourceIp, identity: { user, account, means } }) => {
    await countPasswordChange(table, { user, ...means }, now);
    const { attempt, credential } = await findCandidate(table, { email: user.email, sourceIp }, now);
    await checkNewPassword(newPassword, user, account.name);
    await countEverywhere(table, attempt, now);
    if (!(await verifyPassword(currentPassword, credential?.passwordHash))) {
      logger.warn('password.refused', { userId: user.id });
      throw invalidParameters({
        field: 'currentPassword',
        code: 'wrong',
        detail: 'This is not the current password. If an answer was lost, the new password may be in force already.',
      });
    }
    const change = beginChange({ by: `user:${user.id}`, command: `POST ${changePassword.path}` }, now);
    const passwordHash = await hashPassword(newPassword);
    const isChanged = await changeOwnPassword(table, user, { ...means, passwordHash }, change);
    await recordSuccess(table, attempt, now);
    if (!isChanged) throw new Problem('session.ended');
    logger.info('password.changed', { userId: user.id });
    return {};
  },
});
