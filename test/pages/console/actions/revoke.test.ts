import { expect, test } from 'vitest';
import type { Client, Revocation } from '../../../../client/typescript/index.ts';
import { revokeOnce } from '../../../../pages/console/actions/revoke.tsx';
import { createUser } from '../../../../shared/identity/user.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { addConsent, newTenant, signIn } from '../../../support/make/builders.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { passwordHash } from '../../../support/make/password.ts';
import { table } from '../../../support/make/table.ts';

/** The calls of the console to the real functions, by one user. */
const clientOf = (token: string): Client => {
  const answer = async (...[name, request]: Parameters<typeof invoke>) => {
    const { status, body } = await invoke(name, request, { token });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  return {
    revokeConsent: (request: Revocation) => answer('revokeConsent', request),
    getEvidence: (request: { id: string }) => answer('getEvidence', request),
  } as unknown as Client;
};

test('of two users who revoke with the same words, the second learns that the first was earlier', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const user = { accountId, name: 'A Colleague', email: 'colleague@example.com', passwordHash: passwordHash() };
  const userId = (await createUser(table, user, changeAt())) ?? 0;
  const colleague = { userId, ...(await signIn(userId)) };
  const { consentId: id } = await addConsent(tenant);
  const revocation: Revocation = { id, channel: 'web', proof: { received_by: 'telephone' } };
  const revokeAs = ({ token, userId }: { token: string; userId: number }) =>
    revokeOnce(clientOf(token), userId, revocation, {});

  expect(await revokeAs(colleague)).toMatchObject({ byThis: true });
  expect(await revokeAs(tenant)).toMatchObject({ byThis: false });
});
