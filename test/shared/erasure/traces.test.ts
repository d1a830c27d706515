import { expect, test } from 'vitest';
import { timeOf } from '../../../shared/identifier.ts';
import { limits } from '../../../shared/limits.ts';
import type { Item } from '../../../shared/store/client.ts';
import { readAllItems } from '../../support/all-items.ts';
import type { Tenant } from '../../support/builders.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { erase } from '../../support/erase.ts';
import { invoke } from '../../support/invoke.ts';
import { noise } from '../../support/noise.ts';
import { runs } from '../../support/seed.ts';
import { findShelf, stock } from '../../support/stock.ts';
import { erasures, table } from '../../support/table.ts';
import { findTraces, tracesOf } from '../../support/traces.ts';

/** What is hers alone. */
const hers = {
  email: ' Ada.Lovelace@Example.COM ',
  phone: '+44 20 7946 0123',
  mobile_phone: '0044-7700-900-123',
  tax_code: 'lvlDAA15t52h501x',
  last_name: 'Lovelace-Ångström',
  customer_number: 'Kunde-4711-Süd',
} as const;

/** Another person has the same. */
const shared = { first_name: 'Ada' };

const ownIp = '198.51.100.77';
const ownProgram = 'AdasBrowser/7.1 (Analytical Engine)';

const seen = { userAgent: ownProgram, sourceIp: ownIp };

const long = (mark: string, bytes: number) => ({ html: `<form>${mark} ${noise(bytes).toString('base64')}</form>` });

const userData = {
  ...hers,
  ...shared,
  customer_number: { label: 'Kundennummer von Ada', value: hers.customer_number },
};

/** Consents of hers of every shape, through the interface: by themselves and several at once, revoked briefly and at length. */
const addAll = async (tenant: Tenant): Promise<string[]> => {
  const { token } = tenant;
  const pids = tenant.notices.map(({ pid }) => pid);
  const send = (parameters: object, headers: Record<string, string> = {}) =>
    invoke(
      'addConsent',
      {
        projectUid: tenant.projectUid,
        consentInformationPid: pids[0],
        proof: { url: `https://x.example/?e=${hers.email}` },
        userData,
        ...parameters,
      },
      { token, ...seen, headers },
    );
  const one = await send({});
  const other = await send({ userData: hers }, { 'idempotency-key': 'ada-1' });
  const many = await send({ consentInformationPid: pids, proof: long(hers.email, limits.ownProofBytes * 3) });
  const ids: string[] = [one.body, other.body, ...many.body.data].map(({ consentId }) => consentId);
  for (const [i, proof] of [{ url: hers.email }, long(hers.phone, limits.ownRevocationBytes)].entries()) {
    const { status } = await invoke('revokeConsent', { id: ids[i], proof }, { token, ...seen });
    expect(status).toBe(200);
  }
  return ids;
};

const ofTenant =
  ({ accountId }: Tenant) =>
  async (): Promise<Item[]> =>
    (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}`));

/** Items of other people, as texts: all but those that every erasure changes, and those of the ids. */
const toOthers = (items: readonly Item[], ids: readonly string[]): string[] =>
  items
    .filter(({ PK, SK }) => !ids.some((id) => `${PK} ${SK}`.includes(id)))
    .filter(({ PK, SK }) => SK !== 'ACCOUNT' && !/#(TALLY|READS|ERASED)#?/.test(String(PK)))
    .map((item) => JSON.stringify(item))
    .sort();

const kinds = Object.entries(hers);
const more = [
  ['label', 'Kundennummer von Ada'],
  ['address', ownIp],
  ['program', ownProgram],
] as const;

/** An answer under an Idempotency-Key has a digest of its request, for a day. */
const isLasting = ({ PK }: Item): boolean => !String(PK).includes('#IDEMPOTENCY#');

test.each(['evidence', 'everything'] as const)(
  'an erasure of %s leaves no trace of what was hers alone, in either table',
  async (extent) => {
    const tenant = await newTenant({ notices: 3 });
    const read = ofTenant(tenant);
    const ids = await addAll(tenant);
    const other = await addConsent(tenant, { userData: { ...shared, email: 'bo@example.com' } });
    const traces = [...kinds, ...more].flatMap(([key, value]) => tracesOf(tenant.accountId, key, value));
    const before = await read();
    const found = new Set(findTraces(before, traces).map((trace) => trace.replace(/^.*: /, '')));

    await erase(tenant.accountId, ids, { extent, now: new Date(Date.now() + 1_000) });

    const after = await read();
    expect([...found].filter((what) => what.endsWith('itself')).sort()).toEqual(
      [...kinds, ...more].map(([key]) => `${key} itself`).sort(),
    );
    expect(found).toContain('a digest of email, 16 bytes');
    expect(found).toContain('a digest of email, 6 bytes');
    expect(findTraces([...after.filter(isLasting), ...(await readAllItems(erasures))], traces)).toEqual([]);
    expect(toOthers(after, ids)).toEqual(toOthers(before, ids));
    expect(JSON.stringify(after)).toContain(other.consentId);
    for (const { expiresAt } of after.filter((item) => !isLasting(item))) {
      expect(Number(expiresAt) * 1_000 - Date.now()).toBeLessThanOrEqual(86_400_000);
    }
  },
);

/** The target of 1,000 is reached with `TEST_RUNS=4`. */
const many = runs(250);

test('of a person with hundreds of consents every trace goes, and all that is of others stays byte for byte', async () => {
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const start = Date.UTC(2026, 0, 1);
  const hersToStock = Array.from({ length: many }, (_, i) => ({
    time: new Date(start + i * 60_000),
    userData: { ...hers, ...shared },
  }));
  const others = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(start + i * 300_000),
    userData: { ...shared, email: `${i}@example.com`, customer_number: `C-${i}` },
  }));
  const ids = await stock(table, shelf, hersToStock);
  await stock(table, shelf, others);
  const read = ofTenant(tenant);
  const before = await read();
  const traces = kinds.flatMap(([key, value]) => tracesOf(tenant.accountId, key, value));

  const outcome = await erase(tenant.accountId, ids);

  const after = await read();
  expect(outcome).toEqual({ erased: many, before: 0, missing: 0, listed: 0 });
  expect(findTraces([...after, ...(await readAllItems(erasures))], traces)).toEqual([]);
  expect(toOthers(after, ids)).toEqual(toOthers(before, ids));
  expect(toOthers(after, ids)).toHaveLength(toOthers(after, []).length - 2 * many);
  expect(
    after.filter(({ eraseTime }) => eraseTime !== undefined).map(({ SK }) => timeOf(String(SK)).getTime()).length,
  ).toBe(many);
}, 120_000);
