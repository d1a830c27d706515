import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/errors.ts';
import { forReader } from '../../cli/output/format.ts';
import { dimensions } from '../../shared/consents/report.ts';
import { createAccount } from '../../shared/identity/account.ts';
import { admin, adminData, leaves } from '../support/call/admin.ts';
import { signIn } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { readAll } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const long = 'x'.repeat(201);
const email = 'ada@shop.example';
const unknownId = 'f'.repeat(32);

const { id: account } = await adminData('account', 'create', 'My Shop');
const now = new Date();
await createAccount(table, { name: 'Twin', consentRegisterEnabled: true }, changeAt(now));
const twin = await createAccount(table, { name: 'Twin', consentRegisterEnabled: true }, changeAt(now));
const { id: user } = await adminData('user', 'create', 'Ada', email, '--account', account, '--generate-password');
await adminData('project', 'create', 'my-shop', 'My Shop', '--account', account);
await signIn(user);

const { usage, notFound, refused } = exitCodes;

const emptyName = 'consent-register: A name must not be empty.';
const longName = 'consent-register: A name may have at most 200 characters.';
const twoLines = 'consent-register: A name must be one line without control characters.';
const badEmail = 'consent-register: An email must look like name@shop.example.';
const badUid =
  'consent-register: A UID has up to 128 letters, digits, dots, dashes and underscores. It begins with a letter or a digit.';
const noAccount = (name: string) => `consent-register: There is no account "${name}". \`account list\` shows all.`;
const noUser = 'consent-register: There is no user with this id or email. `user list` shows the users of an account.';
const noRole = (typed: string) =>
  `consent-register: There is no role ${JSON.stringify(typed)}. Use sender, reader or editor.`;
const noProject = (uid: string) => `consent-register: The account has no project "${uid}". \`project list\` shows all.`;
const noNotice = (name: string) => `consent-register: The account has no notice "${name}". \`notice list\` shows all.`;
const noPerson = 'consent-register: Name a person by a key and a value, such as email=ada@example.com.';
const several =
  "consent-register: There are 3 accounts: 'My Shop', 'Twin', 'Twin'. Name one, such as --account 'My Shop'.";
const badAddress =
  'consent-register: Give an address such as 203.0.113.7 or 2001:db8::7, from which the user calls the API.';
const badId =
  'consent-register: A consent is named by its id, 32 characters, each 0 to 9 or a to f, or by the first 16 of them, as tables show it. Check the id that you typed.';
const needsTerminal =
  'consent-register: Entering a password needs a terminal. In a script, use --generate-password, or pipe it to --password-stdin.';
const both = 'consent-register: Use --generate-password or --password-stdin, not both.';

/** What is typed, the exit code, and the end of what is said. */
type Row = readonly [words: readonly string[], exitCode: number, message: string];

const rows: readonly Row[] = [
  [['erasure', 'requests', '--account', 'Nobody'], notFound, noAccount('Nobody')],
  [
    ['consent', 'list', '--lang', 'en'],
    usage,
    "argument 'en' is invalid. Allowed choices are ita, eng, spa, deu, fra, tur, por, rus, ukr. Write eng for English.",
  ],
  [['account', 'create'], usage, "consent-register: missing required argument 'name'"],
  [['account', 'create', ' '], usage, emptyName],
  [['account', 'create', long], usage, longName],
  [['account', 'create', 'a\nb'], usage, twoLines],
  [
    ['account', 'create', 'a', 'b'],
    usage,
    "consent-register: too many arguments for 'create'. Expected 1 argument but got 2: a, b.",
  ],
  [
    ['account', 'create', 'a', '--reson', 'x'],
    usage,
    "consent-register: unknown option '--reson'\n(Did you mean --reason?)",
  ],
  [['account', 'create', 'a', '--reason', ' '], usage, 'consent-register: A reason must not be empty.'],
  [['account', 'create', 'a\u202eb'], usage, twoLines],
  [
    ['account', 'create', 'a\ufffdb'],
    usage,
    'consent-register: A name must be typed in UTF-8. Set the terminal and its locale to UTF-8.',
  ],
  [
    ['account', 'create', 'a', '--reason', '\ufffd'],
    usage,
    'consent-register: A reason must be typed in UTF-8. Set the terminal and its locale to UTF-8.',
  ],
  [['user', 'create', 'Bo', 'b\ufffd@shop.example', '--account', account, '--generate-password'], usage, badEmail],
  [
    ['account', 'create', 'My Shop'],
    refused,
    `Account ${account} already has the name "My Shop". Choose another name.`,
  ],
  [['account', 'rename', 'My Shop', 'Twin'], refused, 'already has the name "Twin". Choose another name.'],
  [
    ['account', 'list', 'x'],
    usage,
    "consent-register: too many arguments for 'list'. Expected 0 arguments but got 1: x.",
  ],
  [['account', 'show', 'nobody'], notFound, noAccount('nobody')],
  [['account', 'show', 'Twin'], usage, 'consent-register: Several accounts have the name "Twin". Give the id of one:'],
  [['account', 'rename', 'My Shop', ' '], usage, emptyName],
  [['account', 'enable', 'nobody'], notFound, noAccount('nobody')],
  [['account', 'disable', 'My Shop'], usage, 'All calls by 1 user of account "My Shop" on '],
  [['account', 'disable', 'My Shop'], usage, 'Confirm with --yes.'],
  [['user', 'create', 'Bo', 'bo@shop.example', '--generate-password'], usage, several],
  [
    ['user', 'create', 'bo@shop.example', 'Bo', '--account', account, '--generate-password'],
    usage,
    'consent-register: The name comes first, then the email. Swap them.',
  ],
  [['user', 'create', 'Bo', 'bo', '--account', account, '--generate-password'], usage, badEmail],
  [['user', 'create', 'Bo', 'b o@shop.example', '--account', account, '--generate-password'], usage, badEmail],
  [['user', 'create', 'Bo', 'bo@\u202eshop.example', '--account', account, '--generate-password'], usage, badEmail],
  [['user', 'create', 'Bo', 'bo@shop.example', '--account', account], usage, needsTerminal],
  [
    ['user', 'create', 'Bo', 'bo@shop.example', '--account', account, '--generate-password', '--password-stdin'],
    usage,
    both,
  ],
  [
    ['user', 'create', 'Bo', 'ADA@shop.example', '--account', account, '--generate-password'],
    refused,
    'consent-register: Another user already has this email. Use another email.',
  ],
  [
    ['user', 'create', 'Bo', 'bo@shop.example', '--password', 'secret'],
    usage,
    "consent-register: unknown option '--password'",
  ],
  [['user', 'list'], usage, several],
  [['user', 'show', 'nobody@shop.example'], notFound, noUser],
  [['user', 'show', '999999'], notFound, noUser],
  [['user', 'rename', 'nobody@shop.example', 'Bo'], notFound, noUser],
  [['user', 'enable', 'nobody@shop.example'], notFound, noUser],
  [['user', 'disable', email], usage, 'can no longer sign in, and 1 session ends. Go on? Confirm with --yes.'],
  [['user', 'role', email], usage, "consent-register: missing required argument 'role'"],
  [['user', 'role', email, 'admin'], usage, noRole('admin')],
  [['user', 'role', email, 'Reader'], usage, noRole('Reader')],
  [['user', 'password', email, '--generate-password'], usage, 'Confirm with --yes.'],
  [['user', 'password', email, '--yes'], usage, needsTerminal],
  [['user', 'allow-address', email, ''], usage, badAddress],
  [['user', 'allow-address', email, 'shop.example'], usage, badAddress],
  [['user', 'allow-address', email, '203.0.113'], usage, badAddress],
  [['user', 'allow-address', email, '203.0.113.0/24'], usage, badAddress],
  [['user', 'allow-address', email, 'fe80::1%eth0'], usage, badAddress],
  [['user', 'sessions', 'nobody@shop.example'], notFound, noUser],
  [['user', 'key', 'create', email, '--role', 'editor'], usage, 'Only sender and reader are narrower'],
  [['user', 'key', 'create', email, '--role', 'admin'], usage, 'Only sender and reader are narrower'],
  [['user', 'key', 'create', email, '--ends', '2020-01-01'], usage, '--ends is in the past.'],
  [['user', 'key', 'create', email, '--ends', 'soon'], usage, 'It must be a month, a day or a time in UTC'],
  [['user', 'key', 'create', email, '--note', ' '], usage, 'A note must not be empty.'],
  [
    ['user', 'key', 'create', email, '--note', `crk_${'a'.repeat(80)}`],
    usage,
    'A note must not have a key for machines',
  ],
  [['user', 'key', 'create', email, '--out', ''], usage, 'Give the name of a file'],
  [['user', 'key', 'create', 'nobody@shop.example'], notFound, 'There is no user with this id or email.'],
  [['user', 'key', 'list', 'nobody@shop.example'], notFound, noUser],
  [['user', 'key', 'list'], usage, several],
  [['user', 'key', 'end', email, 'x', '--yes'], usage, 'The id of a key has 16 lower-case hexadecimal characters.'],
  [['user', 'key', 'end', email, `crk_${'a'.repeat(80)}`, '--yes'], usage, 'This is a key, not its id'],
  [['user', 'key', 'end', email, 'f'.repeat(16), '--yes'], notFound, 'The user has no such key.'],
  [['user', 'end-session', email, '--yes'], usage, 'consent-register: Give the id of a session, or use --all.'],
  [
    ['user', 'end-session', email, unknownId, '--all', '--yes'],
    usage,
    'consent-register: Give the id of a session, or use --all.',
  ],
  [
    ['user', 'end-session', email, unknownId, '--yes'],
    notFound,
    `consent-register: The user has no such active session. \`user sessions ${user}\` lists them.`,
  ],
  [['user', 'end-session', email, '--all'], usage, 'Confirm with --yes.'],
  [['project', 'create', 'a b', 'A', '--account', account], usage, badUid],
  [['project', 'create', '', 'A', '--account', account], usage, badUid],
  [['project', 'create', 'x'.repeat(129), 'A', '--account', account], usage, badUid],
  [
    ['project', 'create', 'my-shop', 'Again', '--account', account],
    refused,
    'consent-register: The account already has a project "my-shop". Choose another UID.',
  ],
  [['project', 'list', '--account', 'nobody'], notFound, noAccount('nobody')],
  [['project', 'show', 'other', '--account', account], notFound, noProject('other')],
  [['project', 'show', 'my-shop', '--account', twin], notFound, noProject('my-shop')],
  [['project', 'rename', 'my-shop', ' ', '--account', account], usage, emptyName],
  [['report'], usage, several],
  [['report', '--by', 'colour'], usage, `There is no "colour". Use ${dimensions.join(', ')}.`],
  [['report', '--by', ''], usage, `A word is missing. Use ${dimensions.join(', ')}.`],
  [['report', '--by', 'month,'], usage, 'A word is missing.'],
  [['report', '--by', 'month,lang,month'], usage, '"month" is given twice. Give it once.'],
  [['report', '--from', '2026-13'], usage, 'It must be a month, a day or a time in UTC, such as 2026-11,'],
  [
    ['report', '--from', '2026-02', '--until', '2026-01'],
    usage,
    'consent-register: --until is before --from. Swap them.',
  ],
  [['report', '--from', '9999-01'], usage, 'consent-register: --from is in the future. Give a past time.'],
  [['report', '--account', account, '--notice', 'other'], notFound, 'The account has no notice "other".'],
  [['report', '--csv', '--json'], usage, 'Use --csv or --json, not both.'],
  [['consent', 'list', '--account', account, '--csv', '--json'], usage, '"message": "Use --csv or --json, not both."'],
  [['consent', 'list', '--account', account, '--person', 'ada'], usage, noPerson],
  [['consent', 'list', '--account', account, '--person', '=ada'], usage, noPerson],
  [
    ['consent', 'list', '--account', account, '--person', 'email= \u00a0'],
    usage,
    'consent-register: The value of email is empty.',
  ],
  [
    ['consent', 'list', '--account', account, '--person', 'phone=(-)'],
    usage,
    'consent-register: The value of phone has nothing to search for. Check it.',
  ],
  [
    ['consent', 'list', '--account', account, '--person', 'email=a', '--person', 'email=a'],
    usage,
    'consent-register: A consent has one value of email. Give it once.',
  ],
  [
    ['consent', 'list', '--account', account, '--person', `email=${'x'.repeat(1_025)}`],
    usage,
    'consent-register: No consent can have this key and value of email. Check both: one may be too long.',
  ],
  [['consent', 'list', '--account', account, '--notice', 'other'], notFound, noNotice('other')],
  [
    ['consent', 'list', '--account', account, '--version', '1'],
    usage,
    'consent-register: --version needs the id of a version, or its number together with --notice.',
  ],
  [
    ['consent', 'list', '--account', account, '--version', unknownId],
    notFound,
    `consent-register: No notice has a version ${unknownId}. \`notice history\` lists the versions of a notice.`,
  ],
  [
    ['consent', 'list', '--account', account, '--state', 'over'],
    usage,
    "argument 'over' is invalid. Allowed choices are active, revoked, expired, superseded, erased.",
  ],
  [
    ['consent', 'list', '--account', account, '--from', 'yesterday'],
    usage,
    'It must be a month, a day or a time in UTC, ',
  ],
  [
    ['consent', 'list', '--account', account, '--from', '2026-02-02', '--until', '2026-02-01'],
    usage,
    'consent-register: --until is before --from. Swap them.',
  ],
  [['consent', 'list', '--account', account, '--limit', '0'], usage, 'Give a whole number from 1 to 999999999.'],
  [['consent', 'show', 'ada@shop.example'], usage, badId],
  [['consent', 'show', unknownId.toUpperCase()], usage, badId],
  [['consent', 'show', unknownId], notFound, `consent-register: There is no consent ${unknownId}.`],
  [['consent', 'show', unknownId, '--account', account], notFound, `Account "My Shop" has no consent ${unknownId}.`],
  [['evidence', 'show', unknownId, '--out', 'evidence.pdf'], usage, 'The file in --out must end in .json'],
  [['evidence', 'verify', 'missing.json'], usage, 'missing.json'],
  [['evidence', 'keys', '--out', 'keys.json'], notFound, 'evidence add-key'],
  [
    ['evidence', 'add-key', '--since', '2999-01-01'],
    usage,
    '--since is in the future. Give the time when the key began to sign.',
  ],
  [['evidence', 'page'], usage, '--out'],
  [['events', 'keys', '--out', 'keys.json'], notFound, 'No key signs events yet.'],
  [['events', 'resend', '--yes'], usage, "required option '--from <time>' not specified"],
  [['events', 'resend', '--from', 'today', '--yes'], usage, '--from'],
  [['events', 'resend', '--from', '2026-11'], usage, 'A table alone does not say where its events go'],
  [['consent', 'import', 'crm.csv'], usage, 'Name the source of the consents, such as --source CRM.'],
  [
    ['consent', 'import', 'crm.csv', '--source', 'CRM', '--account', account],
    usage,
    'crm.csv cannot be read: it does not exist.',
  ],
  [
    ['person', 'erase', 'email=a', '--reference', 'DSR 1', '--account', account],
    usage,
    "argument 'DSR 1' is invalid. May have letters from A to Z, digits and",
  ],
  [['person', 'show', 'email='], usage, 'consent-register: The value of email is empty.'],
  [
    ['person', 'show', 'email=a', 'email=b'],
    usage,
    'consent-register: A consent has one value of email. Give it once.',
  ],
  [['person', 'show', 'email=a', '--account', account], notFound, 'has no matching consent. Check the spelling, '],
  [
    ['person', 'erase', 'email=a', '--yes', '--account', account],
    notFound,
    'has no matching consent. Check the spelling, ',
  ],
  [
    ['person', 'erased', 'DSR-2026/1', '--account', account],
    notFound,
    'erased nobody for this reference. `erasure requests` shows ',
  ],
  [
    ['person', 'export', 'email=a', '--account', account],
    usage,
    'Use --out <folder> with a new folder, or --check to see ',
  ],
  [['person', 'export', 'email=a', '--out', '.', '--account', account], usage, 'This is the current folder. Name '],
  [
    ['person', 'export', 'email=a', '--out', 'docs', '--account', account],
    usage,
    'docs is not empty. Name a new folder, such as docs-2.',
  ],
  [['erasure', 'list', '--out', 'docs', '--account', account], usage, 'docs is a folder. Name a new file in it.'],
  [['erasure', 'list', '--out', 'LICENSE', '--account', account], usage, 'LICENSE already exists. Name another file.'],
  [['person', 'export', 'email=a', '--out', 'LICENSE', '--account', account], usage, 'LICENSE is a file. Name a new '],
  [['person', 'export', 'email=a', '--out', 'none', '--lang', 'rus'], usage, 'Allowed choices are eng, ita, deu, '],
  [['person', 'export', 'email=a', '--check', '--letter', 'none'], usage, 'none cannot be read: it does not exist.'],
  [['person', 'export', 'email=a', '--check', '--letter', 'docs'], usage, 'docs cannot be read: it is a folder.'],
  [['init'], usage, 'init writes the file of a stage. Name it with --stage, without --table.'],
  [['start', '--events-to', 'here'], usage, 'It must be a URL, such as http://127.0.0.1:8080/events.'],
  [['operations', 'list', '--limit', '0'], usage, 'Give a whole number from 1 to 999999999.'],
  [['log', 'repair', 'all'], usage, "too many arguments for 'repair'. Expected 0 arguments but got 1: all."],
  [['log', 'verify', '--key', 'abc'], usage, '--key is not a log key. Give what `log keys` printed'],
  [['log', 'verify'], notFound, 'The log has no checkpoint yet. The job PublishCheckpoint makes one '],
  [['log', 'keys'], notFound, 'The log has no checkpoint yet. The job PublishCheckpoint makes one '],
  [
    ['setup'],
    refused,
    'consent-register: The register already has 3 accounts. Use `account create`, `user create` and `project create` instead.',
  ],
  [
    ['consent', 'due', '--days', 'soon'],
    usage,
    "consent-register: option '--days <days>' argument 'soon' is invalid. Give a whole number of days, from 0 to 99999.",
  ],
  [
    ['consent', 'due', '--reason', 'old'],
    usage,
    "consent-register: option '--reason <reason>' argument 'old' is invalid. Allowed choices are expires, superseded, language.",
  ],
  [
    ['consent', 'export', '/nowhere/copy', '--account', account],
    usage,
    '/nowhere/copy cannot be written: its folder does not exist. Make it first, or name another.',
  ],
  [['consent', 'export', 'copy', '--segments', '0'], usage, 'Give a whole number from 1 to 64.'],
  [['consent', 'export', 'copy', '--read-units-per-second', '1.5'], usage, 'Give a whole number from 1 to 100000.'],
  [['consent', 'export', 'copy', '--check', '--verify'], usage, 'Use --check or --verify, not both.'],
  [
    ['consent', 'export', '/nowhere', '--verify'],
    usage,
    '/nowhere has no manifest.json, so it is not a complete export. Check the folder.',
  ],
  [
    ['consent', 'import', 'crm.csv', '--suggest-mapping', '--check'],
    usage,
    'Use --suggest-mapping without --check and --mapping: it only prints a mapping.',
  ],
  [
    ['consent', 'purge', '--check', '--ended-before', '2999-01', '--account', account],
    usage,
    'consent-register: --ended-before is in the future. Give a past time: consents in force are never purged.',
  ],
  ...[['--csv'], ['--limit', '3']].map(
    (words): Row => [
      ['consent', 'purge', ...words, '--account', account],
      usage,
      'consent-register: --limit and --csv work only with --check.',
    ],
  ),
  [['links', 'end', '--before', '2026-03-01', '--account', 'nobody'], notFound, noAccount('nobody')],
  [['erasure', 'list', '--account', 'nobody'], notFound, noAccount('nobody')],
  [
    ['erasure', 'refuse', 'x', '--reason', 'Needed for a legal claim', '--account', account],
    notFound,
    'There is no request to erase consents with this id.',
  ],
  [
    ['access-log', 'list', '--consent', 'x', '--account', account],
    usage,
    'Give the id of a consent, or its first 16 characters.',
  ],
  [['key', 'list', 'x'], usage, "consent-register: too many arguments for 'list'. Expected 0 arguments but got 1: x."],
  [
    ['key', 'rotate', '--yes'],
    usage,
    'consent-register: A table alone does not say which secret holds its signing key. Use --stage or --local.',
  ],
  [['key', 'retire', 'nothing', '--yes'], notFound, 'consent-register: There is no such key. `key list` shows all.'],
  [['doctor', 'x'], usage, "consent-register: too many arguments for 'doctor'. Expected 0 arguments but got 1: x."],
];

test.each(rows)('%j', async (words, exitCode, message) => {
  const before = await readAll();

  const outcome = await admin(...words);

  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toContain(forReader(message));
  expect(outcome.stderr).not.toMatch(/\n\s+at /);
  expect(await readAll()).toEqual(before);
});

test('there is a bad input of every command', () => {
  const tried = rows.map(([words]) => words.join(' '));

  for (const { name } of leaves.filter((leaf) => !leaf.name.startsWith('notice ')))
    expect(
      tried.filter((words) => words.startsWith(name)),
      name,
    ).not.toEqual([]);
});
