import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { isDevelopment, stackOutputs, toStackName } from '../../shared/stage.ts';
import { CommandError } from '../command-error.ts';
import { namesAws } from '../local/environment.ts';
import { findLocalUser } from '../local/local-user.ts';
import { openErasures } from './erasures.ts';
import { openLog } from './log.ts';
import { checkTableName } from './named-table.ts';
import { openPatiently, patience } from './patience.ts';
import { useRegion } from './region.ts';
import type { Selection } from './selection.ts';
import type { Stage } from './stage.ts';

const readOutputs = async (stage: string): Promise<ReadonlyMap<string, string>> => {
  const client = new CloudFormationClient(patience);
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: toStackName(stage) })).catch((error) => {
    if (error.name !== 'ValidationError') throw error;
    return { Stacks: [] };
  });
  const [stack] = Stacks ?? [];
  if (stack === undefined) {
    const region = await client.config.region();
    throw new CommandError(
      `There is no stack ${toStackName(stage)} in ${region}. Deploy it, or give its region with --region.`,
      'unreachable',
    );
  }
  return new Map(stack.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
};

const findCaller = async (): Promise<string> => {
  const { Arn } = await new STSClient(patience).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('STS named no caller.');
  return Arn;
};

const describe = async (name: string, open: Stage['table']): Promise<string> =>
  `${name} in ${await open.client.config.region()}`;

/** The stage that CDK deployed under a name, found by the outputs of its stack. */
export const openStage = async (stage: string, region: string | undefined): Promise<Stage> => {
  useRegion({ stage, region });
  const outputs = await readOutputs(stage);
  const tableName = outputs.get(stackOutputs.tableName);
  if (tableName === undefined) {
    throw new CommandError(
      `The stack ${toStackName(stage)} has no output for its table. Check that its deployment is complete.`,
      'unreachable',
    );
  }
  const table = openPatiently(tableName);
  const evidenceKey = outputs.get(stackOutputs.evidenceKey);
  const erasuresName = outputs.get(stackOutputs.erasuresTableName);
  const logTableName = outputs.get(stackOutputs.logTableName);
  const [bus, encryptionKey] = [outputs.get(stackOutputs.eventBus), outputs.get(stackOutputs.encryptionKey)];
  return {
    label: await describe(`stage ${stage}, table ${tableName}`, table),
    table,
    erasures: erasuresName === undefined ? undefined : openErasures(erasuresName),
    log: logTableName === undefined ? undefined : openLog(logTableName),
    logName: outputs.get(stackOutputs.logName),
    isLocal: false,
    isDevelopment: isDevelopment(stage),
    apiUrl: outputs.get(stackOutputs.apiUrl),
    signingKeySecret: outputs.get(stackOutputs.signingKeySecret),
    evidenceKey: evidenceKey === undefined ? undefined : { id: evidenceKey, stage },
    announcement: bus === undefined || encryptionKey === undefined ? undefined : { bus, encryptionKey, stage },
    findCaller,
  };
};

const usesOwnEngine = (): boolean => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
  return endpoint !== undefined && !namesAws(endpoint);
};

/** A table by its name, even one that no stage uses. */
export const openNamedTable = async (
  name: string,
  { region, erasuresTable, logTable }: Pick<Selection, 'region' | 'erasuresTable' | 'logTable'>,
): Promise<Stage> => {
  checkTableName(name);
  if (erasuresTable !== undefined) checkTableName(erasuresTable);
  if (logTable !== undefined) checkTableName(logTable);
  useRegion({ region });
  const table = openPatiently(name);
  return {
    label: await describe(`table ${name}`, table),
    table,
    erasures: erasuresTable === undefined ? undefined : openErasures(erasuresTable),
    log: logTable === undefined ? undefined : openLog(logTable),
    logName: undefined,
    isLocal: usesOwnEngine(),
    isDevelopment: usesOwnEngine(),
    apiUrl: undefined,
    signingKeySecret: undefined,
    evidenceKey: undefined,
    announcement: undefined,
    findCaller: usesOwnEngine() ? findLocalUser : findCaller,
  };
};
