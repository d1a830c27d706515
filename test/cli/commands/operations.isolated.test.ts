import { expect, test, vi } from 'vitest';
import { beginChange, listLogEntries, writeLogEntry } from '../../../shared/identity/operations-log.ts';
import { admin, adminData, ended } from '../../support/call/admin.ts';
import { table } from '../../support/make/table.ts';

const arn = 'arn:aws:sts::123456789012:assumed-role/Operator/grace';

const { id: account } = await adminData('account', 'create', 'My Shop');
const { id: user } = await adminData('user', 'create', 'Ada', 'ada@shop.example', '--generate-password');

/** Entries of another time than that of the test, in the order of their times. */
const entries = [
  ['2026-03-01T23:59:59.999Z', 'local:ada', 'user disable', { accountId: 'a', userId: 1_000 }],
  ['2026-03-02T00:00:00.000Z', arn, 'user disable', { accountId: account, userId: user }],
  ['2026-03-02T14:30:59.500Z', arn, 'user rename', { userId: user }],
  ['2026-03-02T14:31:00.000Z', 'local:ada', 'account rename', { accountId: account, name: 'Our = Shop' }],
  ['2026-03-03T00:00:00.000Z', 'local:bo', 'user enable', { accountId: 'a', userId: 1_000 }],
] as const;
for (const [at, by, command, target] of entries) {
  await writeLogEntry(table, beginChange({ by, command }, new Date(at)), target);
}

/** The places in `entries` of those that are listed; both commands above were before them, or after. */
const list = async (...words: readonly string[]): Promise<number[]> => {
  const listed: { readonly time: string }[] = await adminData('operations', 'list', '--until', '2026-03-31', ...words);
  return listed.map(({ time }) => entries.findIndex(([at]) => at === time));
};

/** Which entries are found, and by what words. */
const filters: readonly (readonly [found: readonly number[], ...words: readonly string[]])[] = [
  [[4, 3, 2, 1, 0]],
  [[2, 1], '--by', 'grace'],
  [[2, 1], '--by', arn],
  [[3, 0], '--by', 'local:ada'],
  [[3, 0], '--by', 'ada'],
  [[], '--by', 'gra'],
  [[1, 0], '--command', 'user disable'],
  [[4, 2, 1, 0], '--command', 'user'],
  [[], '--command', 'use'],
  [[4, 0], '--target', 'userId=1000'],
  [[], '--target', 'userId=1000', '--target', 'accountId=b'],
  [[3], '--target', 'name=Our = Shop'],
  [[], '--target', 'userId=undefined'],
  [[], '--target', '__proto__=[object Object]'],
  [[], '--target', `toString=${Object.prototype.toString}`],
  [[3, 2, 1], '--account', 'My Shop'],
  [[2, 1], '--account', account, '--command', 'user'],
  [[4], '--from', '2026-03-03'],
  [[3, 2, 1], '--from', '2026-03-02', '--until', '2026-03-02'],
  [[0], '--until', '2026-03-01'],
  [[], '--until', '2026-02'],
  [[4, 3, 2, 1, 0], '--from', '2026-03', '--until', '2026-03'],
  [[1, 0], '--until', '2026-03-02T00:00:00.000Z'],
  [[2, 1, 0], '--until', '2026-03-02 14:30'],
  [[2, 1, 0], '--until', '2026-03-02T14:30:59'],
  [[4, 3], '--from', '2026-03-02T14:31Z'],
  [[4, 3, 2, 1, 0], '--from', '0001-01-01'],
  [[], '--from', '0001-01-01', '--until', '0001-01-02'],
  [[], '--from', '9999-12-31', '--until', '9999-12-31'],
  [[3], '--limit', '1', '--by', 'ada'],
  [[1, 0], '--limit', '2', '--command', 'user disable'],
];

test.each(filters.map(([found, ...words]) => [words, found] as const))('%j', async (words, found) => {
  expect(await list(...words)).toEqual(found);
});

test.each([
  ['--from', '2026-02-30'],
  ['--from', '22.11.2026'],
  ['--until', '2026-03-02T25:00'],
  ['--until', '2026'],
  ['--until', '2026-13'],
  ['--target', 'userId'],
  ['--target', '=2'],
])('%s %s is refused', async (option, value) => {
  expect(await admin('operations', 'list', option, value)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^consent-register: option '.*' argument '.*' is invalid\. (?:It must be|Give) a .*\nUsage: /,
    ),
  });
});

test.each([
  ['2026-03-04', '2026-03-03'],
  ['2026-03-02T14:31', '2026-03-02T14:30'],
])('from %s until %s is refused', async (from, until) => {
  expect(await admin('operations', 'list', '--from', from, '--until', until)).toEqual(
    ended('usage', '--until is before --from. Swap them.', `table ${table.name} in local`),
  );
});

test('if no entry matches, people get a sentence and scripts an empty list', async () => {
  expect(await admin('operations', 'list', '--by', 'nobody')).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /\nNo entry matches\. Run `npm run admin -- operations list .+` without filters to see .*\n$/,
    ),
  });
  expect(await list('--by', 'nobody')).toEqual([]);
});

test('people see the name of a caller, scripts the whole ARN', async () => {
  const words = ['operations', 'list', '--command', 'user disable', '--target', `userId=${user}`];

  expect((await admin(...words)).stdout).toMatch(/\n2026-03-02 00:00:00 {2}grace {2}user disable {2}/);
  expect(await adminData(...words)).toMatchObject([{ by: arn }]);
});

test('a name cannot be taken for another part of the target', async () => {
  const table = async (name: string) => {
    await adminData('account', 'create', name);
    return (await admin('operations', 'list', '--limit', '1')).stdout;
  };

  expect(await table('Shop')).toMatch(/ name=Shop\n/);
  expect(await table('Shop userId=1')).toMatch(/ name="Shop userId=1"\n/);
  expect(await table('"Shop')).toMatch(/ name="\\"Shop"\n/);
  expect(await table('Shop\u00a0x=y')).toMatch(/ name="Shop\u00a0x=y"\n/);
});

test('times are looked up by key: nothing else is read', async () => {
  const send = vi.spyOn(table.client, 'send');

  const found = await listLogEntries(table, 100, {
    from: new Date('2026-03-02T00:00:00.000Z'),
    before: new Date('2026-03-03T00:00:00.000Z'),
    isWanted: ({ command }) => command === 'user rename',
  });

  const pages = await Promise.all(send.mock.results.map(({ value }) => value));
  expect(found).toHaveLength(1);
  expect(pages.map(({ ScannedCount }) => ScannedCount)).toEqual([3]);
});
