import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createUser } from '../../../../shared/identity/user.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import type { Parameters } from '../../../support/call/event.ts';
import type { Reply, Sending } from '../../../support/call/invoke.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, signIn } from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { table } from '../../../support/make/table.ts';

export const today = (): string => new Date().toISOString().slice(0, 10);

/** A request to erase a consent, a new one by default. */
export const askErasure = async (
  tenant: Tenant,
  { ids, ...parameters }: Parameters & { readonly ids?: readonly string[] | string } = {},
  sending: Sending = {},
): Promise<Reply> =>
  invoke(
    'requestErasure',
    {
      ids: ids ?? (await addConsent(tenant)).consentId,
      reason: 'consent-revoked',
      receivedOn: today(),
      ...parameters,
    },
    { token: tenant.token, encoding: 'json', ...sending },
  );

/** Damages the stored request, as only somebody with the table can. */
export const damageRequest = async (
  { accountId }: Pick<Tenant, 'accountId'>,
  id: string,
  damage: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const item = await getItem(table, keyOf.erasureRequest(accountId, id));
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...item, ...damage } }));
};

/** Another user of the account, signed in. */
export const newColleague = async (
  { accountId }: Pick<Tenant, 'accountId'>,
  role: 'editor' | 'reader' = 'editor',
): Promise<{ readonly userId: number; readonly token: string }> => {
  const email = `${noise(8).toString('hex')}@example.com`;
  const user = { accountId, name: 'Colleague', email, passwordHash: 'unused', role };
  const userId = await createUser(table, user, changeAt());
  if (userId === undefined) throw new Error('The email is taken.');
  return { userId, token: (await signIn(userId)).token };
};
