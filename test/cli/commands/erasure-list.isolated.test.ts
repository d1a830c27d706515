import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forReader } from '../../../cli/output/format.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { parseErasureLine } from '../../../shared/consents/erasure/erasures.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { askErasure, damageRequest } from '../../shared/consents/erasure/erasure-requests.ts';
import { admin, adminData, runAdmin } from '../../support/call/admin.ts';
import { newTenant } from '../../support/make/builders.ts';
import { writePlan } from '../../support/make/changes.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newFolder } from '../../support/make/machine.ts';
import { erasures, table } from '../../support/make/table.ts';

const aws = await useDeployedStage();

const first = new Date('2026-11-19T12:00:00.250Z');
const second = new Date('2026-11-20T12:00:00.000Z');

const create = async (name: string): Promise<string> => (await adminData('account', 'create', name)).id;

const list = async (accountId: string, time: Date, extent: Extent = 'evidence'): Promise<string> => {
  const consentId = newIdentifier(time);
  await writePlan(erasures, accountId, { time, extent, consentIds: [consentId], by: 'local:ada' });
  return consentId;
};

const [shop, blog] = [await create('Shop'), await create('Blog')];
const [one, two, three] = [await list(shop, first), await list(shop, second, 'everything'), await list(blog, first)];

const listed = (accountId: string, consentId: string, time: Date, extent: Extent = 'evidence') => ({
  accountId,
  consentId,
  time: time.toISOString(),
  extent,
});
const all = [listed(shop, two, second, 'everything'), listed(shop, one, first), listed(blog, three, first)];

test('lists the erasures of all accounts, of each the latest first', async () => {
  expect(await adminData('erasure', 'list')).toEqual(all);
  expect(await adminData('erasure', 'list', '--account', 'Blog')).toEqual(all.slice(2));
  expect(await adminData('erasure', 'list', '--limit', '2')).toEqual(all.slice(0, 2));
});

test('as a table times are without milliseconds', async () => {
  const { stdout } = await admin('erasure', 'list', '--account', blog);

  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['account', 'consent id', 'time', 'extent'],
    [blog.slice(0, 16), three.slice(0, 16), '2026-11-19 12:00:00', 'evidence'],
  ]);
});

test('a file has a line for each, which a replay reads again', async () => {
  const file = join(newFolder(), 'erasures.jsonl');
  const outcome = await adminData('erasure', 'list', '--out', file);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  expect(outcome).toEqual({ file, erasures: 3 });
  expect(lines.map((line) => JSON.parse(line))).toEqual(all);
  expect(lines.map(parseErasureLine)[0]).toEqual({
    accountId: shop,
    erasure: { consentId: two, time: second, extent: 'everything' },
  });
});

test.each([
  ['', 'no JSON'],
  ['{}', 'nothing'],
  [JSON.stringify({ ...listed(shop, one, first), time: '20 November' }), 'no time'],
  [JSON.stringify({ ...listed(shop, one, first), consentId: 'a' }), 'no id'],
  [JSON.stringify({ ...listed(shop, one, first), email: 'ada@example.com' }), 'more than belongs there'],
])('%s is no erasure: it has %s', (line) => {
  expect(parseErasureLine(line)).toBeUndefined();
});

test('says when nobody was erased', async () => {
  await create('New');

  expect(await admin('erasure', 'list', '--account', 'New')).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('Nobody was erased.'),
  });
});

test('says what to do where the erasures table is not known, or not there', async () => {
  aws.stacks.set('ConsentRegister-prod', { TableName: table.name, SigningKeySecret: 'secret' });
  const ofTable = ['erasure', 'list', '--table', table.name];

  expect(await runAdmin('erasure', 'list', '--stage', 'prod')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('has no erasures table yet. Deploy the stage again'),
  });
  expect(await runAdmin(...ofTable)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Name the erasures table with --erasures-table'),
  });
  expect(await runAdmin(...ofTable, '--erasures-table', 'gone-erasures')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('There is no erasures table gone-erasures here. Check its name and the region.'),
  });
});

test.each([
  [
    ['--stage', 'prod', '--erasures-table', 'other'],
    '--erasures-table works only with --table: a stage and the local service know their own tables.',
  ],
  [['--table', table.name, '--erasures-table', table.name], '--erasures-table must name another table than --table.'],
  [['--table', table.name, '--erasures-table', ''], '--erasures-table must not be empty.'],
  [
    ['--table', table.name, '--erasures-table', 'beside', '--log-table', 'beside'],
    '--log-table must name another table than --erasures-table.',
  ],
  [
    ['--local', '--log-table', 'other'],
    '--log-table works only with --table: a stage and the local service know their own tables.',
  ],
  [
    ['--table', table.name, '--erasures-table', 'a b'],
    '"a b" cannot be the name of a table. Names have 3 to 255 letters, digits, "_", "-" and ".".',
  ],
])('%j is refused', async (words, message) => {
  expect(await runAdmin('erasure', 'list', ...words)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(message),
  });
});

test('a stage knows its erasures table', async () => {
  const { exitCode, stdout } = await runAdmin('erasure', 'list', '--stage', 'prod', '--json');

  expect({ exitCode, data: JSON.parse(stdout) }).toEqual({ exitCode: 0, data: all });
});

test('requests to erase are listed with their state and deadline, of each account the newest first', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const ask = async (tenant: typeof one, reference: string): Promise<string> =>
    (await askErasure(tenant, { reference })).body.id;
  const [first, second, third] = [await ask(one, 'R-1'), await ask(one, 'R-2'), await ask(other, 'R-3')];
  const refused = await adminData('erasure', 'refuse', first.slice(0, 20), '--reason', 'a legal claim');
  expect(refused).toMatchObject({ request: first });
  await damageRequest(other, third, { state: 'lost' });

  expect(await adminData('erasure', 'requests')).toEqual([
    expect.objectContaining({ accountId: one.accountId, id: second, state: 'open', reference: 'R-2' }),
    expect.objectContaining({ accountId: one.accountId, id: first, state: 'refused', refusal: 'a legal claim' }),
    { accountId: other.accountId, id: third, state: 'damaged' },
  ]);
  const { stdout } = await admin('erasure', 'requests', '--account', one.accountId, '--csv');
  expect(stdout.split('\n')[0]).toContain('account,request,state,dueOn,');
  expect(stdout).toContain(`${second},open,`);
  expect(stdout).not.toContain(third);
});

test('without requests to erase, it says that there are none, and the list of erasures refers to it', async () => {
  const { accountId } = await newTenant();

  expect((await admin('erasure', 'requests', '--account', accountId)).stderr).toContain(
    'There is no request to erase consents.',
  );
  expect((await admin('erasure', 'list', '--account', accountId)).stderr).toContain(
    forReader('Nobody was erased. `erasure requests` lists what is asked for.'),
  );
});
