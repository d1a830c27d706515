import { expect, test } from 'vitest';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import type { Item } from '../../../../shared/store/table.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant, signIn } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import { passTime, setTime } from '../../../support/make/clock.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { putItem } from '../../../support/make/stored.ts';
import { table } from '../../../support/make/table.ts';

const register = await openOwnLog();
const day = 86_400_000;

const readConsent = async ({ accountId }: Tenant, id: string): Promise<Item> =>
  (await getItem(table, keyOf.consent(accountId, id))) ?? {};

/** What a forger leaves of a consent so that it looks erased. */
const strip = ({ userData: _, proof: __, revokeProof: ___, ...rest }: Item): Item => rest;

const ask = async (tenant: Tenant, id: string) => {
  const { status, body } = await invoke('getEvidence', { id }, tenant);
  return status === 200 ? 'signed' : { status, code: body.code, detail: body.detail };
};

/** A consent whose withdrawal is in the log, imported with it or not. */
const withdrawn = async (imported?: (time: string) => Item) => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  if (imported !== undefined) {
    const item = await readConsent(tenant, id);
    await putItem(table, { ...item, imported: imported(String(item.time)) });
    await register.publish();
  }
  passTime(60_000);
  expect(await invoke('revokeConsent', { id, proof: { url: 'x' } }, tenant)).toMatchObject({ status: 200 });
  await register.publish();
  return { tenant, id, item: await readConsent(tenant, id) };
};

const ahead = (time: string): Item => ({
  ...{ source: 'crm', line: 7, by: 'os:eve', withRevocation: true },
  at: new Date(Date.parse(time) + 10_000).toISOString(),
});

const momentOf = ({ imported, revokeTime }: Item): string =>
  (imported as { readonly at: string } | undefined)?.at ?? String(revokeTime);

test.each([
  ['at the moment of the withdrawal', undefined, momentOf, momentOf],
  ['a moment later', undefined, momentOf, (item: Item) => new Date(Date.parse(momentOf(item)) + 1).toISOString()],
  ['at the moment of an import that was planted before it', ahead, momentOf, momentOf],
])('a withdrawal is not hidden by marking the consent as erased %s', async (_, imported, revokeTime, eraseTime) => {
  setTime(new Date());
  const { tenant, id, item } = await withdrawn(imported);
  await putItem(table, { ...strip(item), revokeTime: revokeTime(item), eraseTime: eraseTime(item) });
  await register.publish();

  expect(await ask(tenant, id)).toMatchObject({ status: 503, code: 'evidence.history-incomplete' });
  passTime(2 * day);
  const { token } = await signIn(tenant.userId);
  expect(await ask({ ...tenant, token }, id)).toMatchObject({
    status: 503,
    detail: expect.stringMatching(
      /^(?:The table of the register says that this consent was erased|Leaf \d+ of the log)/,
    ),
  });
});

test('an erasure of a moment ago waits for its leaf, and is signed then', async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  passTime(60_000);
  await erase(tenant.accountId, [id]);

  expect(await ask(tenant, id)).toMatchObject({
    status: 503,
    detail: expect.stringContaining('Ask again in a minute'),
  });
  await register.publish();
  expect(await ask(tenant, id)).toBe('signed');
});
