import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { admin, adminData } from '../../support/admin.ts';
import { leaves } from '../../support/admin-tree.ts';
import { writeNoticeFolder } from '../../support/notice-folder.ts';
import { readAll } from '../../support/snapshot.ts';

const { account } = await adminData('account', 'create', 'My Shop');
const demo = join(import.meta.dirname, '../../../cli/local/demo');
const privacy = join(demo, 'demo-shop/privacy-1');

const [{ versionId }] = await adminData('notice', 'publish', privacy, '--account', account);

const { usage, notFound } = exitCodes;
const noNotice = (name: string) => `consent-register: The account has no notice "${name}". \`notice list\` shows all.`;
const noVersion = (number: string) =>
  `consent-register: The notice has no version ${number}. It has 1: \`notice history\` lists them.`;

const rows: readonly (readonly [words: readonly string[], exitCode: number, message: string])[] = [
  [['publish'], usage, "consent-register: missing required argument 'folders'"],
  [['publish', 'nowhere'], notFound, 'consent-register: nowhere: this folder does not exist. Check the path.'],
  [['publish', join(privacy, 'eng.html')], usage, 'eng.html: is a file. Give the folder that contains notice.json.'],
  [
    ['publish', demo],
    usage,
    'demo: has no notice.json, so it is not a notice folder. Add the file, or give another folder.',
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
  expect(outcome.stderr).toContain(message);
  expect(await readAll()).toEqual(before);
});

test('there is a bad input of every command', () => {
  const verbs = leaves.filter(({ name }) => name.startsWith('notice ')).map(({ name }) => name.replace('notice ', ''));

  expect([...new Set(rows.map(([[verb]]) => verb))].sort()).toEqual(verbs.sort());
});

test('a wrong folder is refused with all that is wrong, and nothing is published', async () => {
  const folder = await writeNoticeFolder({
    'notice.json': { name: 'Privacy', title: { eng: '', en: 'x' }, titel: {}, askAgain: 'yes', controller: {} },
    'eng.html': '<p onclick="steal()">Text</p>',
    'en.md': 'Text',
    'spa.md': ' ',
  });
  const before = await readAll();

  const { exitCode, stderr } = await admin('notice', 'publish', folder);

  expect(exitCode).toBe(usage);
  const lines = stderr.split('\n').filter((line) => line.includes(folder));
  expect(lines.map((line) => line.replace('consent-register: ', '').replace(`${folder}/`, ''))).toEqual([
    'notice.json: has the unknown member "titel". The members are name, validityDays, notification, title, askAgain, retentionDays, controller, purposes, recipients, personalData, processing, dataSources, storageLocations, storagePeriod, processingLocations, jurisdictions, lawfulBasis, consentType, withdrawal, rights, authority.',
    'notice.json: name must be 1 to 64 characters of a to z, 0 to 9 and -; it must not begin with - and must not be digits only, such as "privacy".',
    'notice.json: title of eng is empty. Write one.',
    'notice.json: title has "en", which is not a language of notices. The languages are ita, eng, spa, deu, fra, tur, por, rus, ukr.',
    'notice.json: askAgain must be true or false.',
    'notice.json: controller has no name. Write one.',
    'en.md: is not named after a language of notices. The languages are ita, eng, spa, deu, fra, tur, por, rus, ukr.',
    'eng.html:1: <p onclick="steal()">: the attribute onclick is not allowed; <p> may have dir, id, lang, style.',
    'spa.md: has no title. Add spa to title in notice.json.',
    'spa.md: has no visible text. Write some, or delete the file and its title.',
  ]);
  expect(await readAll()).toEqual(before);
});
