import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from '../../../shared/store/keys.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordCalls } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { newFolder } from '../../support/make/machine.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { editItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const email = 'ada@example.com';

const add = async (tenant: Tenant, overrides: Parameters = {}): Promise<string> => {
  const { consentId } = await addConsent(tenant, { userData: { email }, ...overrides });
  return consentId;
};

const revoke = (tenant: Tenant, id: string, proof: Parameters = { note: 'By letter' }) =>
  invoke('revokeConsent', { id, proof, channel: 'email' }, { token: tenant.token });

const change = (accountId: string, id: string, expression: string, values: Record<string, unknown>) =>
  editItem(table, keyOf.consent(accountId, id), expression, values);

const origin = { source: 'crm', line: 7, at: '2026-11-20T12:40:00.000Z', by: 'local:grace', withRevocation: true };

/** Exports a person into a new folder, and reads what is in it. */
const exportTo = async ({ accountId }: Tenant, words: readonly string[] = [`email=${email}`]) => {
  const folder = join(newFolder(), 'out');
  const said = await adminData('person', 'export', ...words, '--out', folder, '--account', accountId);
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const [page, data] = await Promise.all([read('index.html'), read('data.json')]);
  return { folder, said, page, text: data, data: JSON.parse(data), read };
};

test('data.json has everything of each consent, as the interface and the register have it', async () => {
  const tenant = await newTenant();
  const first = await add(tenant, { lang: 'ita', userData: { email, club: { label: 'Your club', value: 'C-1' } } });
  await revoke(tenant, first);
  const terms = { retentionDays: 30, controller: { name: 'My Shop' }, purposes: [{ name: 'News' }], recipients: [] };
  const { versionId } = await publishVersion(table, tenant.accountId, tenant.pid, noticeContent(terms), new Date());
  const second = await add(tenant, { lang: 'rus' });

  const { said, data } = await exportTo(tenant);

  expect(said).toMatchObject({ consents: 2, lang: 'eng', proofFiles: 0 });
  expect(data.consents.map(({ record }: { record: unknown }) => record)).toEqual([
    await findRecord(tenant, second),
    await findRecord(tenant, first),
  ]);
  expect(data.consents[1]).toMatchObject({
    projectName: 'A project',
    notice: { pid: tenant.pid, version: 1, isUnchanged: true },
    state: 'revoked',
    observed: { userId: tenant.userId, sourceIp: '203.0.113.7', userAgent: 'test-agent/1.0' },
    revocationObserved: { userId: tenant.userId, requestId: expect.any(String) },
    imported: null,
  });
  expect(data.texts).toMatchObject([
    { versionId, version: 2, lang: 'rus', title: null, descriptionHtml: null, ...terms },
    { version: 1, lang: 'ita', title: 'Informativa', retentionDays: null, controller: null, purposes: null },
  ]);
  expect(data.values).toEqual([
    { key: 'email', value: email, consents: 2 },
    { key: 'club', label: 'Your club', value: 'C-1', consents: 1 },
  ]);
  expect(data).toMatchObject({ askedFor: { email }, notices: [{ pid: tenant.pid, state: 'active', consents: 2 }] });
});

/** The places of all members, as the explanation names them; what a site or a notice names itself is one. */
const placesOf = (value: unknown, place = ''): string[] => {
  const isOpen =
    /^(explanation|askedFor|texts\[\]\.(controller|purposes|recipients|languages)|.*\.(proof|userData|revokeProof|channelData|revokeChannelData))$/;
  if (isOpen.test(place) || typeof value !== 'object' || value === null) return [place];
  if (Array.isArray(value)) return [place, ...value.flatMap((each) => placesOf(each, `${place}[]`))];
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, place === '' ? name : `${place}.${name}`),
  );
  return place === '' || place.endsWith('[]') ? below : [place, ...below];
};

test('data.json explains each of its members, and no other', async () => {
  const tenant = await newTenant();
  await revoke(tenant, await add(tenant, { userData: { email, club: { label: 'Club', value: 'C-1' } } }));
  const imported = await add(tenant);
  await revoke(tenant, imported);
  const [linked, importedLinked] = [await add(tenant), await add(tenant)];
  for (const id of [linked, importedLinked]) {
    await revoke(tenant, id);
    const link = { key: 'email', userId: tenant.userId, day: '2026-03-03' };
    await change(tenant.accountId, id, 'SET revokeObserved = :seen', { ':seen': { link, requestId: 'r' } });
  }
  const askedAt = '2026-03-03T10:00:00.000Z';
  const mailbox = { userId: tenant.userId, askedAt, mailedAt: askedAt, userActivated: true };
  const seen = { mailbox, requestId: 'r' };
  await change(tenant.accountId, await add(tenant), 'SET observed = :seen', { ':seen': seen });
  for (const id of [imported, importedLinked])
    await change(tenant.accountId, id, 'SET imported = :origin', { ':origin': origin });
  await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ validityDays: 1, askAgain: true }),
    new Date(),
  );
  await add(tenant);

  const { data } = await exportTo(tenant);

  expect([...new Set(placesOf(data))].sort()).toEqual(Object.keys(data.explanation).sort());
  expect(Object.values(data.explanation).filter((text) => text === '')).toEqual([]);
});

test('there is nothing of other people in the folder', async () => {
  const tenant = await newTenant();
  const id = await add(tenant);
  await revoke(tenant, id);
  await add(tenant, { userData: { email: 'bruno@example.com' }, proof: { note: 'of Bruno' } });
  const imported = await add(tenant);
  await change(tenant.accountId, imported, 'SET imported = :origin', { ':origin': origin });

  const { page, text } = await exportTo(tenant);

  const session = await adminData('consent', 'show', id);
  expect(session.observed).toMatchObject({ user: { name: 'A User' }, sessionId: expect.any(String) });
  for (const other of [
    'bruno',
    'Bruno',
    'A User',
    tenant.email,
    'grace',
    session.observed.sessionId,
    session.notice.publishedBy,
  ]) {
    expect([other, text.includes(other), page.includes(other)]).toEqual([other, false, false]);
  }
});

test('the page is in the language of most of the newest consents, or in the one that is asked for', async () => {
  const tenant = await newTenant();
  for (const lang of ['deu', 'ita', 'ita']) await add(tenant, { lang });

  const { page, said } = await exportTo(tenant);
  const german = await exportTo(tenant, [`email=${email}`, '--lang', 'deu']);

  expect(said.lang).toBe('ita');
  expect(page).toMatch(/<html lang="it">[\s\S]+<h2>I Suoi diritti<\/h2>/);
  expect(german.page).toMatch(/<html lang="de">[\s\S]+<h2>Ihre Rechte<\/h2>/);
  expect(page).toContain('<p>Trattiamo i tuoi dati.</p>');
  expect(page.split('<article id="text-')).toHaveLength(3);
});

test('the page loads nothing, and runs nothing of a proof', async () => {
  const tenant = await newTenant();
  await add(tenant, { proof: { html: '<p>I agree</p><script>alert(1)</script><img src="https://shop.example/a">' } });
  const { page } = await exportTo(tenant);

  expect(page).toContain(`content="default-src 'none'; `);
  expect(page.match(/<iframe [^>]*?srcdoc/g)).toEqual([expect.stringContaining(' sandbox ')]);
  expect(page).not.toMatch(/<(?:script|img)/);
});

test('the page tells imported and erased consents as they are, without empty parts', async () => {
  const tenant = await newTenant();
  const imported = await add(tenant);
  await change(tenant.accountId, imported, 'SET imported = :origin REMOVE observed', { ':origin': origin });
  const { page } = await exportTo(tenant);

  const shown = await admin('person', 'show', `email=${email}`, '--account', tenant.accountId);
  expect(shown.stdout).toMatch(/\n2026-11-20 12:40:00 +imported from crm +\w/);
  expect(page).toContain('This consent was brought here from another system (crm, line 7)');
  expect(page).not.toContain('What the register noted');
  expect(page).not.toContain('What the other system had noted');
  expect(page).not.toMatch(/<(dl|section|ul|details|p)>\s*<\/\1>/);
});

test('a long proof is in a page of its own', async () => {
  const tenant = await newTenant();
  const long = noise(30_000).toString('hex');
  const id = await add(tenant, { proof: { url: 'https://shop.example', html: `<p>${long}</p>` } });
  await revoke(tenant, id, { note: long });

  const { folder, page, read, said } = await exportTo(tenant);

  expect(said.proofFiles).toBe(2);
  expect((await readdir(join(folder, 'proofs'))).sort()).toEqual([`${id}-withdrawal.html`, `${id}.html`]);
  expect(page).not.toContain(long);
  expect(page).toContain(`<a href="proofs/${id}.html">`);
  expect(await read(`proofs/${id}.html`)).toContain(long);
  expect((await stat(join(folder, 'proofs', `${id}.html`))).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['data.json', 'index.html', 'proofs']);
});

test('consents that may be of several people are refused, and nothing is written', async () => {
  const tenant = await newTenant();
  const phone = '+39 02 1';
  await add(tenant, { userData: { email, phone } });
  await add(tenant, { userData: { email: 'bruno@example.com', phone } });
  const parent = newFolder();
  const words = ['person', 'export', `phone=${phone}`, '--account', tenant.accountId];

  const refused = await admin(...words, '--out', join(parent, 'out'));
  const checked = await admin(...words, '--check');

  expect(refused).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('Careful: these consents have different values of email'),
  });
  expect(await readdir(parent)).toEqual([]);
  expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Careful: [\s\S]+bruno@example\.com/) });
  expect((await exportTo(tenant, [`phone=${phone}`, `email=${email}`])).data.consents).toHaveLength(1);
  expect((await exportTo(tenant, [`phone=${phone}`, '--yes'])).data.consents).toHaveLength(2);
});

test('spellings that differ by more than upper and lower case are looked at before anybody gets a copy', async () => {
  const tenant = await newTenant();
  const words = ['person', 'export', 'email=ada@example.com', '--account', tenant.accountId];
  await add(tenant);
  await add(tenant, { userData: { email: 'Ada@Example.COM' } });
  expect((await exportTo(tenant)).data.consents).toHaveLength(2);
  await add(tenant, { userData: { email: 'ada\u200b@example.com' } });
  const parent = newFolder();

  const refused = await admin(...words, '--out', join(parent, 'out'));
  const checked = await admin(...words, '--check');

  expect(refused).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('Careful: these consents have different values of email'),
  });
  expect(await readdir(parent)).toEqual([]);
  expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Careful: [\s\S]+ada\\u\{200b\}@/) });
  expect((await exportTo(tenant, [`email=${email}`, '--yes'])).data.consents).toHaveLength(3);
});

test('what a killed export has left is reported', async () => {
  const tenant = await newTenant();
  await add(tenant);
  const parent = newFolder();
  await mkdir(join(parent, 'out.unfinished-a1'));

  const { stderr } = await admin(
    'person',
    'export',
    `email=${email}`,
    '--out',
    join(parent, 'out'),
    '--account',
    tenant.accountId,
  );

  expect(stderr).toContain('out.unfinished-a1 is left from an export that was killed');
  expect((await readdir(parent)).sort()).toEqual(['out', 'out.unfinished-a1']);
});

test('250 consents are read in rounds of a hundred, and what they share is read once', async () => {
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const at = (i: number) => new Date(Date.UTC(2026, 9, 1) + i * 60_000);
  await stock(
    table,
    shelf,
    Array.from({ length: 250 }, (_, i) => ({ time: at(i), userData: { email } })),
  );

  const { result, calls } = await recordCalls(() => exportTo(tenant));

  const count = (name: string): number => calls.filter((call) => call === name).length;
  expect(result.data.consents).toHaveLength(250);
  expect(result.page.split('<article id="01')).toHaveLength(251);
  /** The account; three batches of consents, and the text and the project once, for all of them. */
  expect(count('BatchGetItem')).toBe(3 + 1);
  /** The lineage, the newest entries, and the rest of them. */
  expect(count('Query')).toBe(2 + 1 + 1);
});

test('consents that share another value of the person are reported, as they may be theirs', async () => {
  const tenant = await newTenant();
  const phone = '+39 02 1';
  await add(tenant, { userData: { email, phone, first_name: 'Ada' } });
  await add(tenant, { userData: { phone: '+39021', club: 'C-1' } });
  await add(tenant, { userData: { email: 'other@example.com', first_name: 'Ada' } });
  const words = ['person', 'export', `email=${email}`, '--check', '--account', tenant.accountId];

  const { said } = await exportTo(tenant);
  const { stdout } = await admin(...words);

  expect(said.further).toEqual([{ key: 'phone', value: phone, consents: 1, isLeast: false }]);
  expect(stdout).toMatch(
    /\nMore consents share values with this person, but lack a given value\n.*\nphone +\+39 02 1 +1\n/,
  );
  expect((await exportTo(tenant, [`phone=${phone}`, '--yes'])).said).toMatchObject({
    consents: 2,
    further: [],
  });
});

test('the page says how it came, as a user noted who is not named', async () => {
  const tenant = await newTenant();
  const id = await add(tenant, { lang: 'deu', proof: { received_by: 'telephone' } });
  await invoke('revokeConsent', { id, channel: 'web', proof: { received_by: 'letter' } }, { token: tenant.token });

  const { page } = await exportTo(tenant, [`email=${email}`, '--lang', 'eng']);

  expect(page).toMatch(new RegExp(`by telephone, as .+ noted \\(user ${tenant.userId}\\)`));
  expect(page).toMatch(new RegExp(`by letter, as .+ noted \\(user ${tenant.userId}\\)`));
  expect(page).not.toContain('A User');
});
