import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Interception } from '../../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { newFolder } from '../../support/make/machine.ts';

const proxy = await startStoreProxy();
const { admin, adminData, runAdmin } = await import('../../support/call/admin.ts');
const { newTenant, noticeContent } = await import('../../support/make/builders.ts');
const { useDeployedStage } = await import('../../support/make/deployed-stage.ts');
const { publishVersion } = await import('../../support/make/notices.ts');
const { putPast } = await import('../../support/make/officer-register.ts');
const { table } = await import('../../support/make/table.ts');

afterEach(() => {
  proxy.intercept = undefined;
});

await useDeployedStage();
const shop = await newTenant();
const [{ name: notice } = expect.unreachable()] = shop.notices;
await putPast(shop, [
  { given: '2024-01-05T10:00Z', lang: 'ita', channel: 'email', revoked: '2024-03-01T00:00Z' },
  { given: '2024-01-31T23:59:59.999Z' },
  { given: '2024-02-01T00:00Z', revoked: '2024-04-30T12:00Z' },
  { given: '2024-04-02T08:00Z', lang: 'ita' },
  { given: '2024-05-01T00:00Z' },
]);
const other = await newTenant();
await putPast(other, [{ given: '2024-01-05T10:00Z' }]);

const ofShop = ['--account', shop.accountId];

const none = { given: 0, revoked: 0, expired: 0, superseded: 0, erased: 0 };

const rowsOf = async (...words: readonly string[]) => (await adminData('report', ...ofShop, ...words)).rows;

const inFolder = async (): Promise<string> => {
  const folder = newFolder();
  return join(folder, 'report.html');
};

test('without --by it tells the totals of one account, up to now', async () => {
  expect(await rowsOf()).toEqual([{ ...none, given: 5, revoked: 2, active: 3 }]);
  expect(await rowsOf('--project', shop.projectUid, '--notice', notice)).toEqual(await rowsOf());
});

test('the id of a version narrows a report to that version, and its page names it', async () => {
  const tenant = await newTenant();
  const account = ['--account', tenant.accountId];
  await putPast(tenant, [{ given: '2024-01-05T10:00Z' }]);
  const { versionId } = await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ validityDays: 7 }),
    new Date(),
  );
  await putPast(tenant, [{ given: '2024-02-05T10:00Z' }, { given: '2024-02-06T10:00Z' }]);
  const file = await inFolder();

  const { rows, version } = await adminData('report', ...account, '--notice', versionId, '--html', file);

  expect({ rows, version }).toMatchObject({ rows: [{ given: 2, active: 0 }], version: 2 });
  expect((await adminData('report', ...account, '--notice', String(tenant.pid))).rows).toMatchObject([{ given: 3 }]);
  expect(await readFile(file, 'utf8')).toContain(', version 2 alone</p>');
});

test('by month it tells every month, also those without an event, and what was in force at the end of each', async () => {
  expect(await rowsOf('--by', 'month', '--until', '2024-05')).toEqual([
    { month: '2024-01', ...none, given: 2, active: 2 },
    { month: '2024-02', ...none, given: 1, active: 3 },
    { month: '2024-03', ...none, revoked: 1, active: 2 },
    { month: '2024-04', ...none, given: 1, revoked: 1, active: 2 },
    { month: '2024-05', ...none, given: 1, active: 3 },
  ]);
});

test('a period counts what ended in it, also of consents that were given before, and ends with what --until names', async () => {
  const words = ['--by', 'lang,channel', '--from', '2024-02', '--until', '2024-04-30'];

  expect(await rowsOf(...words)).toEqual([
    { lang: 'eng', channel: 'web', ...none, given: 1, revoked: 1, active: 1 },
    { lang: 'ita', channel: 'email', ...none, revoked: 1, active: 0 },
    { lang: 'ita', channel: 'web', ...none, given: 1, active: 1 },
  ]);
});

test('versions stand with their notice, states are those at the end of the period', async () => {
  expect(await rowsOf('--by', 'version,state', '--until', '2024-03')).toEqual([
    { notice, version: 1, state: 'active', ...none, given: 2, active: 2 },
    { notice, version: 1, state: 'revoked', ...none, given: 1, revoked: 1, active: 0 },
  ]);
});

test('scripts get the question and what reading cost', async () => {
  const data = await adminData('report', ...ofShop, '--by', 'project', '--from', '2024-02', '--until', '2024-04-30');

  expect(data).toEqual({
    accountId: shop.accountId,
    accountName: expect.any(String),
    from: '2024-02-01T00:00:00.000Z',
    at: '2024-04-30T23:59:59.999Z',
    by: ['project'],
    rows: [{ project: shop.projectUid, ...none, given: 2, revoked: 2, active: 2 }],
    read: { consents: 4, readUnits: expect.any(Number) },
  });
  expect(data.read.readUnits).toBeGreaterThan(0);
});

test('people get a table, and what reading cost', async () => {
  const { stdout, stderr } = await admin('report', ...ofShop, '--by', 'lang', '--until', '2024-01');

  expect(stdout).toBe(
    [
      'lang  given  revoked  expired  superseded  erased  in force',
      'eng   1      0        0        0           0       1',
      'ita   1      0        0        0           0       1\n',
    ].join('\n'),
  );
  expect(stderr).toMatch(/^On table .*\nRead 2 consents: 1 read unit\.\n$/);
});

test('as CSV it has the same names as in JSON', async () => {
  const { stdout } = await admin('report', ...ofShop, '--by', 'month,lang', '--until', '2024-01', '--csv');

  expect(stdout).toBe(
    '\ufeffmonth,lang,given,revoked,expired,superseded,erased,in force\n2024-01,eng,1,0,0,0,0,1\n2024-01,ita,1,0,0,0,0,1\n',
  );
});

test('before the first consent there is nothing by month, and nothing in force', async () => {
  expect(await rowsOf('--until', '2023-12-31T23:59')).toEqual([{ ...none, active: 0 }]);
  expect(await rowsOf('--by', 'month', '--until', '2023-12')).toEqual([]);
  expect((await admin('report', ...ofShop, '--by', 'lang', '--until', '2023-12')).stderr).toContain(
    'No consent was given by then.',
  );
});

test('the page has charts and the rows, and is not written over', async () => {
  const file = await inFolder();
  const { exitCode, stdout } = await admin('report', ...ofShop, '--by', 'month', '--until', '2024-03', '--html', file);
  const page = await readFile(file, 'utf8');
  const calls: string[] = [];
  proxy.intercept = async ({ name, input, forward }) => {
    calls.push(`${name} ${input.IndexName ?? ''}`);
    return forward();
  };
  const again = await admin('report', ...ofShop, '--html', file);

  expect({ exitCode, lines: stdout.split('\n').length }).toEqual({ exitCode: 0, lines: 5 });
  expect(page.match(/aria-label="([^"]+)"/g)).toEqual(
    expect.arrayContaining([
      'aria-label="Line of the consents in force at the end of each month from 2024-01 to 2024-03: 2 at first, 2 at last, at most 3 in 2024-02."',
      'aria-label="Bars of the consents given and revoked in each month from 2024-01 to 2024-03: 3 given and 1 revoked in all."',
      'aria-label="Bars of shares. Version 1 2, 100%."',
    ]),
  );
  expect(page).toContain(`content="default-src 'none'; style-src`);
  expect(page).not.toContain('<script');
  expect(again).toMatchObject({ exitCode: 2, stdout: '' });
  expect(again.stderr).toContain('already exists. Name another file.');
  expect(calls).not.toContain('Query project');
});

test('the page says in words what it counts by, and that no channel names some ways', async () => {
  const file = await inFolder();
  const words = ['--by', 'lang,channel,state', '--until', '2024-03'];
  const { stderr } = await admin('report', ...ofShop, ...words, '--html', file);
  const page = await readFile(file, 'utf8');

  expect(stderr).toContain('Row `web` also counts what came by telephone');
  expect(page).toMatch(
    /<tbody><tr class="group"><th scope="rowgroup" colspan="\d+">Language: <bdi>Italian<\/bdi><\/th><\/tr>(?:<tr><td>.*?)?<tr><td><bdi>by email<\/bdi><\/td><td><bdi>revoked<\/bdi><\/td>/,
  );
  expect(page.match(/Language: <bdi>Italian/g)).toHaveLength(1);
  expect(page).toContain(
    '2 consents are in force at the end. 3 consents were given in the period; of these and earlier ones ended: 1 revoked.',
  );
  expect(page).toContain('What is counted as on a website may also have come by telephone, by letter,');
});

const onStage = (...words: readonly string[]) => runAdmin('report', ...words, ...ofShop, '--stage', 'prod');

/** Lets the engine tell another size of the list of consents. */
const describeWith =
  (bytes: number): Interception =>
  async ({ name, forward }) => {
    const answer = await forward();
    const { Table } = answer.output;
    if (name !== 'DescribeTable' || typeof Table !== 'object') return answer;
    return {
      status: 200,
      output: {
        Table: {
          ...Table,
          GlobalSecondaryIndexes: [{ IndexName: 'project', IndexSizeBytes: bytes }],
        },
      },
    };
  };

test('a report that costs more than a cent warns before it reads', async () => {
  const cent = 80_000 * 8_192;
  proxy.intercept = describeWith(cent);
  const cheap = await onStage();
  proxy.intercept = describeWith(10 * cent);
  const dear = await onStage();

  expect(cheap.stderr).not.toContain('$');
  expect(dear.stderr).toContain(
    'Reading takes up to 800,000 read units, $0.10 at the price of us-east-1: enough for the consents of all accounts.',
  );
});

test('without the right to ask for the size it says that the cost is not known, and counts', async () => {
  proxy.intercept = async ({ name, forward }) =>
    name === 'DescribeTable' ? storeError(400, 'AccessDeniedException') : forward();
  const { exitCode, stderr } = await onStage();

  expect(exitCode).toBe(0);
  expect(stderr).toContain('The cost of reading is unknown: your credentials may not call dynamodb:DescribeTable.');
});
