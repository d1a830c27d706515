import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { evidenceKeyAlias } from '../../../cli/local/kept-key.ts';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import { signDocument } from '../../../shared/evidence/sign-document.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { listEvidenceKey, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import { appendLeaves, appendUnknown } from '../../../shared/log/appending.ts';
import { takeIn } from '../../../shared/log/auditing/take-in.ts';
import { findLastBlock } from '../../../shared/log/blocks.ts';
import { toTakenIn } from '../../../shared/log/commitment.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { leafOfEvidenceKey } from '../../../shared/log/stream-records.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { runAdmin } from '../../support/admin.ts';
import { useDeployedStage } from '../../support/deployed-stage.ts';
import { putItem } from '../../support/edit-item.ts';
import { newLocalSigner } from '../../support/evidence-signer.ts';
import { newFolder } from '../../support/folder.ts';
import { otherEntry } from '../../support/made-log.ts';
import { openOwnLog, openRegisterLog } from '../../support/register-log.ts';
import { statementOf } from '../../support/statement.ts';
import { logTable, table } from '../../support/table.ts';

const aws = await useDeployedStage();
const register = await openOwnLog();
const minute = 60_000;
const began = Date.parse('2026-03-01T08:00:00.000Z');
const at = (minutes: number): Date => new Date(began + minutes * minute);

/** A key that the register used before the one in KMS now, and both in the log. */
const former = await newLocalSigner('prod');
await listEvidenceKey(table, former, at(0));
/** More than a tile has, so that a proof needs one of a higher level too. */
const others = Array.from({ length: 300 }, (_, i): Leaf => {
  const entry = otherEntry(i);
  return { event: { kind: 'key', id: entry.toString('hex', 0, 16), time: began }, entry };
});
await appendLeaves(logTable, others, { since: at(0), now: at(0) });
await register.publish(at(15));
const current = await openEvidenceSigner({ id: evidenceKeyAlias, stage: 'prod' });
await listEvidenceKey(table, current, at(30));
await register.publish(at(45));

/** As a person with full rights on the table does it. */
const store = (keys: readonly EvidenceKey[]) => putItem(table, { ...keyOf.evidenceKeys(), keys });

const honest = await readEvidenceKeys(table);
afterEach(() => store(honest));

/** A key of somebody else, who writes it into the list as a former one of the register. */
const plant = async (edit: (key: EvidenceKey) => EvidenceKey = (key) => key): Promise<EvidenceSigner> => {
  const signer = await newLocalSigner('prod');
  const { kid, jwk, arn, stage } = signer;
  const times = { usedFrom: at(-60).toISOString(), usedUntil: at(0).toISOString() };
  await store([edit({ kid, jwk, arn, stage, ...times }), ...honest]);
  return signer;
};

interface Published {
  readonly kid: string;
  readonly confirmed?: boolean;
}

const publish = async () => {
  const file = join(newFolder(), 'keys.json');
  const { stdout, stderr, exitCode } = await runAdmin('evidence', 'keys', '--out', file, '--json', '--stage', 'prod');
  if (exitCode !== 0) throw new Error(stderr);
  const { keys }: { keys: readonly Published[] } = JSON.parse(await readFile(file, 'utf8'));
  const rows: readonly { kid: string; confirmed: string }[] = JSON.parse(stdout);
  const told = (kid: string) => ({
    said: rows.find((row) => row.kid === kid)?.confirmed,
    published: keys.find((key) => key.kid === kid)?.confirmed,
  });
  return { file, keys, rows, told };
};

/** What `log verify` finds: the kinds, and the records. */
const findKinds = async () => {
  const { stdout } = await runAdmin('log', 'verify', '--json', '--stage', 'prod');
  const { findings }: { findings: readonly { kind: string; id?: string }[] } = JSON.parse(stdout);
  return findings.map(({ kind, id }) => [kind, id]);
};

/** What a reader gets who has that key file, for a document that is signed with a key of it. */
const verifyUnder = async (signer: EvidenceSigner, keys: string) => {
  const document = join(newFolder(), 'evidence.json');
  const statement = statementOf({ now: at(-30), times: { given: at(-50) } });
  await writeFile(document, await signDocument(toCanonicalJson(statement), signer));
  const { stdout } = await runAdmin('evidence', 'verify', document, '--key', keys, '--json');
  return JSON.parse(stdout);
};

test('the current key is confirmed by KMS, a former one by its leaf before it', async () => {
  const { keys, rows } = await publish();

  expect(rows.map(({ confirmed }) => confirmed)).toEqual(['by the log', 'by KMS and the log']);
  expect(keys.map(({ confirmed }) => confirmed)).toEqual([undefined, undefined]);
});

const unlogged = 'the log does not have it as it is listed';
const rows: readonly (readonly [string, (key: EvidenceKey) => EvidenceKey, string])[] = [
  ['a former one', (key) => key, unlogged],
  ['the one in use', ({ usedUntil: _, ...key }) => key, unlogged],
  ['one that KMS has', (key) => ({ ...key, arn: honest.at(-1)?.arn ?? '' }), 'KMS has another key under this ARN'],
  ['one of another stage', (key) => ({ ...key, stage: 'other' }), 'it is of the stage other: use --stage other'],
];

test.each(rows)(
  'a key that somebody lists as %s is not confirmed, and signs nothing valid',
  async (_as, edit, doubt) => {
    const planted = await plant(edit);

    const { file, told } = await publish();

    expect(told(planted.kid)).toEqual({ said: `NOT CONFIRMED: ${doubt}`, published: false });
    const { verdict, checks } = await verifyUnder(planted, file);
    expect(verdict).toBe('doubtful');
    expect(checks).toContainEqual(expect.objectContaining({ name: 'key-confirmed', holds: null, part: 'key' }));
  },
);

test('a former key whose time somebody edits is not confirmed', async () => {
  await store(honest.map((key) => (key.kid === former.kid ? { ...key, usedFrom: at(-60).toISOString() } : key)));

  expect((await publish()).told(former.kid)).toMatchObject({ said: `NOT CONFIRMED: ${unlogged}`, published: false });
});

test('a damaged key and one that is listed twice are told, and left out of the file, which stays readable', async () => {
  const planted = await plant((key) => ({ ...key, kid: former.kid }));

  const { file, keys, rows: told } = await publish();

  expect(told.map(({ confirmed }) => confirmed)).toEqual([
    'NOT CONFIRMED: its id is not the thumbprint of its key',
    'by the log',
    'by KMS and the log',
  ]);
  expect(keys.map(({ kid }) => kid)).toEqual(honest.map(({ kid }) => kid));
  expect(await verifyUnder(planted, file)).toMatchObject({ verdict: 'consistent' });
});

test('a planted key that the log has taken stands in it after the current one, so it is not confirmed', async () => {
  const late = await plant((key) => ({ ...key, usedFrom: at(50).toISOString(), usedUntil: at(55).toISOString() }));
  await register.publish(at(60));

  expect((await publish()).told(late.kid)).toEqual({
    said: 'NOT CONFIRMED: it came into the log after the key that signs now',
    published: false,
  });

  const early = await plant();
  await register.publish(at(60 * 26));
  expect((await publish()).told(early.kid)).toMatchObject({
    said: `NOT CONFIRMED: the log has it only since ${at(60 * 26).toISOString()}`,
  });
});

test('a planted key is not confirmed though the current one is taken out of the list and comes into the log again', async () => {
  const days = 60 * 60 * 24;
  const planted = await newLocalSigner('prod');
  const { kid, jwk, arn, stage } = planted;
  const times = { usedFrom: at(days).toISOString(), usedUntil: at(days + 130).toISOString() };
  await store([...honest.slice(0, 1), { kid, jwk, arn, stage, ...times }]);
  await register.publish(at(days + 1));
  await listEvidenceKey(table, current, at(days + 130));
  await register.publish(at(days + 145));

  const { told } = await publish();
  const doubt = `the log has the current key since ${at(30).toISOString()}, and the list has another time, so the order is unknown: run \`evidence add-key\``;
  expect([kid, former.kid].map(told)).toEqual([
    { said: `NOT CONFIRMED: ${doubt}`, published: false },
    { said: `NOT CONFIRMED: ${doubt}`, published: false },
  ]);

  await runAdmin('evidence', 'add-key', '--reason', 'the list was changed', '--stage', 'prod');
  const { told: repaired } = await publish();
  expect(repaired(kid)).toEqual({
    said: 'NOT CONFIRMED: it came into the log after the key that signs now',
    published: false,
  });
  expect([former.kid, current.kid].map((id) => repaired(id).said)).toEqual(['by the log', 'by KMS and the log']);
  expect(await findKinds()).toContainEqual([
    'key-twice',
    leafOfEvidenceKey({ ...current, usedFrom: at(30).toISOString() }).event.id,
  ]);
});

test.each([
  ['has no end in the list', undefined],
  [`was used until ${at(90).toISOString()} by the list`, at(90).toISOString()],
])('a former key that %s is not confirmed, because the next one began before', async (says, usedUntil) => {
  const { usedUntil: _, ...open } = honest[0] ?? { ...current, usedFrom: '' };
  await store([{ ...open, ...(usedUntil !== undefined && { usedUntil }) }, ...honest.slice(1)]);

  expect((await publish()).told(former.kid)).toEqual({
    said: `NOT CONFIRMED: it ${says}, and the next key is used from ${at(30).toISOString()}`,
    published: false,
  });
  expect(await findKinds()).toContainEqual(['key-end', leafOfEvidenceKey(open).event.id]);
});

test('the current key is not confirmed where the list says that it ended', async () => {
  const ended = at(60).toISOString();
  await store(honest.map((key) => (key.kid === current.kid ? { ...key, usedUntil: ended } : key)));

  expect((await publish()).told(current.kid)).toEqual({
    said: `NOT CONFIRMED: it was used until ${ended} by the list, and no key comes after it`,
    published: false,
  });
  expect(await findKinds()).toContainEqual(['key-end', leafOfEvidenceKey({ ...current, usedFrom: ended }).event.id]);
});

test('add-key lists a key that the list has lost as the log has it, and refuses another time', async () => {
  const [first] = honest;
  if (first === undefined) throw new Error('There is no key.');
  const { usedUntil: _, ...open } = first;
  await store([open]);
  const addKey = (...since: readonly string[]) =>
    runAdmin('evidence', 'add-key', ...since, '--reason', 'table restored', '--stage', 'prod');

  expect(await addKey('--since', at(31).toISOString())).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`The log has the key since ${at(30).toISOString()}. Give that time, or leave out`),
  });
  expect(await readEvidenceKeys(table)).toEqual([open]);
  expect(await addKey()).toMatchObject({ exitCode: 0 });
  expect(await readEvidenceKeys(table)).toEqual(honest);

  await store([open]);
  await listEvidenceKey(table, current, at(400));
  expect(await addKey('--since', at(30).toISOString())).toMatchObject({ exitCode: 0 });
  expect(await readEvidenceKeys(table)).toEqual(honest);
  expect((await publish()).rows.map(({ confirmed }) => confirmed)).toEqual(['by the log', 'by KMS and the log']);
});

test('a planted key is not confirmed by a leaf that says it was taken in', async () => {
  const days = 90 * 60 * 24;
  const planted = await newLocalSigner('prod');
  const { kid, jwk, arn, stage } = planted;
  const times = { usedFrom: at(5).toISOString(), usedUntil: at(20).toISOString() };
  const key: EvidenceKey = { kid, jwk, arn, stage, ...times };
  const end = { last: await findLastBlock(register.log), known: new Set<string>() };
  await appendUnknown(register.log, [toTakenIn(leafOfEvidenceKey(key), at(6))], end, at(days));
  await store([key, ...honest]);
  await register.publish(at(days + 1));

  expect((await publish()).told(kid)).toMatchObject({
    said: `NOT CONFIRMED: the log has it only as taken in on ${at(6).toISOString()}, which does not show who listed it before`,
  });
});

test('of a log that began after the keys, only KMS confirms them', async () => {
  const own = await openRegisterLog();
  const clock = () => at(3_000);
  await takeIn({ table, log: own.log }, { segments: 1, onItems: () => {}, onFirst: async () => {}, clock });
  await own.publish(clock());
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), LogTableName: own.log.name });

  expect((await publish()).rows.map(({ confirmed }) => confirmed)).toEqual([
    `NOT CONFIRMED: the log has it only as taken in on ${at(3_000).toISOString()}, which does not show who listed it before`,
    'by KMS and the log',
  ]);
});
