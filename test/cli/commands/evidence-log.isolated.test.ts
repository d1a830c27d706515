import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { listEvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { appendLeaves } from '../../../shared/log/blocks.ts';
import { findLastCheckpoint, markAnchored } from '../../../shared/log/checkpoints.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { writeNoteKey } from '../../../shared/log/note.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { startKeys, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newFolder } from '../../support/make/machine.ts';
import { otherEntry } from '../../support/make/made-log.ts';
import { openOwnLog } from '../../support/make/register-log.ts';
import { logTable, table } from '../../support/make/table.ts';

const aws = await useDeployedStage();
const register = await openOwnLog();
const kms = await startKeys();
const tenant = await newTenant();
const { consentId: id } = await addConsent(tenant);

/** More than a tile has, so that a proof needs one of a higher level too. */
const others = Array.from({ length: 300 }, (_, i): Leaf => {
  const entry = otherEntry(i);
  return { event: { kind: 'key', id: entry.toString('hex', 0, 16), time: Date.now() }, entry };
});
await appendLeaves(logTable, others, new Date());
const published = new Date(Math.floor(Date.now() / 1_000) * 1_000);
await register.publish(published);
const first = (await findLastCheckpoint(logTable))?.note ?? '';
await addConsent(tenant);
await register.publish(new Date(published.getTime() + 120_000));
const last = await findLastCheckpoint(logTable);
const folder = newFolder();
const [keys, kept] = [join(folder, 'keys.json'), join(folder, 'kept.txt')];

const onStage = (...words: readonly string[]) => runAdmin('evidence', ...words, '--stage', 'prod');

const verify = (...words: readonly string[]) => runAdmin('evidence', 'verify', ...words, '--key', keys);

/** A document in a new file. */
const show = async (name: string, ...words: readonly string[]): Promise<string> => {
  const file = join(folder, name);
  const { exitCode, stderr } = await onStage('show', id, '--out', file, ...words);
  if (exitCode !== 0) throw new Error(stderr);
  return file;
};

const byOf = async (...words: readonly string[]): Promise<string | undefined> => {
  const { since } = JSON.parse((await verify(...words, '--json')).stdout);
  return since?.find(({ event }: { event: { event: string } }) => event.event === 'consent.recorded')?.by;
};

beforeEach(async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.endpoint);
  aws.stacks.set('ConsentRegister-prod', {
    ...aws.stacks.get('ConsentRegister-prod'),
    EvidenceKey: kms.arn,
    LogTableName: logTable.name,
  });
  kms.states.set(kms.arn, 'Enabled');
  await listEvidenceKey(table, await openEvidenceSigner({ id: kms.arn, stage: 'prod' }), new Date());
  await rm(keys, { force: true });
  await onStage('keys', '--out', keys);
  await writeFile(kept, last?.note ?? '');
});

test('the key file has the key of the log, and a document says since when by the word of the register', async () => {
  const document = await show('own.json');

  expect(JSON.parse(await readFile(keys, 'utf8')).logKeys).toEqual([writeNoteKey(register.key)]);
  expect((await onStage('keys')).stderr).toContain(`The key of the log: ${writeNoteKey(register.key)}\n`);
  const { exitCode, stdout } = await verify(document);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^holds +log +The log has the consent as this document has it: leaf \d+ in the checkpoint of \d+ leaves of/m,
  );
  expect(stdout).toMatch(/^The register says that nobody can have changed the consent since/m);
  expect(stdout).toContain(`changed the consent since ${formatTime(published)}.`);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`VALID. Signed with a key in ${keys}, and unchanged since.`);
});

test('a document for a kept checkpoint says since when without the word of the register', async () => {
  const [without, document] = [await show('without.json'), await show('kept.json', '--checkpoint', kept)];

  expect(await byOf(without, '--checkpoint', kept)).toBe('register');
  expect((await verify(without, '--checkpoint', kept)).stdout).toContain('One line is for you to judge: see above.');
  expect(await byOf(document, '--checkpoint', kept)).toBe('kept');
  const early = join(folder, 'first.txt');
  await writeFile(early, first);
  expect(await byOf(without, '--checkpoint', kept, '--checkpoint', early)).toBe('kept');
});

test('a time stamp is handed out in the document, to be verified with openssl', async () => {
  const size = Number(first.split('\n')[1]);
  await markAnchored(logTable, size, { anchoredAt: new Date().toISOString(), stamp: Uint8Array.of(1, 2, 3) });
  const document = await show('stamped.json');

  const { log } = JSON.parse(await readFile(document, 'utf8'));
  expect(log.checkpoints).toContainEqual({ note: first, stamps: ['AQID'] });
  expect((await verify(document)).stdout).toMatch(
    /^holds +log-checkpoint +.*, not verified here: .*openssl ts -verify/m,
  );
});

test('a log whose index cannot be read refuses the document, since nothing shows that the table has all of it', async () => {
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), LogTableName: 'none-log' });
  const { exitCode, stdout, stderr } = await onStage('show', id);

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.unreachable, stdout: '' });
  expect(stderr).toContain('none-log');
});

test('a log whose tiles cannot be read proves nothing, so there is no document', async () => {
  const Key = logKeyOf.entries(1);
  const item = await getItem(logTable, Key);
  await logTable.client.send(new DeleteCommand({ TableName: logTable.name, Key }));
  const { exitCode, stdout, stderr } = await onStage('show', id);
  await logTable.client.send(new PutCommand({ TableName: logTable.name, Item: item }));

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.finding, stdout: '' });
  expect(stderr).toMatch(/Leaf \d+ of the log, \S+, is not in what the log has signed, or that cannot be read: /);
});

test('a consent with a withdrawal in the log that the table lacks gets no document', async () => {
  const { consentId: revoked } = await addConsent(tenant);
  const before = await getItem(table, keyOf.consent(tenant.accountId, revoked));
  await invoke('revokeConsent', { id: revoked, proof: { url: 'https://shop.example' } }, { token: tenant.token });
  await register.publish();
  await table.client.send(new PutCommand({ TableName: table.name, Item: before }));
  const { exitCode, stdout, stderr } = await onStage('show', revoked);

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.finding, stdout: '' });
  expect(stderr).toMatch(
    /^consent-register: Leaf \d+ of the log is consent\.revoked, and the table of the register lacks it: /m,
  );
});

test('a consent that the table has otherwise than the log gets no document', async () => {
  const { consentId: changed } = await addConsent(tenant, { channel: 'web' });
  await register.publish();
  const Item = { ...(await getItem(table, keyOf.consent(tenant.accountId, changed))), channel: 'email' };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const { exitCode, stdout, stderr } = await onStage('show', changed);

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.finding, stdout: '' });
  expect(stderr).toMatch(
    /^consent-register: Leaf \d+ of the log is not consent\.recorded as the table of the register has it: /m,
  );
});

test('other files are reported in one line', async () => {
  const document = await show('plain.json');
  const none = (file: string) =>
    `consent-register: ${file} is not a checkpoint of a log. A checkpoint is a signed note with a name, a size from 1 on, a hash and the two signatures of the log, or one event that contains it.\n`;

  expect(await verify(document, '--checkpoint', keys)).toMatchObject({ exitCode: exitCodes.usage, stderr: none(keys) });
  expect((await onStage('show', id, '--checkpoint', keys)).stderr).toContain(none(keys));
});
