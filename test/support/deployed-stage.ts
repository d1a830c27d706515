import { afterEach, beforeEach, vi } from 'vitest';
import { encryptionKeyAlias, evidenceKeyAlias } from '../../cli/local/kept-key.ts';
import type { Aws } from './aws.ts';
import { startAws } from './aws.ts';
import { erasures, logTable, table } from './table.ts';

export const region = 'eu-west-1';
export const secretArn = `arn:aws:secretsmanager:${region}:123456789012:secret:SigningKey-a1b2c3`;

/** What the stage `prod` is called in messages. */
export const prodLabel = (tableName = table.name): string =>
  `stage prod, table ${tableName} in ${region} of AWS account 123456789012`;

/** AWS with a stage `prod` on the table of this test file, made anew for each test of it. */
export const useDeployedStage = async (): Promise<Aws> => {
  const aws = await startAws();
  const operator = aws.caller;
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_STS', aws.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_SNS', aws.endpoint);
    aws.stacks.clear();
    aws.subscriptions.clear();
    aws.refusals.clear();
    aws.calls.length = 0;
    aws.caller = operator;
    aws.stacks.set('ConsentRegister-prod', {
      TableName: table.name,
      ErasuresTableName: erasures.name,
      LogTableName: logTable.name,
      SigningKeySecret: secretArn,
      EvidenceKey: evidenceKeyAlias,
      EncryptionKey: encryptionKeyAlias,
      EventBusName: 'ConsentRegister-prod',
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return aws;
};
