import { afterEach, expect } from 'vitest';
import { startStoreProxy, storeError } from '../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { listLogEntries } = await import('../../shared/identity/operations-log.ts');
const { listErasures } = await import('../../shared/consents/erasure/erasures.ts');
const { adminData, admin } = await import('../support/admin.ts');
const { newTenant } = await import('../support/builders.ts');
const { endAt } = await import('../support/ended-consent.ts');
const { readAll } = await import('../support/snapshot.ts');
const { findShelf, stock } = await import('../support/stock.ts');
const { erasures, table } = await import('../support/table.ts');

/** After each test the table does its work again. */
export const mendAfterEach = (): void =>
  afterEach(() => {
    proxy.intercept = undefined;
  });

const isWrite = (name: string): boolean => /^(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/.test(name);

/** The process dies with its write of this number, from 0: the write is lost, or done and its answer lost. */
const dieAt = (number: number, isDone: boolean): { writes: number } => {
  const counted = { writes: 0 };
  proxy.intercept = async (call) => {
    if (!isWrite(call.name)) return call.forward();
    counted.writes += 1;
    if (counted.writes <= number) return call.forward();
    if (counted.writes === number + 1 && isDone) await call.forward();
    return storeError(400, 'AccessDeniedException');
  };
  return counted;
};

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** An account with so many consents that are due, of a person each, with a value of an own key, and as many that are not. */
const newAccount = async (due: number) => {
  const { accountId, projectUid, pid } = await newTenant();
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const all = Array.from({ length: 2 * due }, (_, i) => ({
    time: daysAgo(50),
    userData: { email: `p${i}@example.com`, club: `B-${i}` },
  }));
  const ids = await stock(table, shelf, all);
  for (const id of ids.slice(0, due)) await endAt(accountId, id, 'revokeTime', daysAgo(40));
  return { accountId, due: ids.slice(0, due), kept: ids.slice(due) };
};

const itemsOf = async (ids: readonly string[]) => (await readAll()).filter(({ SK }) => ids.includes(String(SK)));

/** The salts of their leaves, by which a reader of their userData knows these: what stays of a consent has another one. */
const saltsOf = async (ids: readonly string[]): Promise<string[]> =>
  (await itemsOf(ids)).flatMap(({ salt }) => (salt instanceof Uint8Array ? [Buffer.from(salt).toString('hex')] : []));

const purge = (accountId: string, everything: boolean, date: string) =>
  admin(
    'consent',
    'purge',
    '--account',
    accountId,
    '--ended-before',
    date,
    '--yes',
    ...(everything ? ['--everything'] : []),
  );

/** Kills a purge at its write of this number, from 0, and runs it again. Returns whether it has so many writes. */
export const killAt = async (number: number, everything: boolean, isDone: boolean): Promise<boolean> => {
  const date = daysAgo(20).toISOString().slice(0, 10);
  const { accountId, due, kept } = await newAccount(2);
  const untouched = await itemsOf(kept);
  const salts = await saltsOf(due);
  const before = (await listLogEntries(table, 100_000)).length;

  const counted = dieAt(number, isDone);
  const killed = await purge(accountId, everything, date);
  proxy.intercept = undefined;
  if (counted.writes <= number) return false;
  expect(killed.exitCode, killed.stderr).not.toBe(0);
  const again = await purge(accountId, everything, date);
  expect(again, `${number}`).toMatchObject({ exitCode: 0 });

  const items = await itemsOf(due);
  if (everything) expect(items, `${number}`).toEqual([]);
  else {
    expect(
      items.every((item) => !('userData' in item)),
      `${number}`,
    ).toBe(true);
    expect(salts).toHaveLength(due.length);
    expect(new Set([...salts, ...(await saltsOf(due))]).size).toBe(2 * due.length);
  }
  expect(await itemsOf(kept)).toEqual(untouched);
  const listed = (await Array.fromAsync(listErasures(erasures, accountId))).flat();
  expect(listed.map(({ consentId }) => consentId).sort()).toEqual([...due].sort());
  const entries = (await listLogEntries(table, 100_000)).slice(0, -before);
  const runs = Map.groupBy(entries, ({ target }) => target.erasure);
  for (const [, ofRun] of runs)
    expect(
      ofRun.map(({ target }) => target.ended),
      `${number}`,
    ).toEqual([true, undefined]);
  const report = await adminData('report', '--account', accountId, '--until', new Date().toISOString().slice(0, 10));
  expect(report.rows).toMatchObject([{ given: 4, withdrawn: 2, inForce: 2 }]);
  expect(await purge(accountId, everything, date)).toMatchObject({ exitCode: 0, stdout: '' });
  return true;
};
