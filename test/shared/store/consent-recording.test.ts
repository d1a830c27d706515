import { expect, test } from 'vitest';
import { newIdentifier } from '../../../shared/identifier.ts';
import { recordConsents } from '../../../shared/store/consent-recording.ts';
import { newConsents } from '../../../shared/store/new-consent.ts';
import { findRecord, newTenant } from '../../support/builders.ts';
import { findShelf } from '../../support/stock.ts';
import { table } from '../../support/table.ts';

test('an id that a consent has already is a fault of ours, and changes nothing', async () => {
  const tenant = await newTenant();
  const { account, project, version } = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const now = new Date();
  const id = newIdentifier(now);
  const observed = { userId: 1, sessionId: id, sourceIp: '203.0.113.7', userAgent: 'x', requestId: 'y' };
  const record = (email: string) => {
    const values = new Map([['email', email]]);
    const request = {
      projectUid: project.uid,
      notices: [{ pid: version.pid }],
      isList: false,
      lang: 'eng' as const,
      channel: 'web' as const,
      proof: { url: 'x' },
      userData: { email },
      values,
    };
    const subject = { project, versions: [version] };
    const consents = newConsents(account, request, subject, { observed, now, newId: () => id });
    return recordConsents(table, account, { consents, values }, undefined, { answer: 'recorded', now });
  };

  expect(await record('ada@example.com')).toEqual({ answer: 'recorded', replayed: false });
  await expect(record('eva@example.com')).rejects.toThrow('A new consent has the id of another one.');

  expect(await findRecord(tenant, id)).toMatchObject({ userData: { email: 'ada@example.com' } });
});
