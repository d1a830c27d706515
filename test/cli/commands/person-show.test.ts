import { expect, test } from 'vitest';
import { formatTime } from '../../../shared/runtime/time.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent } from '../../support/make/builders.ts';
import type { Draft } from '../../support/make/officer-register.ts';
import { newRegister, onDay, seedConsents } from '../../support/make/officer-register.ts';

const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;
const [first, second, third, , newsletter] = versions;
if (!first || !second || !third || !newsletter) throw new Error('The register has too few versions.');
const [shop = '', club = ''] = projects;

const show = (...words: readonly string[]) => adminData('person', 'show', ...words, '--account', accountId);

const draftOf = (userData: Draft['userData'], overrides: Partial<Draft> = {}): Draft => ({
  projectUid: shop,
  version: first,
  lang: 'eng',
  channel: 'web',
  given: onDay(1),
  userData,
  ...overrides,
});

const named = ({ name, pid }: { readonly name: string; readonly pid: number }) => ({
  consentInformationName: name,
  consentInformationPid: pid,
});

/** What is asked of an event in these tests. */
interface Told {
  readonly time: string;
  readonly event: string;
  readonly consentId: string;
}

test('a person has one timeline of all that happened, and a state for each notice', async () => {
  const ada = { email: 'ada@example.com' };
  const [lapsed, renewed, revoked, active, erased] = await seedConsents(tenant, [
    draftOf({ ...ada, club: { label: 'Your club', value: 'C-1' } }),
    draftOf({ email: 'ADA@example.com' }, { version: second, given: onDay(12), projectUid: club, lang: 'ita' }),
    draftOf(ada, { version: newsletter, given: onDay(3), revoked: onDay(4), channel: 'email' }),
    draftOf(ada, { version: newsletter, given: onDay(40) }),
    draftOf(ada, { version: newsletter, given: onDay(2), erased: onDay(50) }),
  ]);
  await seedConsents(tenant, [draftOf({ email: 'bo@example.com' })]);

  const told = await show('email=Ada@Example.com');

  expect(told.notices).toEqual([
    { ...named(first), state: 'superseded', since: onDay(20).toISOString(), consents: 2 },
    { ...named(newsletter), state: 'active', since: onDay(40).toISOString(), consents: 3 },
  ]);
  expect(told.timeline.map(({ time, event, consentId }: Told) => [time, event, consentId])).toEqual([
    [onDay(1).toISOString(), 'given', lapsed?.id],
    [onDay(2).toISOString(), 'given', erased?.id],
    [onDay(3).toISOString(), 'given', revoked?.id],
    [onDay(4).toISOString(), 'revoked', revoked?.id],
    [onDay(12).toISOString(), 'given', renewed?.id],
    [onDay(20).toISOString(), 'superseded', lapsed?.id],
    [onDay(20).toISOString(), 'superseded', renewed?.id],
    [onDay(40).toISOString(), 'given', active?.id],
    [onDay(50).toISOString(), 'erased', erased?.id],
  ]);
  expect(told.timeline[4]).toEqual({
    time: onDay(12).toISOString(),
    event: 'given',
    consentId: renewed?.id,
    projectUid: club,
    ...named(second),
    consentInformationVersion: 2,
    consentInformationVersionId: second.id,
    lang: 'ita',
    channel: 'web',
  });
  expect(told.timeline[5]).toMatchObject({ byVersion: 3, consentInformationVersion: 1 });
  expect(told.values).toEqual([
    { key: 'email', value: 'ada@example.com', consents: 4 },
    { key: 'email', value: 'ADA@example.com', consents: 1 },
    { key: 'club', label: 'Your club', value: 'C-1', consents: 1 },
  ]);
  expect(told.differing).toEqual([]);
});

test('at a time there is what was there by then', async () => {
  const told = await show('email=ada@example.com', '--at', onDay(3).toISOString().slice(0, 10));

  expect(told.notices).toEqual([
    {
      ...named(first),
      state: 'active',
      since: onDay(1).toISOString(),
      until: onDay(20).toISOString(),
      consents: 1,
    },
    {
      ...named(newsletter),
      state: 'active',
      since: onDay(2).toISOString(),
      until: onDay(50).toISOString(),
      consents: 2,
    },
  ]);
  expect(told.timeline.map(({ event }: Told) => event)).toEqual(['given', 'given', 'given']);
});

test('a notice that is not in force is described by the consent that was in force last', async () => {
  const userData = { email: 'zoe@example.com' };
  const lasting = draftOf(userData, { version: newsletter, given: onDay(1), revoked: onDay(30) });
  const brief = draftOf(userData, { version: newsletter, given: onDay(5), erased: onDay(10) });
  await seedConsents(tenant, [lasting, brief]);

  expect((await show('email=zoe@example.com')).notices).toMatchObject([
    { state: 'revoked', since: onDay(30).toISOString(), consents: 2 },
  ]);
});

test('if the consents may be of several people, that comes first', async () => {
  await seedConsents(tenant, [
    draftOf({ first_name: 'Eva', email: 'eva@one.example', mobile_phone: '+39 02 1' }),
    draftOf({ first_name: 'EVA', email: 'eva@two.example', mobile_phone: '+39021', source: 'shop' }),
    draftOf({ first_name: 'Eva', email: ' ', source: 'fair' }),
  ]);

  expect((await show('first_name=eva')).differing).toEqual(['email']);
  expect((await show('first_name=eva', 'email=eva@one.example')).differing).toEqual([]);
  const shown = await admin('person', 'show', 'first_name=eva', '--account', accountId);
  expect(shown.stdout).toMatch(
    /^Careful: these consents have different values of email, and may be of different people\. /,
  );
  expect((await admin('person', 'show', 'email=eva@one.example', '--account', accountId)).stdout).not.toContain(
    'Careful',
  );
});

test('for people it is one page of parts', async () => {
  const { stdout } = await admin(
    'person',
    'show',
    'email=ada@example.com',
    '--account',
    accountId,
    '--at',
    '2026-03-22',
  );

  const parts = stdout.trimEnd().split('\n\n');
  expect(parts.map((part) => part.split('\n')[0])).toEqual([
    'Notices on 2026-03-22 23:59:59',
    'What happened',
    'Values in the consents',
    expect.stringMatching(/^`npm run admin -- consent show <id> --account .+` shows all of one\. /),
  ]);
  expect(stdout).toContain(`${formatTime(onDay(20))}  superseded by version 3  ${first.name}  1 `);
});

test('nothing in a value moves a terminal or makes a line of its own, and what is long is cut with a word', async () => {
  const hostile = 'x\u001b[2J\u009b31m\u202e\r\n\u2028\t=1+1';
  await seedConsents(tenant, [
    draftOf({
      email: 'mal@example.com',
      [hostile]: { label: hostile, value: hostile },
      note: `\u{1f469}${'y'.repeat(1_000)}`,
    }),
  ]);
  const words = ['person', 'show', 'email=mal@example.com', '--account', accountId];

  const { stdout } = await admin(...words);
  const escaped = 'x\\u{1b}[2J\\u{9b}31m\\u{202e}\\u{d}\\u{a}\\u{2028}\\u{9}=1+1';
  expect(stdout).toContain(`\n${escaped}  ${escaped}  ${escaped} `);
  expect(stdout).not.toMatch(/(?!\n)\p{C}/u);
  expect(stdout).toMatch(/y … 802 more characters; --json has all/);
  const { values } = JSON.parse((await admin(...words, '--json')).stdout);
  expect(values[1]).toEqual({ key: hostile, label: hostile, value: hostile, consents: 1 });
});

test('before the first consent the answer is when it was given, not that nobody is there', async () => {
  const [consent] = await seedConsents(tenant, [draftOf({ email: 'late@example.com' })]);
  const given = consent?.given ?? new Date(0);
  const words = ['person', 'show', 'email=late@example.com', '--account', accountId];

  const before = formatTime(new Date(given.getTime() - 86_400_000)).slice(0, 10);
  const { exitCode, stdout } = await admin(...words, '--at', before);

  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    `By ${before} 23:59:59 there was no consent with these values. The first one was given on ${formatTime(given)}.\n`,
  );
  expect(await adminData(...words, '--at', before)).toMatchObject({ notices: [], timeline: [], values: [] });
  expect((await admin(...words, '--at', formatTime(given).slice(0, 10))).stdout).toContain('What happened');
});

test('where nobody is found, there is one line that says what to check, and nothing of what was typed', async () => {
  const { exitCode, stdout, stderr } = await admin('person', 'show', 'mail=zoe@x.example', '--account', accountId);

  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toMatch(
    /\nconsent-register: Account ".+" has no matching consent\. Check the spelling, and the key as the site sends it: .*\n$/,
  );
  expect(stderr).not.toContain('zoe');
});

test('a consent that the interface has just recorded and revoked is there with its channel', async () => {
  const { pid } = newsletter;
  const { consentId: id } = await addConsent(
    { ...tenant, projectUid: shop, pid },
    { userData: { email: 'new@example.com' } },
  );
  const revocation = { id, channel: 'app.form', proof: { url: 'https://shop.example/leave' } };
  const { status } = await invoke('revokeConsent', revocation, { token: tenant.token });

  expect(status).toBe(200);
  expect((await show('email=new@example.com')).timeline).toMatchObject([
    { event: 'given', channel: 'web', consentId: id },
    { event: 'revoked', channel: 'app.form', consentId: id },
  ]);
});

test('an event says how it came where no channel names it, and who noted it', async () => {
  const values = { email: 'heard@example.com' };
  const { consentId } = await addConsent(tenant, {
    consentInformationPid: first.pid,
    projectUid: shop,
    userData: values,
    channel: 'web',
    proof: { received_by: 'fax' },
  });
  await invoke('revokeConsent', { id: consentId, proof: { received_by: 'in-person' } }, { token: tenant.token });

  const words = ['email=heard@example.com'];
  const { stdout } = await admin('person', 'show', ...words, '--account', accountId);
  expect((await show(...words)).timeline).toMatchObject([
    { event: 'given', channel: 'web', receivedBy: 'fax', notedBy: tenant.userId },
    { event: 'revoked', channel: 'web', receivedBy: 'in-person', notedBy: tenant.userId },
  ]);
  expect(stdout).toContain(`web (by fax, as noted by user ${tenant.userId})`);
  expect(stdout).toContain(`web (in person, as noted by user ${tenant.userId})`);
});
