import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { importConsent, writeImported } from '../../../../shared/consents/exchange/import.ts';
import type { ConsentLine } from '../../../../shared/consents/exchange/lines.ts';
import { valueList } from '../../../../shared/consents/lists.ts';
import { newFindings } from '../../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../../shared/log/audit/verify-log.ts';
import { readBlocks, toBlockItem, toLeafItem } from '../../../../shared/log/blocks.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../../shared/store/read.ts';
import { isNew, write } from '../../../../shared/store/write.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import type { RegisterLog } from '../../../support/make/register-log.ts';
import { openRegisterLog } from '../../../support/make/register-log.ts';
import { deleteItem, putItem } from '../../../support/make/stored.ts';
import { erasures, logTable, table } from '../../../support/make/table.ts';

test('a register that nobody touched has no finding', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant({ notices: 2 });
  for (let i = 0; i < 20; i += 1) await addConsent(tenant);
  await register.publish();
  const { consentId: gone } = await addConsent(tenant);
  const { consentId: kept } = await addConsent(tenant);
  await register.publish();
  await erase(tenant.accountId, [gone], { extent: 'everything' });
  await erase(tenant.accountId, [kept]);
  await register.publish();
  const findings = newFindings(100);
  const audit = await verifyLog(
    { table, log: register.log, erasures, kept: [], isAnchored: false, key: register.key },
    { segments: 2, lag: 60_000, report: findings.report, onLeaves: () => {}, onRecords: () => {} },
  );

  expect(findings.kept()).toEqual([]);
  expect(audit).toMatchObject({ checkpoints: 3, waiting: 0 });
});

const hour = 3_600_000;

/** The kinds of what is found in a register. */
const findKinds = async ({ log, key }: RegisterLog): Promise<string[]> => {
  const findings = newFindings(100);
  await verifyLog(
    { table, log, erasures, kept: [], isAnchored: false, key },
    { segments: 2, lag: hour, report: findings.report, onLeaves: () => {}, onRecords: () => {} },
  );
  return findings.kept().map(({ kind }) => kind);
};

test('a record that was appended before a checkpoint was signed is not backdated, though an interrupted run left it out', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const begun = Date.now();
  const from = await register.publish();
  await addConsent(tenant);
  await register.feed(new Date(begun + 60_000));
  const intent = { ...logKeyOf.publication(), from, to: from + 1 };
  await write(register.log, { put: intent, condition: 'attribute_exists(PK)' });
  await addConsent(tenant);
  await register.feed(new Date(begun + 120_000));

  expect(await register.publish(new Date(begun + 3 * hour))).toBe(from + 2);
  expect(await findKinds(register)).toEqual([]);
});

test('a changed copy of the way that a proof names is found, of a consent and of its revocation', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { channel: 'web', proof: { received_by: 'telephone' } });
  await invoke('revokeConsent', { id, proof: { received_by: 'letter' } }, { token: tenant.token });
  await register.publish();
  const update = keyOf.consent(tenant.accountId, id);
  const set = (expression: string, values: Record<string, string>) =>
    write(table, { update, expression, condition: 'attribute_exists(PK)', values });

  expect(await findKinds(register)).toEqual([]);
  await set('SET receivedBy = :way', { ':way': 'in-person' });
  expect(await findKinds(register)).toEqual(['edited']);
  await set('SET receivedBy = :way REMOVE revokeReceivedBy', { ':way': 'telephone' });
  expect(await findKinds(register)).toEqual(['edited']);
});

/** An imported consent of a tenant, which was revoked where it came from. */
const importRevoked = async ({ accountId, projectUid, pid }: Tenant, userData: Readonly<Record<string, string>>) => {
  const version = (await listNoticeVersions(table, accountId)).find((each) => each.pid === pid);
  const id = newIdentifier(new Date('2026-03-10T10:20:30.400Z'));
  const line: ConsentLine = {
    ...{ id, projectUid, projectId: 'b'.repeat(32), consentInformationPid: pid },
    ...{ consentInformationVersionId: version?.id ?? '', contentHash: version?.contentHash ?? '' },
    ...{ noticeNamedBy: null, lang: 'eng', time: '2026-03-10T10:20:30.400Z', channel: 'web', proof: { html: 'given' } },
    ...{ userData, observed: null, revokeTime: '2026-03-11T10:20:30.400Z', revokeChannel: 'web' },
    ...{ revokeProof: { html: 'revoked' }, revokeObserved: null, eraseTime: null, imported: null },
  };
  const imported = { source: 'crm', line: 1, at: new Date(), by: 'local:ada', withRevocation: true as const };
  await writeImported(table, line, importConsent(logTable, accountId, line, imported));
};

test('a consent that somebody takes out of a lookup is found, however it was recorded', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant({ notices: 2 });
  const { accountId, token } = tenant;
  const many = Object.fromEntries(
    Array.from({ length: 48 }, (_, i) => [`field ${i}`, { label: 'Field', value: `v${i}` }]),
  );
  const pids = tenant.notices.map(({ pid }) => pid);
  await addConsent(tenant, {
    consentInformationPid: pids,
    userData: { email: 'a@shop.example', card: 'B-7', empty: '' },
  });
  const { consentId: revoked } = await addConsent(tenant, { userData: { card: 'B-7', ...many } });
  await invoke('revokeConsent', { id: revoked, proof: { html: 'revoked' } }, { token });
  const { consentId: erased } = await addConsent(tenant, { userData: { card: 'B-7' } });
  await erase(accountId, [erased]);
  await importRevoked(tenant, { card: 'B-7' });
  await register.publish();
  expect(await findKinds(register)).toEqual([]);

  const { partition } = valueList(accountId, ['card', 'b-7']);
  const lookups = await queryItems(table, { PK: String(partition), SK: '' });
  expect(lookups).toHaveLength(4);
  for (const lookup of lookups) {
    await deleteItem(table, lookup);
    expect(await findKinds(register)).toEqual(['edited']);
    await putItem(table, lookup);
  }
  expect(await findKinds(register)).toEqual([]);
});

test('a leaf that is given to another record is found', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: one } = await addConsent(tenant);
  const { consentId: other } = await addConsent(tenant);
  await register.publish();
  for await (const block of readBlocks(register.log)) {
    const leaves = block.leaves.map((leaf) =>
      leaf.event.id === other ? { ...leaf, event: { ...leaf.event, id: one } } : leaf,
    );
    await write(register.log, { put: toBlockItem({ ...block, leaves }), condition: 'attribute_exists(PK)' });
  }
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.consent(tenant.accountId, other) }));
  const kinds = await findKinds(register);

  expect(kinds).toEqual(['block', 'block']);
});

/** Does something before the blocks of a log are read for the first time. */
const beforeBlocks = ({ log }: RegisterLog, work: () => Promise<unknown>): void => {
  let isDone = false;
  log.client.middlewareStack.add(
    (next) => async (args) => {
      const values = Object.values(Reflect.get(args.input, 'ExpressionAttributeValues') ?? {});
      if (!isDone && values.includes(logKeyOf.block('').PK)) {
        isDone = true;
        await work();
      }
      return next(args);
    },
    { step: 'initialize' },
  );
};

test('leaves that come while the log is read are no finding, and an item of none still is', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  await addConsent(tenant);
  await register.publish();
  beforeBlocks(register, async () => {
    await addConsent(tenant);
    await register.publish();
  });

  expect(await findKinds(register)).toEqual([]);

  const event = { kind: 'revoked' as const, id: 'f'.repeat(32), time: Date.now() };
  await write(register.log, { put: toLeafItem({ event, entry: Buffer.alloc(32) }, 10_000), ...isNew });
  expect(await findKinds(register)).toEqual(['block']);
});

test('a consent that was recorded while the head of its notice had another hash is found when the head is put back', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const head = { ...keyOf.notice(tenant.accountId, tenant.pid) };
  const stored = { ...head, ...(await getItem(table, head)) };
  await putItem(table, { ...stored, contentHash: 'a'.repeat(64) });
  await addConsent(tenant);
  await register.publish();

  expect(await findKinds(register)).toEqual(['edited', 'edited']);
  await putItem(table, stored);
  expect(await findKinds(register)).toEqual(['edited']);
});
