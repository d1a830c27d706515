import { expect, test } from 'vitest';
import { consentIndexes, entryAttributes } from '../../../shared/consents/indexes.ts';
import type { Finding } from '../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../shared/log/audit/verify-log.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Item, Key } from '../../../shared/store/table.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { openOwnLog } from '../../support/make/register-log.ts';
import { deleteItem, putItem } from '../../support/make/stored.ts';
import { erasures, logTable, table } from '../../support/make/table.ts';
import { read } from './evidence/past-register.ts';

const register = await openOwnLog();
const email = 'ada@example.com';

/** Sorts after the ids of all consents. */
const latest = 'f'.repeat(32);

/**
 * Puts an item into the lists that have a consent, beside the service.
 *
 * @param key by default one that says the account
 * @param isBare whether it says nothing that an entry says
 */
const plant = async (
  { accountId }: Tenant,
  like: string,
  key: Partial<Key> = {},
  isBare = false,
): Promise<Item & Key> => {
  const item = await read(keyOf.consent(accountId, like));
  const said = isBare ? [] : [...entryAttributes, 'time'];
  const names = [...said, ...consentIndexes.map(({ partitionKey }) => partitionKey)];
  const entry = Object.fromEntries(names.map((name) => [name, item[name]]).filter(([, value]) => value !== undefined));
  const planted = { ...entry, PK: `${keyOf.account(accountId).PK}#USERDATA#x`, SK: latest, ...key };
  await putItem(table, planted);
  return planted;
};

const audit = async (): Promise<Finding[]> => {
  const found: Finding[] = [];
  await register.publish();
  await verifyLog(
    { table, log: logTable, erasures, kept: [], isAnchored: false, key: register.key },
    {
      segments: 2,
      lag: 3_600_000,
      report: (finding) => found.push(finding),
      onLeaves: () => {},
      onRecords: () => {},
    },
  );
  return found;
};

test('`log verify` names each of them, with its account if its key says one', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId: id } = await addConsent(tenant, { userData: { email } });
  expect(await audit()).toEqual([]);
  const { PK } = keyOf.consent(accountId, id);
  const planted = [
    await plant(tenant, id),
    await plant(tenant, id, { PK: 'X', SK: id }, true),
    await plant(tenant, id, { PK }),
    await plant(tenant, id, keyOf.consent(accountId, latest)),
  ];

  const says = 'it is in lists of consents, and is no consent';

  expect(await audit()).toEqual(
    expect.arrayContaining([
      { kind: 'edited', account: accountId, id: `${planted[0]?.PK} ${latest}`, says },
      { kind: 'edited', account: undefined, id: `X ${id}`, says },
      { kind: 'edited', account: accountId, id: `${PK} ${latest}`, says },
      { kind: 'edited', account: accountId, id: latest, says: 'it cannot be read' },
    ]),
  );
  for (const item of planted) await deleteItem(table, item);
});
