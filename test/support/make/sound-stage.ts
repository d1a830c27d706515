import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, vi } from 'vitest';
import type { Finding } from '../../../cli/commands/doctor/finding.ts';
import { exitCodes } from '../../../cli/errors.ts';
import { nameErasuresTable, nameLogTable } from '../../../cli/local/create-table.ts';
import { createAccount } from '../../../shared/identity/account.ts';
import { listEvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { createKeyPair } from '../../../shared/identity/keys/signing-key.ts';
import { publishVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { appendLeaves } from '../../../shared/log/blocks.ts';
import { leafOfEvidenceKey } from '../../../shared/log/feed.ts';
import type { Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { runAdmin, toJsonError } from '../call/admin.ts';
import { serve } from '../call/serve.ts';
import type { StoreAnswer, StoreProxy } from '../faults/store-proxy.ts';
import { storeError } from '../faults/store-proxy.ts';
import { changeAt } from './changes.ts';
import { putCheckpointAt, putLogKey } from './checkpoints.ts';
import { setTime } from './clock.ts';
import type { Aws, Kms, Secrets, ToldTrail } from './deployed-stage.ts';
import {
  region,
  secretArn,
  startKeys,
  startSecretDescriptions,
  startTrails,
  useDeployedStage,
} from './deployed-stage.ts';
import { newLocalSigner } from './evidence-signer.ts';
import { createThree } from './tables.ts';

/** What a stand-in answers a caller without a token with, and the Date header, undefined for none. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly date: string | undefined;
}

export interface RegisterApi {
  readonly url: string;
  answer: Answer;
}

/** What a register answers. */
export const registerAnswer = (): Answer => ({
  status: 401,
  body: JSON.stringify({ status: 401, code: 'token.missing' }),
  date: new Date().toUTCString(),
});

/** Starts the API of a register, as far as a caller without a token sees it. */
export const startRegisterApi = async (): Promise<RegisterApi> => {
  const url = await serve((request, response) => {
    const isKnown = request.method === 'POST' && request.url === '/details';
    const { status, body, date } = isKnown ? api.answer : { status: 404, body: '', date: undefined };
    response.sendDate = false;
    response.writeHead(status, date === undefined ? {} : { date });
    response.end(body);
  });
  const api: RegisterApi = { url, answer: registerAnswer() };
  return api;
};

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const skipped = (check: string, says: string): Finding => ({ check, state: 'skipped', says });
export const wrong = (check: string, says: string, todo: string): Finding => ({ check, state: 'wrong', says, todo });

/** What `doctor` finds where nothing is wrong. */
export const soundFindings = ({ aws, api }: SoundStage) => [
  { check: 'table', state: 'ok', says: 'ACTIVE' },
  { check: 'indexes', state: 'ok', says: 'project, first_name, last_name, email, phone, mobile_phone, tax_code' },
  { check: 'deletion protection', state: 'ok', says: 'on' },
  { check: 'point-in-time recovery', state: 'ok', says: 'on, back to 2026-11-01T00:00:00.000Z' },
  { check: 'time to live', state: 'ok', says: 'on, by expiresAt' },
  { check: 'stream', state: 'ok', says: 'on, NEW_AND_OLD_IMAGES' },
  { check: 'credentials', state: 'ok', says: aws.caller },
  { check: 'region', state: 'ok', says: region },
  { check: 'public keys', state: 'ok', says: '1; 1 in use' },
  { check: 'key rotation', state: 'ok', says: 'last on 2026-11-10T03:00:00.000Z' },
  { check: 'API', state: 'ok', says: `${api.url} answers` },
  { check: 'clock', state: 'ok', says: '0 s off the clock of the API' },
  { check: 'accounts', state: 'ok', says: '1; 1 enabled' },
  { check: 'keys for machines', state: 'ok', says: 'none in force' },
  { check: 'alarms', state: 'ok', says: '1 subscription' },
  { check: 'trail of key changes', state: 'ok', says: `logged by ${soundTrail.TrailARN}` },
  { check: 'mail', state: 'skipped', says: 'the stage sends none: it has no mailFrom' },
  { check: 'backups by AWS Backup', state: 'skipped', says: 'none without the option backupDays' },
  { check: 'encryption key', state: 'ok', says: `${encryptionKey} enabled` },
  { check: 'evidence key', state: 'ok', says: 'in use since 2026-11-20 12:00:00' },
  { check: 'former evidence keys', state: 'ok', says: 'none to delete' },
  {
    check: 'erasures table',
    state: 'ok',
    says: 'table ACTIVE; deletion protection on; point-in-time recovery on, back to 2026-11-01T00:00:00.000Z',
  },
  { check: 'unfinished erasures', state: 'ok', says: 'none' },
  { check: 'erasures', state: 'ok', says: 'no erasures' },
  { check: 'requests to erase', state: 'ok', says: 'none open' },
  {
    check: 'log table',
    state: 'ok',
    says: 'table ACTIVE; deletion protection on; point-in-time recovery on, back to 2026-11-01T00:00:00.000Z',
  },
  { check: 'log name', state: 'ok', says: 'consent-register/test' },
  { check: 'log feed', state: 'ok', says: 'no consents older than an hour' },
  { check: 'log', state: 'ok', says: '1 event; last checkpoint on 2026-11-20 12:00:00' },
  { check: 'anchors', state: 'ok', says: 'last on 2026-11-20 12:00:00' },
  { check: 'records set aside', state: 'ok', says: 'none' },
];

/** Runs `doctor` and leaves out what is as in a sound stage. */
export const diagnose = async (stage: SoundStage) => {
  const { exitCode, stdout, stderr } = await runAdmin('doctor', '--stage', 'prod', '--json');
  const sound = soundFindings(stage);
  const findings: Finding[] = JSON.parse(stdout);
  const unsound = findings.filter((finding, index) => !isDeepStrictEqual(finding, sound[index]));
  return { exitCode, stderr, unsound };
};

/** What `diagnose` returns where this alone is not as in a sound stage. */
export const diagnosis = (...unsound: readonly Finding[]) => {
  const wrong = unsound.filter(({ state }) => state === 'wrong').map(({ check }) => check);
  return wrong.length === 0
    ? { exitCode: 0, stderr: '', unsound }
    : { exitCode: exitCodes.finding, stderr: toJsonError('finding', `Checks failed: ${wrong.join(', ')}.`), unsound };
};

/** Expects that this alone is not as in a sound stage. */
export const expectOnly = async (stage: SoundStage, ...unsound: readonly Finding[]): Promise<void> => {
  expect(await diagnose(stage)).toEqual(diagnosis(...unsound));
};

/** The parts of a stage, of which tests take something away. */
export interface SoundStage {
  readonly aws: Aws;
  readonly api: RegisterApi;
  readonly secrets: Secrets;
  readonly kms: Kms;
  /** Of its AWS account. */
  readonly trails: ToldTrail[];
  /** Its evidence key, as it is listed. */
  readonly evidenceKey: EvidenceSigner;
  table: Table;
  /** As DescribeContinuousBackups tells it, which the engine does not have. */
  recovery: Readonly<Record<string, unknown>>;
}

/** The key that encrypts the tables, as DescribeTable tells it, which the engine does not have. */
export const encryptionKey = `arn:aws:kms:${region}:123456789012:key/5e6f7a8b-encrypts`;

/** The topic of its alarms. */
export const alarmTopic = `arn:aws:sns:${region}:123456789012:ConsentRegister-prod-AlarmTopic-1A2B3C`;

/** A trail of management events, as the console makes it. */
export const soundTrail: ToldTrail = {
  TrailARN: 'arn:aws:cloudtrail:us-east-1:123456789012:trail/management-events',
  HomeRegion: 'us-east-1',
  IsLogging: true,
  selectors: {
    AdvancedEventSelectors: [{ FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] }],
  },
};

/** Makes the stage `prod` tell this table. */
export const tellTable = ({ aws, api, kms }: SoundStage, tableName: string): void => {
  aws.stacks.set('ConsentRegister-prod', {
    TableName: tableName,
    ErasuresTableName: nameErasuresTable(tableName),
    LogTableName: nameLogTable(tableName),
    ApiUrl: api.url,
    SigningKeySecret: secretArn,
    EvidenceKey: kms.arn,
    AlarmTopicArn: alarmTopic,
  });
};

/** A table of a stage before its first rotation and without accounts, with the two beside it. */
const createStageTable = async (): Promise<Table> => {
  const table = openTable(`stage-${randomUUID()}`);
  for (const { name, client } of await createThree(table.name, { isFollowed: true })) {
    await client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: true }));
  }
  return table;
};

/** Publishes a key of the secret and returns its kid. */
export const publishKey = async ({ table }: Pick<SoundStage, 'table'>, secretId: string): Promise<string> => {
  const { verificationKey } = createKeyPair(new Date());
  await publishVerificationKey(table, { ...verificationKey, secretId }, new Date());
  return verificationKey.kid;
};

/** Appends the key, publishes that and anchors it: all as the jobs leave it. */
const putInLog = async (log: Table, { kid, jwk, arn, stage }: EvidenceSigner): Promise<void> => {
  const now = new Date();
  const usedFrom = now.toISOString();
  await appendLeaves(log, [leafOfEvidenceKey({ kid, jwk, arn, stage, usedFrom })], now);
  await putLogKey(log);
  await putCheckpointAt(log, 1, now, { anchoredAt: usedFrom });
};

/** Gives the stage another table with a key for each secret and so many accounts. */
export const useTable = async (stage: SoundStage, { secretIds = [secretArn], accounts = 1 }): Promise<void> => {
  stage.table = await createStageTable();
  tellTable(stage, stage.table.name);
  for (const secretId of secretIds) await publishKey(stage, secretId);
  await listEvidenceKey(stage.table, stage.evidenceKey, new Date());
  await putInLog(openTable(nameLogTable(stage.table.name)), stage.evidenceKey);
  for (let number = 1; number <= accounts; number += 1) {
    await createAccount(stage.table, { name: `Shop ${number}`, consentRegisterEnabled: number === 1 }, changeAt());
  }
};

const toSeconds = (time: string): number => Date.parse(time) / 1_000;

const soundRecovery = {
  PointInTimeRecoveryStatus: 'ENABLED',
  EarliestRestorableDateTime: toSeconds('2026-11-01T00:00:00Z'),
};

const tellEncryption = ({ status, output }: StoreAnswer): StoreAnswer =>
  typeof output.Table === 'object'
    ? { status, output: { Table: { ...output.Table, SSEDescription: { KMSMasterKeyArn: encryptionKey } } } }
    : { status, output };

const isRead = (name: string): boolean => /^(?:BatchGet|Get|Query|Scan|Describe|List)/.test(name);

/** A stage `prod` that nothing is wrong with, for each test of the file: on new tables after a test that wrote to them. */
export const useSoundStage = async (proxy: StoreProxy): Promise<SoundStage> => {
  const aws = await useDeployedStage();
  const [api, secretsManager, kms, cloudTrail] = await Promise.all([
    startRegisterApi(),
    startSecretDescriptions(),
    startKeys(),
    startTrails(),
  ]);
  const stage: SoundStage = {
    aws,
    api,
    kms,
    trails: cloudTrail.trails,
    evidenceKey: { ...(await newLocalSigner('prod')), arn: kms.arn },
    secrets: secretsManager.secrets,
    table: await createStageTable(),
    recovery: {},
  };
  let isWritten = true;
  proxy.watch = ({ name }) => {
    isWritten ||= !isRead(name);
  };
  beforeEach(async () => {
    proxy.intercept = undefined;
    setTime('2026-11-20T12:00:00Z');
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secretsManager.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDTRAIL', cloudTrail.endpoint);
    cloudTrail.trails.splice(0, Number.POSITIVE_INFINITY, soundTrail);
    aws.subscriptions.set(alarmTopic, [
      { SubscriptionArn: `${alarmTopic}:1a2b3c4d`, Protocol: 'email', Endpoint: 'operations@shop.example' },
    ]);
    kms.denied.clear();
    kms.states.clear();
    kms.states.set(kms.arn, 'Enabled');
    kms.states.set(encryptionKey, 'Enabled');
    if (isWritten) await useTable(stage, {});
    else tellTable(stage, stage.table.name);
    isWritten = false;
    api.answer = registerAnswer();
    stage.recovery = soundRecovery;
    stage.secrets.clear();
    stage.secrets.set(`${secretArn} in ${region}`, {
      RotationEnabled: true,
      LastRotatedDate: toSeconds('2026-11-10T03:00:00Z'),
      VersionIdsToStages: { a: ['AWSPREVIOUS'], b: ['AWSCURRENT', 'AWSPENDING'] },
    });
    proxy.intercept = async ({ name, input, forward }) => {
      if (name === 'DescribeTable') return tellEncryption(await forward());
      if (name !== 'DescribeContinuousBackups') return forward();
      const { name: table } = stage.table;
      const isBeside = [nameErasuresTable(table), nameLogTable(table)].includes(String(input.TableName));
      if (!isBeside && input.TableName !== table) return storeError(400, 'TableNotFoundException');
      const recovery = isBeside ? soundRecovery : stage.recovery;
      const description = { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription: recovery };
      return { status: 200, output: { ContinuousBackupsDescription: description } };
    };
  });
  return stage;
};
