import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { evidenceKeyAlias } from '../../../cli/local/kms.ts';
import { signDocument } from '../../../shared/evidence/sign-document.ts';
import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { listEvidenceKey, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { appendLeaves } from '../../../shared/log/blocks.ts';
import { publishKeyFile } from '../../../shared/log/key-file.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { repairLog } from '../../../shared/log/repair.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newLocalSigner } from '../../support/make/evidence-signer.ts';
import { newFolder } from '../../support/make/machine.ts';
import { otherEntry } from '../../support/make/made-log.ts';
import { openOwnLog, openRegisterLog } from '../../support/make/register-log.ts';
import { factsOf } from '../../support/make/statement.ts';
import { putItem } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

const aws = await useDeployedStage();
const register = await openOwnLog();
const minute = 60_000;
const began = Date.parse('2026-03-01T08:00:00.000Z');
const at = (minutes: number): Date => new Date(began + minutes * minute);

/** As the job does while KMS has the signer. */
const publishFile = (signer: EvidenceSigner, log = logTable) =>
  publishKeyFile({ table, log, key: register.key, openSigner: async () => signer });

/** A key that the register used before the one in KMS now, and both in the log and in the key file. */
const former = await newLocalSigner('prod');
await listEvidenceKey(table, former, at(0));
await publishFile(former);
/** More than a tile has, so that a proof needs one of a higher level too. */
const others = Array.from({ length: 300 }, (_, i): Leaf => {
  const entry = otherEntry(i);
  return { event: { kind: 'key', id: entry.toString('hex', 0, 16), time: began }, entry };
});
await appendLeaves(logTable, others, at(0));
await register.publish(at(15));
const current = await openEvidenceSigner({ id: evidenceKeyAlias, stage: 'prod' });
await listEvidenceKey(table, current, at(30));
await publishFile(current);
await register.publish(at(45));

/** As a person with full rights on the table does it. */
const store = (keys: readonly EvidenceKey[]) => putItem(table, { ...keyOf.evidenceKeys(), keys });

const honest = await readEvidenceKeys(table);
afterEach(() => store(honest));

/** A key of somebody else, who writes it into the list as a former one of the register. */
const plant = async (edit: (key: EvidenceKey) => EvidenceKey = (key) => key): Promise<EvidenceSigner> => {
  const signer = await newLocalSigner('prod');
  const { kid, jwk, arn, stage } = signer;
  await store([edit({ kid, jwk, arn, stage, usedFrom: at(-60).toISOString() }), ...honest]);
  return signer;
};

const publish = async () => {
  const file = join(newFolder(), 'keys.json');
  const { stdout, stderr, exitCode } = await runAdmin('evidence', 'keys', '--out', file, '--json', '--stage', 'prod');
  if (exitCode !== 0) throw new Error(stderr);
  const { keys }: { keys: readonly { kid: string }[] } = JSON.parse(await readFile(file, 'utf8'));
  const rows: readonly { kid: string; confirmed: string }[] = JSON.parse(stdout);
  const told = (kid: string) => ({
    said: rows.find((row) => row.kid === kid)?.confirmed,
    published: keys.some((key) => key.kid === kid),
  });
  return { file, keys, rows, told };
};

/** What a reader gets who has that key file, for a document that is signed with a key of it. */
const verifyUnder = async (signer: EvidenceSigner, keys: string) => {
  const document = join(newFolder(), 'evidence.json');
  const facts = factsOf({ now: at(-30), times: { given: at(-50) } });
  await writeFile(document, await signDocument(facts, signer));
  const { stdout } = await runAdmin('evidence', 'verify', document, '--key', keys, '--json');
  return JSON.parse(stdout);
};

test('the current key is confirmed by KMS, a former one by the published key file', async () => {
  const { keys, rows } = await publish();

  expect(rows.map(({ confirmed }) => confirmed)).toEqual(['by the key file', 'by KMS and the log']);
  expect(keys.map(({ kid }) => kid)).toEqual([former.kid, current.kid]);
});

const unlogged = 'KMS does not show it, and the published key file does not have it as it is listed';
const notItsName = 'its id is not the thumbprint of its key';
const rows: readonly (readonly [string, (key: EvidenceKey) => EvidenceKey, string])[] = [
  ['a former one', (key) => key, unlogged],
  ['one with the first use of the former', (key) => ({ ...key, usedFrom: at(0).toISOString() }), unlogged],
  ['one to come', (key) => ({ ...key, usedFrom: at(60).toISOString() }), unlogged],
  ['one of another AWS account', (key) => ({ ...key, arn: key.arn.replace('123456789012', '999999999999') }), unlogged],
  ['one with the kid of the former', (key) => ({ ...key, kid: former.kid }), notItsName],
  ['one that KMS has', (key) => ({ ...key, arn: honest.at(-1)?.arn ?? '' }), 'KMS has another key under this ARN'],
  ['one of another stage', (key) => ({ ...key, stage: 'other' }), 'it is of the stage other: use --stage other'],
];

test.each(rows)(
  'a key that somebody lists as %s stays out of the key file, and signs nothing valid',
  async (_as, edit, doubt) => {
    const planted = await plant(edit);

    const { file, keys, rows: told } = await publish();

    expect(told.map(({ confirmed }) => confirmed)).toEqual([
      `NOT CONFIRMED: ${doubt}`,
      'by the key file',
      'by KMS and the log',
    ]);
    expect(keys.map(({ kid }) => kid)).toEqual(honest.map(({ kid }) => kid));
    expect(await verifyUnder(planted, file)).toMatchObject({ verdict: 'consistent' });
    expect(await verifyUnder(former, file)).toMatchObject({ signer: { source: expect.any(String) } });
  },
);

test('a former key whose time somebody edits is not confirmed', async () => {
  await store(honest.map((key) => (key.kid === former.kid ? { ...key, usedFrom: at(-60).toISOString() } : key)));

  expect((await publish()).told(former.kid)).toMatchObject({ said: `NOT CONFIRMED: ${unlogged}`, published: false });
});

test('a key that is listed twice is published once', async () => {
  await store([...honest, ...honest]);

  const { keys, rows: told } = await publish();

  expect(told.slice(2).map(({ confirmed }) => confirmed)).toEqual(
    honest.map(() => 'NOT CONFIRMED: it is listed twice'),
  );
  expect(keys.map(({ kid }) => kid)).toEqual(honest.map(({ kid }) => kid));
});

test('a planted key that the log has taken is not confirmed, before the current one or after it', async () => {
  for (const minutes of [50, -60]) {
    const planted = await plant((key) => ({ ...key, usedFrom: at(minutes).toISOString() }));
    await register.publish(at(60));

    const { told } = await publish();
    expect(told(planted.kid)).toEqual({ said: `NOT CONFIRMED: ${unlogged}`, published: false });
    expect([former.kid, current.kid].map((id) => told(id).said)).toEqual(['by the key file', 'by KMS and the log']);
  }
});

test('add-key lists a key that the list has lost as the log has it, and refuses another time', async () => {
  await store(honest.slice(0, 1));
  const addKey = (...since: readonly string[]) =>
    runAdmin('evidence', 'add-key', ...since, '--reason', 'table restored', '--stage', 'prod');

  expect(await addKey('--since', at(31).toISOString())).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`The log has the key since ${at(30).toISOString()}. Give that time, or leave out`),
  });
  expect(await readEvidenceKeys(table)).toEqual(honest.slice(0, 1));
  expect(await addKey()).toMatchObject({ exitCode: 0 });
  expect(await readEvidenceKeys(table)).toEqual(honest);

  await store(honest.slice(0, 1));
  await listEvidenceKey(table, current, at(400));
  expect(await addKey('--since', at(30).toISOString())).toMatchObject({ exitCode: 0 });
  expect(await readEvidenceKeys(table)).toEqual(honest);
  expect((await publish()).rows.map(({ confirmed }) => confirmed)).toEqual(['by the key file', 'by KMS and the log']);
});

test('of a log that began after the keys, only KMS confirms them', async () => {
  const own = await openRegisterLog();
  const clock = () => at(3_000);
  const late = await plant((key) => ({ ...key, usedFrom: at(2_000).toISOString() }));
  await repairLog({ table, log: own.log }, { segments: 1, onItems: () => {}, onFirst: async () => undefined, clock });
  await own.publish(clock());
  await publishFile(current, own.log);
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), LogTableName: own.log.name });

  const { rows: told, told: of } = await publish();
  expect(of(late.kid).said).toBe(`NOT CONFIRMED: ${unlogged}`);
  expect(told.slice(1).map(({ confirmed }) => confirmed)).toEqual([`NOT CONFIRMED: ${unlogged}`, 'by KMS and the log']);
});
