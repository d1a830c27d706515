import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { DocumentLog } from '../../../../shared/evidence/log-schema.ts';
import { newIdentifier } from '../../../../shared/identifier.ts';
import { readEvidenceKeys, toKeySet } from '../../../../shared/identity/keys/evidence-keys.ts';
import { findLastCheckpoint } from '../../../../shared/log/checkpoints.ts';
import { writeNoteKey } from '../../../../shared/log/signed-note.ts';
import { getItem } from '../../../../shared/store/get.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { KeptCheckpoint } from '../../../../verifier/log/kept-checkpoint.ts';
import { readKeptCheckpoint } from '../../../../verifier/log/kept-checkpoint.ts';
import { readPublishedKeys } from '../../../../verifier/published-keys.ts';
import { verifyDocument } from '../../../../verifier/verify.ts';
import { addConsent, newTenant } from '../../../support/builders.ts';
import { fetchText } from '../../../support/invoke.ts';
import { makeLog } from '../../../support/made-log.ts';
import { openOwnLog } from '../../../support/register-log.ts';
import { logTable, table } from '../../../support/table.ts';

const register = await openOwnLog();
const tenant = await newTenant();

const get = (id: string, parameters: { treeSize?: number } = {}): Promise<string> =>
  fetchText('getEvidence', { id, ...parameters }, { token: tenant.token, encoding: 'json' });

/** What a reader says who has the keys of the register. */
const verify = async (document: string, checkpoints: readonly KeptCheckpoint[] = []) => {
  const set = { ...toKeySet(await readEvidenceKeys(table)), logKeys: [writeNoteKey(register.key)] };
  const read = await readPublishedKeys(JSON.stringify(set), 'keys.json');
  if ('fault' in read) throw new Error(read.fault);
  return verifyDocument(document, { keys: read.keys, checkpoints, now: new Date() });
};

/** The last checkpoint, as a reader has it who got it by mail. */
const keep = async (): Promise<KeptCheckpoint> => {
  const read = readKeptCheckpoint((await findLastCheckpoint(logTable))?.note ?? '', 'mail.txt');
  if ('fault' in read) throw new Error(read.fault);
  return read.kept;
};

/** Puts a consent straight into the table, with a time of its own, as rights on the table allow. */
const plant = async (of: string, given: Date): Promise<string> => {
  const id = newIdentifier(given);
  const item = await getItem(table, keyOf.consent(tenant.accountId, of));
  const planted = { ...item, ...keyOf.consent(tenant.accountId, id), time: given.toISOString() };
  await table.client.send(new PutCommand({ TableName: table.name, Item: planted }));
  return id;
};

const april = new Date(Date.now() - 200 * 86_400_000);
const { consentId: genuine } = await addConsent(tenant);
await register.publish();
const kept = await keep();

const without = (document: string, change: (log: DocumentLog) => DocumentLog | undefined): string => {
  const { log, ...rest } = JSON.parse(document);
  const changed = change(log);
  return JSON.stringify({ ...(changed && { log: changed }), ...rest });
};

test('a consent that was put into the table today with a time of months ago is doubtful, though its log holds', async () => {
  const planted = await plant(genuine, april);
  await register.publish();
  const { verdict, doubts, checks } = await verify(await get(planted));

  expect({ verdict, doubts }).toEqual({ verdict: 'doubtful', doubts: ['log-late'] });
  expect(checks.filter(({ holds }) => holds === false)).toEqual([]);
  expect(checks.find(({ name }) => name === 'log-late')?.says).toContain(
    `although its own time is ${april.toISOString()}`,
  );
});

test('the reader who kept a checkpoint from between learns that the record came into the log afterwards', async () => {
  const planted = await plant(genuine, april);
  await register.publish();
  const later = await keep();
  const { verdict, checks } = await verify(await get(planted, { treeSize: later.head.size }), [kept, later]);
  const told = checks.filter(({ name, holds }) => name === 'log-kept' && holds === null).map(({ says }) => says);

  expect(verdict).toBe('doubtful');
  expect(told).toEqual([expect.stringContaining('It came into the log only afterwards')]);
  expect(told.join()).not.toMatch(/Ask for a document|a little later/);
});

test('a genuine document is valid for this reader, and none that lacks its log or a leaf is', async () => {
  const document = await get(genuine, { treeSize: kept.head.size });
  const stripped = without(document, () => undefined);
  const dropped = without(document, (log) => ({
    ...log,
    leaves: log.leaves.filter(({ event }) => event !== 'consent.recorded'),
  }));

  expect(await verify(document, [kept])).toMatchObject({ verdict: 'valid', doubts: [] });
  expect(await verify(stripped, [kept])).toMatchObject({ verdict: 'doubtful', doubts: ['log-witness'] });
  expect((await verify(dropped, [kept])).verdict).toBe('doubtful');
});

test('a log of another name proves nothing to this reader', async () => {
  const document = await get(genuine, { treeSize: kept.head.size });
  const other = makeLog([], { name: 'example.org/other' });
  const renamed = without(document, (log) => ({ ...log, checkpoints: [], key: writeNoteKey(other.key) }));
  const { verdict, doubts } = await verify(renamed, [kept]);

  expect(verdict).toBe('doubtful');
  expect(doubts).toEqual(expect.arrayContaining(['log-kept', 'log-key']));
});
