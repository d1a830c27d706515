import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { PersonRecord } from '../../../shared/evidence/person-record.ts';
import { EvidenceDocument } from '../../../shared/evidence/schema.ts';
import { toRegisterEvent } from '../../../shared/log/event-schemas.ts';
import { leavesOfConsent } from '../../../shared/log/leaves.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../shared/store/read.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { fetchText, invoke } from '../../support/call/invoke.ts';
import { newLink, pressButton } from '../../support/call/links.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newKey, newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { consentLines, linesOf, newPath } from '../../support/make/exports.ts';
import { newFolder } from '../../support/make/machine.ts';
import { logTable, table } from '../../support/make/table.ts';

/** A consent that somebody withdrew, on 4 March, through a link that the tenant's user had asked for with a key on 3 March. */
const withdrawn = async () => {
  setTime('2026-03-03T10:00:00Z');
  const tenant = await newTenant();
  const { keyId, token } = await newKey(tenant, { note: 'newsletter' });
  const { consentId: id } = await addConsent(tenant);
  const link = await newLink(tenant, { issuer: { userId: tenant.userId, keyId } });
  passTime(86_400_000);
  await pressButton(link, tenant.pid, { sourceIp: '198.51.100.9', userAgent: 'Phone/1' });
  const item = await getItem(table, keyOf.consent(tenant.accountId, id));
  return { tenant: { ...tenant, token }, keyId, id, item: item ?? {} };
};

const documentOf = async ({ token }: Pick<Tenant, 'token'>, id: string) =>
  v.parse(EvidenceDocument, JSON.parse(await fetchText('getEvidence', { id }, { token }))).statement;

const linkOf = ({ userId }: Tenant) => ({ key: 'email', userId, day: '2026-03-03' });

const wordsOf = ({ userId }: Tenant, day = '2026-03-03'): string =>
  `through a link for this email address, asked for by user ${userId} on ${day}`;

test('everything that shows a withdrawal says that it was through a link, whose it was, and never that the person did it', async () => {
  const { tenant, keyId, id, item } = await withdrawn();
  const { accountId, userId } = tenant;
  const link = linkOf(tenant);
  const account = ['--account', accountId];

  const listed = await invoke('listConsents', { userData: { email: 'ada@example.com' } }, { token: tenant.token });
  expect(listed.body.data[0]).toMatchObject({ state: 'revoked', revokeChannel: 'web.form', revokeLink: link });

  const facts = await documentOf(tenant, id);
  expect(facts.consent[1]?.observed).toEqual({
    link: { ...link, keyId },
    sourceIp: '198.51.100.9',
    userAgent: 'Phone/1',
    requestId: expect.any(String),
  });
  expect(facts.names).toMatchObject({
    users: [{ id: userId, name: 'A User' }],
    keys: [{ id: keyId, note: 'newsletter' }],
  });

  const [given, revoked] = leavesOfConsent(accountId, item).map(({ event }) => toRegisterEvent('test', event));
  expect(given).not.toHaveProperty('by');
  expect(revoked).toMatchObject({ type: 'consent.revoked', by: 'link' });

  const shown = await admin('consent', 'show', id);
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(wordsOf(tenant));
  expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `link for a person through a link for this email address, asked for by user ${userId} (A User) on 2026-03-03`,
  );
  const person = await admin('person', 'show', 'email=ada@example.com', ...account);
  expect(person.stdout.replaceAll(/\s+/g, ' ')).toContain(wordsOf(tenant));
  const scripted = await adminData('person', 'show', 'email=ada@example.com', ...account);
  expect(JSON.stringify(scripted)).toContain(JSON.stringify({ link }).slice(1, -1));

  for (const text of [shown.stdout, person.stdout]) expect(text).not.toMatch(/by the person/);
});

test('the copy for the person says it in their words, without the key and the name of the user', async () => {
  const { tenant, keyId, id } = await withdrawn();
  const folder = join(newFolder(), 'ada');
  await adminData('person', 'export', 'email=ada@example.com', '--account', tenant.accountId, '--out', folder);
  const { consents, explanation } = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')) as {
    readonly consents: readonly PersonRecord[];
    readonly explanation: Readonly<Record<string, string>>;
  };
  const page = await readFile(join(folder, 'index.html'), 'utf8');

  expect(consents.find(({ record }) => record.id === id)?.revocationObserved).toEqual({
    time: '2026-03-04T10:00:00.000Z',
    link: linkOf(tenant),
    sourceIp: '198.51.100.9',
    userAgent: 'Phone/1',
    requestId: expect.any(String),
  });
  expect(explanation['consents[].revocationObserved.link.day']).toBeDefined();
  expect(page).toContain(wordsOf(tenant, '3 March 2026'));
  for (const concern of [keyId, 'A User', 'newsletter']) {
    expect(page).not.toContain(concern);
    expect(JSON.stringify(consents)).not.toContain(concern);
  }
});

test('an erasure leaves that it was through a link, and nothing of who pressed', async () => {
  const { tenant, keyId, id } = await withdrawn();
  await erase(tenant.accountId, [id]);

  const item = await getItem(table, keyOf.consent(tenant.accountId, id));

  expect(item?.revokeObserved).toEqual({
    link: { ...linkOf(tenant), keyId: new Uint8Array(Buffer.from(keyId, 'hex')) },
    requestId: expect.any(String),
  });
  const [left] = (await documentOf(tenant, id)).consent;
  expect(left).toMatchObject({ revocation: { observed: { link: linkOf(tenant), sourceIp: null } } });
});

test('an export has it, as JSON and in columns of its own', async () => {
  const { tenant, keyId, id } = await withdrawn();
  const folder = newPath();
  await adminData('consent', 'export', folder, '--account', tenant.accountId);

  const line = consentLines(folder).find((text) => text.includes(id)) ?? '';
  expect(JSON.parse(line).revokeObserved.link).toEqual({ ...linkOf(tenant), keyId });
  const [head = '', ...rows] = linesOf(folder, /^consents-\d+\.csv$/).filter(
    (text) => /^.?id,/.test(text) || text.includes(id),
  );
  const row = rows.find((text) => text.includes(id)) ?? '';
  const from = head.split(',').indexOf('revokeObserved.link.key');
  const link = [linkOf(tenant).key, tenant.userId, keyId, linkOf(tenant).day].join(',');
  expect(
    head
      .split(',')
      .slice(from, from + 4)
      .map((name) => name.replace('revokeObserved.link.', '')),
  ).toEqual(['key', 'userId', 'keyId', 'day']);
  expect(row).toContain(`,${link},198.51.100.9,Phone/1,`);
});

test('a withdrawal is in the journal with the leaf that the log will have', async () => {
  const { tenant, id, item } = await withdrawn();
  const [, leaf] = leavesOfConsent(tenant.accountId, item);

  const entries = await queryItems(logTable, logKeyOf.journalOfConsent(id, ''));

  const entry = Buffer.from(leaf?.entry ?? []).toString('hex');
  expect(entries.map(({ SK }) => SK)).toEqual([`revoked#${leaf?.event.time}#${entry}`]);
});
