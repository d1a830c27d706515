import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { recordRounds } from '../../support/call/requests.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { setTime } from '../../support/make/clock.ts';
import { deleteItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

/** What a terminal would obey, and what turns text around. */
const obeyed = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const hostile = '\u001b]0;pwned\u0007\u009b31m\u202eab\u2066';
/** The same, as far as the name of a parameter may have it. */
const hostileName = hostile.replaceAll(']', '');

test('says the state first, then everything, claimed apart from observed', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);

  const { exitCode, stdout } = await admin('consent', 'show', id);

  expect(exitCode).toBe(0);
  expect(stdout.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
    'In force since 2026-11-20 12:00:00.',
    `consent  ${id}`,
    'The person, as the site said',
    'What the site said',
    'What the register observed itself',
    'The text that was agreed to',
    'Proof, as the site gave it',
    'What happened, in UTC',
    'What would make it stronger',
  ]);
  expect(stdout).toContain('address  203.0.113.7\n');
  expect(stdout).toContain('  title eng: Privacy notice\n  text eng:\n    <p>We process your data.</p>\n');
  expect(stdout).toMatch(/^ *validity +without limit$/m);
  expect(stdout).not.toMatch(/Informativa|validityDays/);
  expect(stdout).toContain('  notice named by  its number (PID),');
  expect(stdout).toMatch(/\n {2}version-named-by-pid: .+\n {4}The site sends .+\n {2}browser-unknown: /);
  expect(stdout).toContain('  url: https://shop.example/checkout\n  html: <form></form>\n');
});

test('nothing that a site or a person wrote passes for a heading', async () => {
  const heading = 'What the register observed itself';
  const { consentId: id } = await addConsent(await newTenant(), {
    userData: { email: 'ada@example.com', [heading]: '', user: '9 (Forged)' },
    proof: { url: 'https://shop.example', [heading]: '', note: `a\n\n${heading}\ntime  2020` },
  });

  const { stdout } = await admin('consent', 'show', id);

  expect(stdout.split(heading)).toHaveLength(5);
  expect(stdout.split('\n').filter((line) => line.startsWith(heading))).toEqual([heading]);
});

test('finds a consent in whichever account has it, and gives scripts all of it', async () => {
  const tenants = [await newTenant(), await newTenant(), await newTenant()];
  const [, tenant = tenants[0]] = tenants;
  if (tenant === undefined) throw new Error('No tenant.');
  const { consentId: id } = await addConsent(tenant);

  const statement = await adminData('consent', 'show', ` ${id}`, '--at', '2020-01-01');

  expect(statement).toMatchObject({ id, account: { id: tenant.accountId }, state: { state: null, isOpen: false } });
  const { proof: _, userData: __, revokeProof: ___, ...record } = await findRecord(tenant, id);
  expect(statement.record).toEqual(record);
});

test('takes four round trips over all accounts, two of them for the accounts', async () => {
  const { consentId: id } = await addConsent(await newTenant());

  const { rounds } = await recordRounds(() => admin('consent', 'show', id));

  expect(rounds.slice(-4)).toEqual([
    ['Query'],
    ['BatchGetItem'],
    ['BatchGetItem'],
    ['BatchGetItem', 'BatchGetItem', 'Query'],
  ]);
});

test('nothing that anybody wrote reaches a terminal as it is', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, {
    userData: { email: 'ada@example.com', [hostileName]: { label: hostile, value: hostile } },
    proof: { [hostileName]: hostile, html: `a${hostile}\r\nb${hostile}` },
  });

  const [text, json] = [await admin('consent', 'show', id), await admin('consent', 'show', id, '--json')];

  expect(text.stdout).toContain('\\u{1b}]0;pwned');
  expect(text.stdout).not.toMatch(obeyed);
  expect(json.stdout).not.toMatch(obeyed);
  expect(JSON.parse(json.stdout).claimed.proof.html).toBe(`a${hostile}\r\nb${hostile}`);
});

test('a terminal shows a long proof cut short, with a note', async () => {
  const { consentId: id } = await addConsent(await newTenant(), { proof: { html: '<p>a</p>\n'.repeat(100) } });

  const { stdout } = await admin('consent', 'show', id);

  expect(stdout.match(/ {2}<p>a<\/p>\n/g)).toHaveLength(40);
  expect(stdout).toContain('  … 541 more characters; --json has all of it\n');
});

test('a consent of another account and a consent of none get different messages', async () => {
  const [owner, other] = [await newTenant(), await newTenant()];
  const { consentId: id } = await addConsent(owner);

  const elsewhere = await admin('consent', 'show', id, '--account', other.accountId);
  const nowhere = await admin('consent', 'show', 'f'.repeat(32));

  expect([elsewhere, nowhere]).toMatchObject(Array(2).fill({ exitCode: exitCodes.notFound, stdout: '' }));
  expect(elsewhere.stderr).toMatch(
    /Account "Account \d+" has no consent .{32}\. Leave --account out to search all accounts\./,
  );
  expect(nowhere.stderr).toContain(`There is no consent ${'f'.repeat(32)}.`);
});

test('a consent without its text is shown with everything else, and with a note', async () => {
  const tenant = await newTenant();
  const { consentId: id, consentInformationVersionId: versionId } = await addConsent(tenant);
  const { PK, SK } = keyOf.noticeText(tenant.accountId, versionId);
  await deleteItem(table, { PK, SK });

  const { exitCode, stdout } = await admin('consent', 'show', id);

  expect(exitCode).toBe(0);
  expect(stdout).toContain('In force since');
  expect(stdout).toMatch(/check +CANNOT BE CHECKED: the text is gone/);
  expect(stdout).toContain('The text is gone: the table is damaged.');
  expect(stdout).toContain('email  ada@example.com');
  expect(stdout).not.toContain('its hash differs');
  expect((await adminData('consent', 'show', id)).notice).toMatchObject({
    content: null,
    hash: { agree: false, recomputed: null },
  });
});
