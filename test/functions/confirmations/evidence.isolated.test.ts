import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { PersonRecord } from '../../../shared/evidence/person-record.ts';
import { EvidenceDocument } from '../../../shared/evidence/schema.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { startMailService } from '../../support/faults/mail-service.ts';

const mail = await startMailService();
const { keyOfDraft, readPlace } = await import('../../../shared/confirmations/draft.ts');
const { toRegisterEvent } = await import('../../../shared/log/event-schemas.ts');
const { leavesOfConsent } = await import('../../../shared/log/leaves.ts');
const { keyOf } = await import('../../../shared/store/keys.ts');
const { getItem } = await import('../../../shared/store/read.ts');
const { admin, adminData } = await import('../../support/call/admin.ts');
const { pressConfirm } = await import('../../support/call/confirmations.ts');
const { fetchText, invoke } = await import('../../support/call/invoke.ts');
const { consentOf, newKey, newTenant } = await import('../../support/make/builders.ts');
const { erase } = await import('../../support/make/changes.ts');
const { passTime, setTime } = await import('../../support/make/clock.ts');
const { consentLines, linesOf, newPath } = await import('../../support/make/exports.ts');
const { newFolder } = await import('../../support/make/machine.ts');
const { table } = await import('../../support/make/table.ts');

const email = 'ada@mail.example';

/** A consent that its mailbox confirmed on 4 March, after a mail that the tenant's user had asked for with a key on 3 March. */
const confirmed = async () => {
  setTime('2026-03-03T10:00:00Z');
  const tenant = await newTenant();
  const { keyId, token } = await newKey(tenant, { note: 'newsletter' });
  await invoke('requestConfirmation', consentOf(tenant, { userData: { email } }), { token });
  const [link = ''] = mail.links();
  passTime(86_400_000);
  const headers = { 'sec-fetch-user': '?1' };
  await pressConfirm(link, { sourceIp: '198.51.100.9', userAgent: 'Phone/1', headers });
  const place = readPlace(link.slice(-64));
  const draft = place && (await getItem(table, keyOfDraft(place)));
  const [id = ''] = (draft?.consentIds ?? []) as string[];
  const item = (await getItem(table, keyOf.consent(tenant.accountId, id))) ?? {};
  const mailbox = {
    userId: tenant.userId,
    askedAt: '2026-03-03T10:00:00.000Z',
    mailedAt: '2026-03-03T10:00:00.000Z',
    userActivated: true,
  };
  return { tenant: { ...tenant, token }, keyId, id, item, mailbox };
};

const documentOf = async (token: string, id: string) =>
  v.parse(EvidenceDocument, JSON.parse(await fetchText('getEvidence', { id }, { token }))).statement;

const seen = { sourceIp: '198.51.100.9', userAgent: 'Phone/1', requestId: expect.any(String) };

test('evidence says what the register saw of mail and press, and what that does not show; nothing is missing of the mailbox', async () => {
  const { tenant, keyId, id, item, mailbox } = await confirmed();

  const facts = await documentOf(tenant.token, id);
  const statement = toStatement(facts);

  expect(facts.consent[0]?.observed).toEqual({ mailbox: { ...mailbox, keyId }, ...seen });
  expect(facts.names).toMatchObject({
    users: [{ id: tenant.userId, name: 'A User' }],
    keys: [{ id: keyId, note: 'newsletter' }],
  });
  expect(statement.completeness.gaps).not.toContain('email-unconfirmed');
  const [given] = leavesOfConsent(tenant.accountId, item).map(({ event }) => toRegisterEvent('test', event));
  expect(given).toMatchObject({ type: 'consent.recorded', by: 'mailbox' });
  const shown = (await admin('consent', 'show', id)).stdout.replaceAll(/\s+/g, ' ');
  for (const words of [
    'web (on a website, confirmed by its mailbox)',
    `mail asked for by ${tenant.userId} (A User)`,
    'asked for 2026-03-03 10:00:00 UTC',
    'mail handed over 2026-03-03 10:00:00 UTC',
    'Programs that press buttons in mails can say the same',
  ])
    expect(shown).toContain(words);
  const person = await admin('person', 'show', `email=${email}`, '--account', tenant.accountId);
  expect(person.stdout).toContain('confirmed by its mailbox');
});

test('the copy for the person has it, without key, session and the name of the user', async () => {
  const { tenant, keyId, id, mailbox } = await confirmed();
  const folder = join(newFolder(), 'ada');
  await adminData('person', 'export', `email=${email}`, '--account', tenant.accountId, '--out', folder);
  const { consents, explanation } = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')) as {
    readonly consents: readonly PersonRecord[];
    readonly explanation: Readonly<Record<string, string>>;
  };
  const page = await readFile(join(folder, 'index.html'), 'utf8');

  expect(consents.find(({ record }) => record.id === id)?.observed).toEqual({
    time: '2026-03-04T10:00:00.000Z',
    mailbox,
    ...seen,
  });
  expect(explanation['consents[].observed.mailbox.mailedAt']).toBeDefined();
  expect(page).toContain('confirmed by its mailbox');
  for (const concern of [keyId, 'A User', 'newsletter']) {
    expect(page).not.toContain(concern);
    expect(JSON.stringify(consents)).not.toContain(concern);
  }
});

test('an erasure leaves that a mailbox confirmed it, and nothing of who pressed', async () => {
  const { tenant, keyId, id, mailbox } = await confirmed();
  await erase(tenant.accountId, [id]);

  const item = await getItem(table, keyOf.consent(tenant.accountId, id));

  expect(item?.observed).toEqual({
    mailbox: { ...mailbox, keyId: new Uint8Array(Buffer.from(keyId, 'hex')) },
    requestId: expect.any(String),
  });
  const [left] = (await documentOf(tenant.token, id)).consent;
  expect(left).toMatchObject({ observed: { mailbox, sourceIp: null } });
});

test('an export has it, as JSON and in columns of its own', async () => {
  const { tenant, keyId, id, mailbox } = await confirmed();
  const folder = newPath();
  await adminData('consent', 'export', folder, '--account', tenant.accountId);

  const line = consentLines(folder).find((text) => text.includes(id)) ?? '';
  expect(JSON.parse(line).observed.mailbox).toEqual({ ...mailbox, keyId });
  const [head = ''] = linesOf(folder, /^consents-\d+\.csv$/).filter((text) => /^.?id,/.test(text));
  const row = linesOf(folder, /^consents-\d+\.csv$/).find((text) => text.includes(id)) ?? '';
  expect(head).toContain('observed.mailbox.askedAt,observed.mailbox.mailedAt,observed.mailbox.userActivated');
  expect(row).toContain(`${mailbox.askedAt},${mailbox.mailedAt},yes,198.51.100.9,Phone/1,`);
});
