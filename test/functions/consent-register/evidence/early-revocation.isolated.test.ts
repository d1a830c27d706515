import { expect, test, vi } from 'vitest';
import { importConsent, writeImported } from '../../../../shared/consents/exchange/import.ts';
import { newFindings } from '../../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../../shared/log/audit/verify-log.ts';
import { leavesOfConsent } from '../../../../shared/log/leaves.ts';
import { listSetAside } from '../../../../shared/log/set-aside.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { logger } from '../../../../shared/runtime/logger.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { queryItems } from '../../../../shared/store/read.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { newLink, pressButton } from '../../../support/call/links.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { editItem, putItem } from '../../../support/make/stored.ts';
import { erasures, logTable, table } from '../../../support/make/table.ts';
import { read } from './past-register.ts';

vi.spyOn(logger, 'error').mockImplementation(() => {});

const register = await openOwnLog();

const time = '2026-03-10T10:20:30.400Z';

/** A consent in force that was imported. */
const importOne = async ({ accountId, projectUid, pid }: Tenant): Promise<string> => {
  const [version] = await listNoticeVersions(table, accountId);
  const id = newIdentifier(new Date(time));
  const line = {
    ...{ id, projectUid, projectId: 'b'.repeat(32), consentInformationPid: pid },
    ...{ consentInformationVersionId: version?.id ?? '', contentHash: version?.contentHash ?? '' },
    ...({ noticeNamedBy: null, lang: 'eng', time, channel: 'web', proof: { html: 'given' } } as const),
    ...{ userData: { email: 'ada@example.com' }, observed: null, revokeTime: null, revokeChannel: null },
    ...{ revokeProof: null, revokeObserved: null, eraseTime: null, imported: null },
  };
  const imported = { source: 'crm', line: 1, at: new Date(), by: 'local:ada' };
  await writeImported(table, line, importConsent(logTable, accountId, line, imported));
  return id;
};

const early = ['revokeReceivedBy', 'revokeChannel', 'imported.withRevocation'] as const;

/** A consent in force that says how it was revoked. */
const plant = async (name: (typeof early)[number]) => {
  const tenant = await newTenant();
  const isImported = name.startsWith('imported');
  const id = isImported ? await importOne(tenant) : (await addConsent(tenant)).consentId;
  const key = keyOf.consent(tenant.accountId, id);
  const value = isImported ? true : name === 'revokeChannel' ? 'email' : 'telephone';
  await editItem(table, key, `SET ${name} = :value`, { ':value': value });
  return { tenant, id, key };
};

const ways = {
  'a call': ({ token }: Tenant, id: string) =>
    invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token }),
  'a link': async (tenant: Tenant) => pressButton(await newLink(tenant), tenant.pid),
};

test.each(Object.entries(ways).flatMap(([way, revoke]) => early.map((name) => [name, way, revoke] as const)))(
  '%s that somebody wrote before is no part of a revocation by %s, nor of its leaf in the journal',
  async (name, _way, revoke) => {
    const { tenant, id, key } = await plant(name);

    expect(await revoke(tenant, id)).toMatchObject({ status: 200 });
    const item = await read(key);
    expect(item).toMatchObject({ revokeTime: expect.any(String) });
    expect(item.revokeChannel).not.toBe('email');
    expect(item).not.toHaveProperty('revokeReceivedBy');
    expect(item.imported ?? {}).not.toHaveProperty('withRevocation');
    const [, leaf] = leavesOfConsent(tenant.accountId, item);
    const entry = Buffer.from(leaf?.entry ?? []).toString('hex');
    const entries = await queryItems(logTable, logKeyOf.journalOfConsent(id, ''));
    expect(entries.map(({ SK }) => SK)).toEqual([`revoked#${Date.parse(String(item.revokeTime))}#${entry}`]);
  },
);

test.each(early)('an erasure leaves no %s of a consent that was in force', async (name) => {
  const { tenant, id, key } = await plant(name);
  await erase(tenant.accountId, [id]);

  const item = await read(key);
  expect(item).toMatchObject({ eraseTime: item.revokeTime });
  for (const said of ['revokeReceivedBy', 'revokeChannel']) expect(item).not.toHaveProperty(said);
  expect(item.imported ?? {}).not.toHaveProperty('withRevocation');
});

test.each(early)('%s of a consent in force is noted and found, and no document is signed', async (name) => {
  const { tenant, id } = await plant(name);
  await register.publish();
  const findings = newFindings(100);
  await verifyLog(
    { table, log: logTable, erasures, kept: [], isAnchored: false, key: register.key },
    { segments: 1, lag: 3_600_000, report: findings.report, onLeaves: () => {}, onRecords: () => {} },
  );

  const finding = { kind: 'edited', account: tenant.accountId, id, says: `it is in force, but has ${name}` };
  expect(findings.kept()).toContainEqual(finding);
  expect(await listSetAside(logTable)).toContainEqual(expect.objectContaining({ sort: id, reason: 'Altered' }));
  expect((await invoke('getEvidence', { id }, tenant)).body).toMatchObject({
    status: 503,
    code: 'evidence.history-incomplete',
  });
});

test.each(['receivedBy', 'revokeReceivedBy'])(
  'no document says that a consent came by telephone, and its proof another way: %s',
  async (name) => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    await ways['a call'](tenant, consentId);
    const id = newIdentifier(new Date());
    const { time: _, ...item } = await read(keyOf.consent(tenant.accountId, consentId));
    const times = { time: new Date().toISOString(), revokeTime: new Date().toISOString() };
    await putItem(table, { ...item, ...keyOf.consent(tenant.accountId, id), ...times, [name]: 'telephone' });
    await register.publish();

    expect((await invoke('getEvidence', { id }, tenant)).body).toMatchObject({
      status: 503,
      code: 'evidence.history-incomplete',
    });
  },
);
