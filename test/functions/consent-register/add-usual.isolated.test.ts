import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { keyOf } from '../../../shared/store/keys.ts';
import { itemBytes, startMeter } from '../../support/call/meter.ts';
import { changeAt } from '../../support/make/changes.ts';

const meter = await startMeter();
const { consentOf, newKey, newTenant } = await import('../../support/make/builders.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { table } = await import('../../support/make/table.ts');
const { createProject } = await import('../../../shared/identity/project.ts');
const { getItem } = await import('../../../shared/store/read.ts');

const userData = { email: 'maria.rossi@example.com', first_name: 'Maria', last_name: 'Rossi' };

/** A browser as most people have it, and a form as it is on many sites: about 120 and 500 bytes. */
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148';
const html = [
  '<form action="/newsletter" method="post"><label for="first">First name</label>',
  '<input id="first" name="first_name" value="Maria" required><label for="last">Last name</label>',
  '<input id="last" name="last_name" value="Rossi" required><label for="mail">E-mail</label>',
  '<input id="mail" type="email" name="email" value="maria.rossi@example.com" required>',
  '<label><input type="checkbox" name="privacy" value="1" checked> I have read the privacy notice and want the newsletter</label>',
  '<button type="submit">Subscribe</button></form>',
].join('');

/** Records a consent in a container that knows the public keys, and says what it took. */
const record = async (proof: Record<string, string>, { headers = {}, byKey = false } = {}) => {
  const tenant = await newTenant();
  const { token } = byKey ? await newKey(tenant) : tenant;
  const projectUid = 'newsletter-web';
  await createProject(table, { accountId: tenant.accountId, uid: projectUid, name: 'Newsletter' }, changeAt());
  const parameters = consentOf(tenant, { projectUid, proof, userData });
  const sending = { token, userAgent, headers };
  await invoke('details', {}, sending);
  const { result, calls } = await meter(() => invoke('addConsent', parameters, sending));
  expect(result.status).toBe(200);
  const item = (await getItem(table, keyOf.consent(tenant.accountId, result.body.consentId))) ?? {};
  const units = calls.reduce((sum, { write }) => sum + write, 0);
  return { calls: calls.map(({ name }) => name), units, bytes: itemBytes(marshall(item)) };
};

test.each([
  ['a small form', 'a login', { html }],
  ['a URL', 'a login', { url: 'https://shop.example/newsletter' }],
  ['a small form', 'a key', { html }],
  ['a URL', 'a key', { url: 'https://shop.example/newsletter' }],
])(
  'a consent with three values and %s as proof, by %s, is one write of 5 units, in 1,024 bytes',
  async (_name, by, proof) => {
    const { bytes, ...took } = await record(proof, { byKey: by === 'a key' });

    expect(took).toEqual({ calls: ['BatchGetItem', 'PutItem'], units: 5 });
    expect(bytes).toBeGreaterThan(700);
    expect(bytes).toBeLessThanOrEqual(1_024);
  },
);

test('with an Idempotency-Key it is one transaction of 8 units', async () => {
  const { calls, units } = await record({ html }, { headers: { 'idempotency-key': 'a-key' } });

  expect({ calls, units }).toEqual({ calls: ['BatchGetItem', 'TransactWriteItems'], units: 8 });
});
