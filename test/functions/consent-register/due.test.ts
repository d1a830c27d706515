import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readDueConsents } from '../../../shared/consents/due.ts';
import { DueConsents } from '../../../shared/consents/due-answer.ts';
import type { DueReason } from '../../../shared/consents/due-reasons.ts';
import { dueReasons } from '../../../shared/consents/due-reasons.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';
import { drawDrafts } from '../../shared/consents/random-drafts.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { watchNormalised } from '../../support/call/normalised.ts';
import { recordRounds } from '../../support/call/requests.ts';
import { addConsent, findUnits, newTenant, noticeContent } from '../../support/make/builders.ts';
import { newRandom, noise, seed } from '../../support/make/chance.ts';
import { erase } from '../../support/make/changes.ts';
import { createNotice } from '../../support/make/notices.ts';
import { newRegister, seedConsents } from '../../support/make/officer-register.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { table } from '../../support/make/table.ts';

const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;
const seeded = await seedConsents(
  tenant,
  drawDrafts(newRandom(seed), { projects, versions }, { count: 60, days: 60, revokedWithin: 20 }),
);
await erase(
  accountId,
  seeded.slice(0, 3).map(({ id }) => id),
);

const ask = async (parameters: Parameters = {}): Promise<DueConsents> =>
  v.parse(DueConsents, (await invoke('listDueConsents', parameters, tenant)).body);

const askAll = async (parameters: Parameters): Promise<DueConsents['data']> => {
  const rows: DueConsents['data'][number][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: DueConsents = await ask({ ...parameters, ...(after !== undefined && { after }) });
    rows.push(...page.data);
    after = page.next;
  }
  return rows;
};

/** What the command says, newest first. */
const readCommand = async (
  projectUids: readonly string[],
  {
    days = 30,
    ...question
  }: { readonly days?: number; readonly reason?: DueReason; readonly pid?: number | undefined },
) => {
  const horizon = new Date(Date.now() + days * dayMilliseconds);
  const lineage = await readLineage(table, accountId);
  const pages = await Array.fromAsync(
    readDueConsents(table, { accountId, projectUids, horizon, lineage, ...question }),
  );
  return pages
    .flat()
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map(({ id, userData, reasons }) => ({ id, userData, reasons: reasons.map(({ reason }) => reason) }));
};

const told = (rows: DueConsents['data']) =>
  rows.map(({ id, userData, reasons }) => ({ id, userData, reasons: reasons.map(({ reason }) => reason) }));

test('it lists the consents that the command lists, page by page, newest first', async () => {
  const all = await readCommand(projects, {});
  expect(all.length).toBeGreaterThan(3);

  for (const perPage of [1, 7, 50]) expect(told(await askAll({ perPage }))).toEqual(all);
});

test('each filter is that of the command', async () => {
  const [pid, projectUid = ''] = [versions[0]?.pid, projects[1]];
  expect(told(await askAll({ days: 9_999 }))).toEqual(await readCommand(projects, { days: 9_999 }));
  expect(told(await askAll({ consentInformationPid: pid ?? 0 }))).toEqual(await readCommand(projects, { pid }));
  expect(told(await askAll({ projectUid }))).toEqual(await readCommand([projectUid], {}));
  for (const reason of dueReasons)
    expect(told(await askAll({ reason }))).toEqual(await readCommand(projects, { reason }));
});

test('a row says since when, and names the version', async () => {
  const [row] = (await ask({ days: 9_999, perPage: 1 })).data;
  const version = versions.find(({ id }) => id === row?.consentInformationVersionId);

  expect(row).toMatchObject({ consentInformationPid: version?.pid, time: expect.stringMatching(/Z$/) });
  expect(row?.due).toBe(row?.reasons.map(({ since }) => since).toSorted()[0]);
});

test('a project or a notice that the account does not have is refused', async () => {
  expect(await invoke('listDueConsents', { projectUid: 'nowhere' }, tenant)).toMatchObject({ status: 422 });
  expect(await invoke('listDueConsents', { perPage: 51 }, tenant)).toMatchObject({ status: 422 });
});

const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMilliseconds);

test.each(['email', 'tax_code', 'mobile_phone', 'phone', 'first_name', 'last_name', 'card'])(
  'who agreed again, and is known by %s alone, is not asked again',
  async (key) => {
    const other = await newTenant();
    const { pid } = await createNotice(table, other.accountId, noticeContent({ validityDays: 60 }), daysAgo(90));
    const shelf = await findShelf(table, other.accountId, other.projectUid, pid);
    const [once] = await stock(table, shelf, [
      { time: daysAgo(80), userData: { [key]: 'once' } },
      { time: daysAgo(70), userData: { [key]: 'twice' } },
      { time: daysAgo(1), userData: { [key]: 'twice' } },
    ]);
    const { body } = await invoke('listDueConsents', { days: 1 }, other);

    expect(v.parse(DueConsents, body).data.map(({ id }) => id)).toEqual([once]);
  },
);

test('a list that reads much is counted as a search', async () => {
  const other = await newTenant();
  const proof = { html: noise(290_000).toString('base64') };
  for (let i = 0; i < 3; i += 1) await addConsent(other, { lang: 'deu', proof });
  const { data } = v.parse(DueConsents, (await invoke('listDueConsents', {}, other)).body);

  expect(data.flatMap(({ reasons }) => reasons.map(({ reason }) => reason))).toEqual(['language']);
  await invoke('listDueConsents', {}, other);
  expect(await findUnits(other, 'searches')).toBeGreaterThan(200);
});

test('a later consent of each person is looked for in two more round trips than a list has', async () => {
  const other = await newTenant();
  const { pid } = await createNotice(table, other.accountId, noticeContent({ validityDays: 60 }), daysAgo(90));
  const shelf = await findShelf(table, other.accountId, other.projectUid, pid);
  const drafts = Array.from({ length: 3 }, (_, i) => ({ time: daysAgo(70), userData: { email: `${i}@example.com` } }));
  await stock(table, shelf, drafts);
  const parameters = { projectUid: other.projectUid };
  const { rounds: ofList } = await recordRounds(() => invoke('listConsents', parameters, other));
  const { rounds } = await recordRounds(() => invoke('listDueConsents', parameters, other));

  expect(ofList).toEqual([
    ['BatchGetItem', 'Query'],
    ['BatchGetItem', 'Query', 'Query'],
  ]);
  expect(rounds).toEqual([
    ['BatchGetItem', 'Query'],
    ['Query', 'Query'],
    ['BatchGetItem'],
    ['Query', 'Query', 'Query'],
  ]);
});

test('people without an identifying value are recognised by all values, as far as a page can normalise them', async () => {
  const someone = await newTenant();
  const { pid } = await createNotice(
    table,
    someone.accountId,
    noticeContent({ validityDays: 1 }),
    new Date(Date.now() - 30 * dayMilliseconds),
  );
  const shelf = await findShelf(table, someone.accountId, someone.projectUid, pid);
  const values = (i: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, `${i} ${'\ufdfa'.repeat(220)}`]));
  const twice = Array.from({ length: 12 }, (_, i) => ({
    time: new Date(Date.now() - 20 * dayMilliseconds + i),
    userData: values(Math.floor(i / 2)),
  }));
  await stock(table, shelf, twice);
  const normalised = watchNormalised('\ufdfa'.repeat(220));

  const { body } = await invoke('listDueConsents', { days: 1, perPage: 50 }, someone);

  expect(normalised()).toBeLessThanOrEqual(2 * 50 * 4);
  expect(body.data).toHaveLength(11);
});
