import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { forReader } from '../../../cli/output/format.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { admin, adminData, leaves } from '../../support/call/admin.ts';
import { putItem, readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const { id: account } = await adminData('account', 'create', 'My Shop');
const demo = join(import.meta.dirname, '../../../cli/local/demo');
const privacy = join(demo, 'demo-shop/privacy-1');

const [{ id: versionId }] = await adminData('notice', 'publish', privacy, '--account', account);

const { usage, notFound } = exitCodes;
const noNotice = (name: string) => `consent-register: The account has no notice "${name}". \`notice list\` shows all.`;
const noVersion = (number: string) =>
  `consent-register: The notice has no version ${number}. It has 1: \`notice history privacy\` lists them.`;

const rows: readonly (readonly [words: readonly string[], exitCode: number, message: string])[] = [
  [['publish'], usage, "consent-register: missing required argument 'folders'"],
  [['publish', 'nowhere'], notFound, 'consent-register: nowhere: this folder does not exist. Check the path.'],
  [['publish', join(privacy, 'eng.html')], usage, 'eng.html: is a file. Give the folder that contains notice.json.'],
  [
    ['publish', demo],
    usage,
    'demo: has no notice.json, so it is not a notice folder. Add the file (docs/notices.md shows one), or give another folder.',
  ],
  [['publish', privacy, '--account', 'nobody'], notFound, 'consent-register: There is no account "nobody".'],
  [['publish', privacy, '--chek'], usage, "consent-register: unknown option '--chek'\n(Did you mean --check?)"],
  [['list', '--account', 'nobody'], notFound, 'consent-register: There is no account "nobody".'],
  [['show', 'other'], notFound, noNotice('other')],
  [['show', '999999'], notFound, noNotice('999999')],
  [['show', 'privacy', '2'], notFound, noVersion('2')],
  [
    ['show', 'privacy', '--html', '/nowhere/page.html'],
    usage,
    'consent-register: /nowhere/page.html cannot be written: its folder does not exist.',
  ],
  [['history', 'other'], notFound, noNotice('other')],
  [['diff', 'other', '1', '1'], notFound, noNotice('other')],
  [['diff', 'privacy', '1', '2'], notFound, noVersion('2')],
  [['diff', 'privacy', '1'], usage, "consent-register: missing required argument 'after'"],
  [['preview', privacy, '--output', join(privacy, 'eng.html')], usage, 'eng.html already exists. Name another file.'],
  [['retire'], usage, "consent-register: missing required argument 'notice'"],
  [['retire', 'other', '--yes'], notFound, noNotice('other')],
  [['retire', 'privacy'], usage, 'It has 1 version on table '],
  [['retire', 'privacy', '--until', '2026'], usage, "consent-register: unknown option '--until'"],
  [['retire', versionId, '--yes'], usage, 'only whole notices can be retired. Give the name of the notice, "privacy".'],
  [['preview', 'nowhere'], notFound, 'consent-register: nowhere: this folder does not exist. Check the path.'],
  [
    ['preview', privacy, '--output', '/nowhere/page.html'],
    usage,
    'consent-register: /nowhere/page.html cannot be written: its folder does not exist.',
  ],
];

test.each(rows)('%j', async (words, exitCode, message) => {
  const before = await readAll();

  const outcome = await admin('notice', ...words);

  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toContain(forReader(message));
  expect(await readAll()).toEqual(before);
});

test('there is a bad input of every command', () => {
  const verbs = leaves.filter(({ name }) => name.startsWith('notice ')).map(({ name }) => name.replace('notice ', ''));

  expect([...new Set(rows.map(([[verb]]) => verb))].sort()).toEqual(verbs.sort());
});

test('no version is published where the name of its notice leads to another one', async () => {
  const other = join(demo, 'demo-shop/newsletter');
  await adminData('notice', 'publish', other, '--account', account);
  const [name, key] = [
    await getItem(table, keyOf.noticeName(account, 'newsletter')),
    keyOf.noticeName(account, 'privacy'),
  ];
  await putItem(table, { ...name, ...key });

  const { exitCode, stderr } = await admin('notice', 'publish', privacy, '--account', account);
  expect(exitCode).toBe(exitCodes.finding);
  expect(stderr).toContain('privacy: its name leads to notice 2, which is newsletter.');
});
