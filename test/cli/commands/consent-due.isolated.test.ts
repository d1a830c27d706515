import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { demoAccounts, provisionDemo } from '../../../cli/local/demo.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { table } from '../../support/make/table.ts';

await provisionDemo(table, new Date());

const { demoShop, otherShop } = demoAccounts;
const due = (...words: readonly string[]) => ['consent', 'due', '--account', demoShop.id, ...words];

const peopleOf = async (...words: readonly string[]): Promise<string[]> => {
  const rows: readonly {
    readonly userData: { readonly first_name: string };
    readonly consentInformationName: string;
  }[] = await adminData(...due(...words));
  return rows.map(({ userData, consentInformationName }) => `${userData.first_name}: ${consentInformationName}`);
};

const columns = 'email,first_name,last_name,phone,mobile_phone,lang,project,notice,version,id,given,reasons,due'.split(
  ',',
);
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('the demo data tells who must be asked again, and why', async () => {
  expect(await peopleOf()).toEqual([
    'Clara: newsletter',
    'Bruno: newsletter',
    'Bruno: privacy',
    'Hans: privacy',
    'Diego: newsletter',
    'Irina: newsletter',
    'Olena: privacy',
  ]);
  expect(await peopleOf('--days', '0', '--reason', 'expires')).toEqual(['Clara: newsletter']);
  expect(await peopleOf('--reason', 'expires')).toEqual(['Clara: newsletter', 'Bruno: newsletter']);
  expect(await peopleOf('--reason', 'superseded')).toEqual(['Bruno: privacy', 'Hans: privacy']);
  expect(await peopleOf('--notice', 'privacy', '--project', 'demo-shop', '--limit', '2')).toEqual([
    'Bruno: privacy',
    'Hans: privacy',
  ]);
});

test('a row has what a mailing tool needs, and JSON the moments of each reason', async () => {
  const [hans] = await adminData(...due('--notice', 'privacy', '--reason', 'language'));
  expect(hans).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    time,
    userData: { first_name: 'Hans', last_name: 'Becker', mobile_phone: '+44 7700 900456' },
    projectUid: 'demo-shop',
    consentInformationName: 'privacy',
    consentInformationPid: 1,
    consentInformationVersion: 1,
    consentInformationVersionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    lang: 'deu',
    reasons: [
      { reason: 'superseded', since: time },
      { reason: 'language', since: hans.time },
    ],
    due: hans.time,
  });

  const { stdout } = await admin(...due('--notice', 'privacy', '--csv'));
  const [header, ...rows] = stdout
    .replace('\ufeff', '')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(header).toEqual(columns);
  expect(rows.map((row) => row.slice(-2))).toEqual([
    ['superseded', day],
    ['superseded language', day],
    ['language', day],
  ]);
  expect((await admin(...due())).stdout.split('\n')[0]?.split(/ +/)).toEqual(columns);
});

test('nobody is a remark, an empty array and a header', async () => {
  const words = ['consent', 'due', '--account', otherShop.id];

  expect(await adminData(...words)).toEqual([]);
  expect(await admin(...words)).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('Nobody is due to be asked again.'),
  });
  expect((await admin(...words, '--csv')).stdout).toBe(`\ufeff${columns.join(',')}\n`);
});

test.each(['-1', '1.5', 'x', '', '100000'])('--days %s is refused', async (days) => {
  const outcome = await admin(...due(`--days=${days}`));

  expect(outcome).toMatchObject({ exitCode: exitCodes.usage, stdout: '' });
  expect(outcome.stderr).toContain('Give a whole number of days, from 0 to 99999.');
});
