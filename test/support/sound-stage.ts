import { randomUUID } from 'node:crypto';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, vi } from 'vitest';
import { nameErasuresTable, nameLogTable } from '../../cli/local/table.ts';
import { createAccount } from '../../shared/identity/account-changes.ts';
import type { EvidenceSigner } from '../../shared/identity/keys/evidence-key.ts';
import { listEvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { createKeyPair } from '../../shared/identity/keys/key-pair.ts';
import { publishVerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import { appendLeaves } from '../../shared/log/appending.ts';
import { leafOfEvidenceKey } from '../../shared/log/stream-records.ts';
import type { Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';
import type { Aws, Kms, Secrets, ToldTrail } from './aws.ts';
import { startKeys, startSecretDescriptions, startTrails } from './aws.ts';
import { changeAt } from './change.ts';
import { putCheckpointAt, putLogKey } from './checkpoint.ts';
import { setTime } from './clock.ts';
import { region, secretArn, useDeployedStage } from './deployed-stage.ts';
import { newLocalSigner } from './evidence-signer.ts';
import { createThree } from './fresh-table.ts';
import type { RegisterApi } from './register-api.ts';
import { registerAnswer, startRegisterApi } from './register-api.ts';
import type { StoreAnswer, StoreProxy } from './store-proxy.ts';
import { storeError } from './store-proxy.ts';

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
  await appendLeaves(log, [leafOfEvidenceKey({ kid, jwk, arn, stage, usedFrom })], { since: now, now });
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
