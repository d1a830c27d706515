import { afterEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { toTable } from '../../../cli/output/rows.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { admin, adminData, runAdmin, toJsonError } from '../../support/call/admin.ts';
import { writeNoticeFolder } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

const { isTTY, columns } = process.stdout;

afterEach(() => {
  Object.assign(process.stdout, { isTTY, columns });
  vi.unstubAllEnvs();
});

/** Less that of keys: a register without one serves nobody. */
const lists = ['account list', 'user list', 'project list', 'notice list', 'consent list', 'operations list'];

test.each(lists)('%s of an empty register is an empty list', async (name) => {
  const words = name.split(' ');

  expect(await admin(...words, '--json')).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  expect(await admin(...words)).toMatchObject({ exitCode: 0, stdout: '' });
});

test('with --json there is data and nothing else', async () => {
  const answers = ['--account', 'My Shop', '--user', 'Ada', '--email', 'ada@shop.example', '--project', 'my-shop'];

  const made = await admin('setup', ...answers, '--generate-password', '--json');

  expect({ ...made, stdout: JSON.parse(made.stdout) }).toEqual({
    exitCode: 0,
    stdout: expect.objectContaining({ projectUid: 'my-shop', password: expect.any(String) }),
    stderr: '',
  });
  for (const name of lists.filter((each) => !['notice list', 'consent list'].includes(each))) {
    expect(await adminData(...name.split(' ')), name).toEqual([expect.any(Object)]);
  }
  expect(await adminData('user', 'sessions', 'ada@shop.example')).toEqual([]);
  expect(await adminData('user', 'end-session', 'ada@shop.example', '--all')).toEqual([]);
});

test.each([
  ['usage', ['account', 'create', '--json'], "missing required argument 'name'"],
  ['usage', ['account', 'list', '--acount', 'x', '--json'], "unknown option '--acount'"],
  ['usage', ['--json', 'acount', 'list'], "unknown command 'acount'\n(Did you mean account?)"],
  ['usage', ['account', '--json'], 'A command is missing. --help lists them.'],
  ['usage', ['operations', 'list', '--limit', '0', '--json'], "option '--limit <number>' argument '0' is invalid. "],
  ['usage', ['account', 'list', '--local', '--json'], 'Use only one of --stage, --table and --local.'],
  ['notFound', ['account', 'show', 'nobody', '--json'], 'There is no account "nobody". `account list` shows all.'],
  ['refused', ['account', 'create', 'My Shop', '--json'], ' already has the name "My Shop". Choose another name.'],
] as const)('an error with --json is JSON: %s of %j', async (kind, words, message) => {
  const { exitCode, stdout, stderr } = await admin(...words);

  expect({ exitCode, stdout, error: JSON.parse(stderr) }).toEqual({
    exitCode: exitCodes[kind],
    stdout: '',
    error: { error: { kind, exitCode: exitCodes[kind], message: expect.stringContaining(message) } },
  });
});

test('a stage that cannot be reached is a JSON error', async () => {
  vi.stubEnv('PORT', '1');

  const { exitCode, stderr } = await runAdmin('account', 'list', '--local', '--json');

  expect([exitCode, JSON.parse(stderr)]).toMatchObject([5, { error: { kind: 'unreachable', exitCode: 5 } }]);
});

test('what a check finds follows the data', async () => {
  const folder = await writeNoticeFolder();

  const { exitCode, stdout, stderr } = await admin('notice', 'publish', folder, '--check', '--json');

  expect(JSON.parse(stdout)).toMatchObject([{ name: 'privacy', outcome: 'would publish' }]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: exitCodes.finding,
    stderr: toJsonError('finding', 'Would be published: privacy.'),
  });
});

test('a table that is wider than the terminal is shown row by row', async () => {
  const showWithin = async (width: number): Promise<string> => {
    Object.assign(process.stdout, { isTTY: true, columns: width });
    return (await admin('user', 'list')).stdout;
  };
  const [header = '', row = ''] = (await admin('user', 'list')).stdout.split('\n');
  expect(header).toMatch(/^user {2}name {2}email +role {4}enabled {2}account +created +updated$/);
  const width = Math.max(header.length, row.length);

  expect(await showWithin(width)).toBe(`${header}\n${row}\n`);
  const stacked = await showWithin(width - 1);
  expect(stacked).toMatch(
    /^user {5}1\nname {5}Ada\nemail {4}ada@shop\.example\nrole {5}editor\nenabled {2}yes\naccount {2}[0-9a-f]{32}\ncreated {2}[-\d]{10} [:\d]{8}\nupdated {2}[-\d]{10} [:\d]{8}\n$/,
  );
  await adminData('user', 'create', 'Bo', 'bo@shop.example', '--generate-password');
  const both = (await showWithin(80)).split('\n\n');
  expect(both).toHaveLength(2);
  expect(both[1]).toContain('name     Bo\n');
});

test('a value that is not there has no line of its own', async () => {
  Object.assign(process.stdout, { isTTY: true, columns: 40 });
  await adminData('account', 'rename', 'My Shop', 'Our Shop', '--reason', 'new name');

  const entries = (await admin('operations', 'list')).stdout.split('\n\n');

  expect(
    entries.map((entry) =>
      entry
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(/ {2,}/)[0]),
    ),
  ).toEqual([
    ['at', 'by', 'command', 'account id', 'name', 'reason'],
    ['at', 'by', 'command', 'account id', 'role', 'user id'],
    ['at', 'by', 'command', 'account id', 'name', 'project uid', 'user id'],
  ]);
});

test('a terminal that does not know its width has the table', async () => {
  const table = (await admin('user', 'list')).stdout;
  Object.assign(process.stdout, { isTTY: true, columns: 0 });

  expect((await admin('user', 'list')).stdout).toBe(table);
  expect(table).toMatch(/^user {2}name {2}/);
});

test('a character of two columns counts as two', async () => {
  const reason = '同意登録簿の名前';
  await adminData('account', 'rename', 'Our Shop', 'My Shop', '--reason', reason);
  const showWithin = async (columns?: number): Promise<string> => {
    Object.assign(process.stdout, { isTTY: columns !== undefined, columns });
    return (await admin('operations', 'list', '--limit', '1')).stdout;
  };
  const table = await showWithin();
  const width = (table.split('\n')[1] ?? '').length + reason.length;

  expect(await showWithin(width)).toBe(table);
  expect(await showWithin(width - 1)).toContain(`\nreason      ${reason}\n`);
});

test('a table may have a hundred thousand rows', () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => ({ number: i, name: '日本', isLast: i === 99_999 }));

  const lines = toTable(rows, '').text.split('\n');

  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    'number  name  is last',
    '0       日本  no',
    '99999   日本  yes',
  ]);
});

test('a fault with --json has its stack, for the report', async () => {
  await write(table, { put: { ...keyOf.accountEntry('f'.repeat(32)), accountId: 7 }, ...isNew });

  const { exitCode, stdout, stderr } = await admin('account', 'list', '--json');

  expect({ exitCode, stdout, error: JSON.parse(stderr) }).toEqual({
    exitCode: exitCodes.fault,
    stdout: '',
    error: {
      error: { kind: 'fault', exitCode: 1, message: expect.any(String), stack: expect.stringMatching(/\n +at /) },
    },
  });
});
