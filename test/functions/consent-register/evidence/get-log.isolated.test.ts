import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { versionsToProve } from '../../../../shared/evidence/log-proof.ts';
import type { DocumentLog } from '../../../../shared/evidence/schema.ts';
import { toStatement } from '../../../../shared/evidence/statement.ts';
import { readEvidenceKeys, toKeySet } from '../../../../shared/identity/keys/evidence-keys.ts';
import { findLastCheckpoint } from '../../../../shared/log/checkpoints.ts';
import { writeNoteKey } from '../../../../shared/log/note.ts';
import type { LineageVersion } from '../../../../shared/notices/lineage.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { logger } from '../../../../shared/runtime/logger.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import { readPublishedKeys } from '../../../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../../../verifier/log/checkpoints.ts';
import { verifyDocument } from '../../../../verifier/verify.ts';
import { fetchText, invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { addConsent, newTenant, noticeContent } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { logTable, table } from '../../../support/make/table.ts';

const register = await openOwnLog();
const tenant = await newTenant();

const get = (id: string, parameters: { treeSize?: number } = {}): Promise<string> =>
  fetchText('getEvidence', { id, ...parameters }, { token: tenant.token, encoding: 'json' });

const logOf = (document: string): DocumentLog | undefined => JSON.parse(document).log;

/** What a verifier says of the log, as `holds log consent.recorded`, and the verdict. */
const verify = async (document: string, checkpoints: readonly KeptCheckpoint[] = []) => {
  const set = { ...toKeySet(await readEvidenceKeys(table)), logKeys: [writeNoteKey(register.key)] };
  const read = await readPublishedKeys(JSON.stringify(set), 'keys.json');
  if ('fault' in read) throw new Error(read.fault.code);
  const { verdict, checks, since } = await verifyDocument(document, { keys: read.keys, checkpoints, now: new Date() });
  const told = checks.filter(({ name }) => name.startsWith('log'));
  return {
    verdict,
    since,
    log: told.map(
      ({ name, holds, saying: [, said] }) =>
        `${{ true: 'holds', false: 'fails', null: 'asks' }[String(holds)]} ${name} ${Object(Object(said).event).event}`,
    ),
  };
};

const keep = async (): Promise<KeptCheckpoint> => {
  const read = readKeptCheckpoint((await findLastCheckpoint(logTable))?.note ?? '', 'kept.txt');
  if ('fault' in read) throw new Error(read.fault);
  return read.kept;
};

const revoke = (id: string) =>
  invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });

const proved = (event: string): string[] => [`holds log ${event}`, 'holds log notice.published'];

test('a document has the proof of its consent as soon as there is a checkpoint of it, and is valid before', async () => {
  const { consentId: id } = await addConsent(tenant, { userData: { 10: 'ten', email: 'ada@example.com' } });
  await register.feed();
  const before = await get(id);
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await register.publish(now);
  const after = await get(id);

  expect(await verify(before)).toMatchObject({ verdict: 'valid' });
  expect(logOf(before)?.leaves.map(({ event }) => event) ?? []).not.toContain('consent.recorded');
  const { verdict, log, since } = await verify(after);
  expect(verdict).toBe('valid');
  expect(log).toEqual(expect.arrayContaining(proved('consent.recorded')));
  expect(log.filter((line) => line.startsWith('fails'))).toEqual([]);
  const second = new Date(Math.floor(now.getTime() / 1_000) * 1_000).toISOString();
  expect(since).toContainEqual({
    event: { event: 'consent.recorded', version: null },
    time: second,
    by: 'register',
    source: 'keys.json',
  });
});

test('a revocation is proved beside its consent, by a checkpoint of its own', async () => {
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  await revoke(id);
  const between = await verify(await get(id));
  await register.publish();
  const document = await get(id);

  expect(between.log).toContain('asks log consent.revoked');
  expect((await verify(document)).log).toEqual(
    expect.arrayContaining([...proved('consent.recorded'), 'holds log consent.revoked']),
  );
  expect(logOf(document)?.leaves.map(({ event }) => event)).toEqual([
    'consent.recorded',
    'consent.revoked',
    'notice.published',
  ]);
  expect(logOf(document)?.checkpoints).toHaveLength(3);
});

test('the way that a proof names is in the leaves of the consent and of its revocation', async () => {
  const { consentId: id } = await addConsent(tenant, { channel: 'web', proof: { received_by: 'telephone' } });
  await invoke('revokeConsent', { id, proof: { received_by: 'letter' } }, { token: tenant.token });
  await register.publish();

  expect(await verify(await get(id))).toMatchObject({
    verdict: 'valid',
    log: expect.arrayContaining([...proved('consent.recorded'), 'holds log consent.revoked']),
  });
});

test('of an erased consent what stays is proved, and nothing says what was erased', async () => {
  const { consentId: id } = await addConsent(tenant);
  await revoke(id);
  await register.publish();
  const salt = logOf(await get(id))?.leaves[0]?.salt ?? '';
  await erase(tenant.accountId, [id]);
  await register.publish();
  const document = await get(id);

  expect((await verify(document)).log).toEqual(expect.arrayContaining(proved('consent.erased')));
  expect(logOf(document)?.leaves.map(({ event }) => event)).toEqual(['consent.erased', 'notice.published']);
  expect(document).not.toContain(salt);
});

/** A consent as an import writes it: that of another one, under an id of its own. */
const importLike = async (of: string, changes: object): Promise<string> => {
  const id = newIdentifier(new Date());
  const item = await getItem(table, keyOf.consent(tenant.accountId, of));
  const imported = { source: 'crm', line: 7, at: new Date().toISOString(), by: 'local:ada', ...changes };
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...item, ...keyOf.consent(tenant.accountId, id), imported } }),
  );
  return id;
};

test('imported consents are proved with what another register observed, revoked elsewhere or here', async () => {
  const { consentId: first } = await addConsent(tenant);
  const later = await importLike(first, {});
  await revoke(first);
  const revoked = await importLike(first, { withRevocation: true });
  await register.publish();
  await revoke(later);
  await register.publish();

  for (const id of [revoked, later])
    expect((await verify(await get(id))).log).toEqual(
      expect.arrayContaining([...proved('consent.imported'), 'holds log consent.revoked']),
    );
  await erase(tenant.accountId, [revoked]);
  await register.publish();
  expect((await verify(await get(revoked))).log).toEqual(expect.arrayContaining(proved('consent.erased')));
});

test('a reader who has kept a checkpoint gets a proof for it', async () => {
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  const { consentId: other } = await addConsent(tenant);
  await register.publish();
  const kept = await keep();

  const without = await verify(await get(id), [kept]);
  const document = await get(id, { treeSize: kept.head.size });
  const withIt = await verify(document, [kept]);

  expect(without.log).toContain('asks log-kept consent.recorded');
  expect(withIt.log).toEqual(expect.arrayContaining(['holds log-kept consent.recorded']));
  expect(withIt.since).toContainEqual(
    expect.objectContaining({ event: { event: 'consent.recorded', version: null }, by: 'kept' }),
  );
  for (const treeSize of [1, kept.head.size + 1_000, 999_999_999_999])
    expect((await verify(await get(other, { treeSize }))).verdict).toBe('valid');
});

test('the proof takes two round trips more than the statement: its checkpoints, and then its tiles', async () => {
  const { consentId: id } = await addConsent(tenant);
  await revoke(id);
  await register.publish();
  await get(id);

  const { rounds } = await recordRounds(() => get(id, { treeSize: 2 }));

  expect(rounds).toHaveLength(4);
});

test('a tile that is missing refuses the document until it is put back: nothing else shows what the log signed', async () => {
  const { consentId: id } = await addConsent(tenant);
  const size = await register.publish();
  const key = logKeyOf.entries(Math.floor((size - 1) / 256));
  const item = await getItem(logTable, key);
  await logTable.client.send(new DeleteCommand({ TableName: logTable.name, Key: key }));
  const said = vi.spyOn(logger, 'error').mockReturnValue();

  expect(await invoke('getEvidence', { id }, { token: tenant.token })).toMatchObject({
    status: 503,
    body: {
      code: 'evidence.history-incomplete',
      detail: expect.stringMatching(/^Leaf \d+ of the log, consent\.recorded, is not in what the log has signed/),
    },
  });
  expect(said).toHaveBeenCalledWith(
    'evidence.history-incomplete',
    expect.objectContaining({ event: 'consent.recorded' }),
  );
  said.mockRestore();
  await logTable.client.send(new PutCommand({ TableName: logTable.name, Item: item }));
  expect((await verify(await get(id))).verdict).toBe('valid');
});

/** A notice with three versions, of which the last asks again, and a consent to the first. */
const agreeToFirst = async () => {
  const { accountId, pid } = tenant;
  const { consentId: id } = await addConsent(tenant);
  for (const askAgain of [false, true])
    await publishVersion(
      table,
      accountId,
      pid,
      noticeContent({ askAgain, validityDays: askAgain ? 7 : 0 }),
      new Date(),
    );
  await register.publish();
  const versions = (await listNoticeVersions(table, accountId)).filter((version) => version.pid === pid);
  return { id, versions };
};

test('each version of the notice is proved, and what somebody flips in the item of a later one refuses the document', async () => {
  const { id, versions } = await agreeToFirst();
  const document = await get(id);
  const leaves = logOf(document)?.leaves ?? [];
  const last = versions.at(-1);
  const Key = keyOf.noticeVersion(tenant.accountId, last?.id ?? '');
  const set = (askAgain: boolean) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key,
        UpdateExpression: 'SET askAgain = :asks',
        ExpressionAttributeValues: { ':asks': askAgain },
      }),
    );

  expect(leaves.flatMap((leaf) => (leaf.event === 'notice.published' ? [leaf.versionId] : []))).toEqual(
    versions.map((version) => version.id),
  );
  expect((await verify(document)).log.filter((line) => line === 'holds log notice.published')).toHaveLength(
    versions.length,
  );
  expect(toStatement(JSON.parse(document).statement).stateNow.state).toBe('superseded');
  await set(false);
  const flipped = await invoke('getEvidence', { id }, { token: tenant.token });
  await set(true);
  expect(flipped).toMatchObject({ status: 503, body: { code: 'evidence.history-incomplete' } });
});

test('of very many versions the nearest are proved, later ones first, and their reads are counted', async () => {
  const version = (number: number) => ({ id: String(number), version: number }) as LineageVersion;
  const history = Array.from({ length: 400 }, (_, i) => version(i + 1));
  const numbersOf = (agreed: number) =>
    versionsToProve({ version: version(agreed), history })
      .map((one) => one.version)
      .sort((a, b) => a - b);

  expect(numbersOf(1)).toEqual(Array.from({ length: 256 }, (_, i) => i + 1));
  expect(numbersOf(400)).toEqual(Array.from({ length: 256 }, (_, i) => i + 145));
  expect(numbersOf(200)).toEqual([
    ...Array.from({ length: 55 }, (_, i) => i + 145),
    ...history.slice(199).map((one) => one.version),
  ]);
});
