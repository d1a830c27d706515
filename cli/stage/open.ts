import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as v from 'valibot';
import { backupFrequencies, isDevelopment, stackOutputs, stageName, toStackName } from '../../shared/stage.ts';
import { DamagedStageFile, nameStageFile, readStageFile } from '../../shared/stage-file.ts';
import { CommandError } from '../command-error.ts';
import { askConnection } from '../local/connection.ts';
import { findLocalUser } from '../local/demo.ts';
import { eventBusName, namesAws, readEnvironment, setFunctionEnvironment } from '../local/environment.ts';
import { checkTableName, openErasures } from './named-table.ts';
import { openPatiently, patience } from './patience.ts';
import type { Stage } from './stage.ts';
import { openLog } from './stage-log.ts';

/** @throws CommandError when it is unclear what to work on, or it does not exist */
export const open = async (selection: Selection): Promise<Stage> => {
  checkSelection(selection);
  const { stage, table, region } = selection;
  if (stage !== undefined) return openStage(stage, region);
  if (table !== undefined) return openNamedTable(table, selection);
  return openLocalStage();
};

/** The selection as typed, for messages about a stage that could not be opened. */
export const describeSelection = ({ stage, table }: Selection): string => {
  if (stage !== undefined) return `stage ${stage}`;
  return table === undefined ? 'the local service' : `table ${table}`;
};

/**
 * The local service on PORT of this machine.
 *
 * @throws CommandError when none runs
 */
const openLocalStage = async (): Promise<Stage> => {
  const { PORT } = readEnvironment();
  const connection = await askConnection(PORT);
  setFunctionEnvironment(connection);
  const apiUrl = `http://127.0.0.1:${PORT}`;
  return {
    label: `the local service at ${apiUrl}`,
    table: openPatiently(connection.tableName),
    erasures: openErasures(connection.erasuresTableName),
    log: openLog(connection.logTableName),
    logName: undefined,
    isLocal: true,
    isDevelopment: true,
    apiUrl,
    signingKeySecret: connection.signingKeySecret,
    evidenceKey: connection.evidenceKey,
    backupDays: 'none',
    backups: undefined,
    announcement: { bus: eventBusName, encryptionKey: connection.encryptionKey, stage: connection.evidenceKey.stage },
    alarmTopic: undefined,
    findCaller: findLocalUser,
  };
};

/** Where the file of a stage says that it is, as CDK uses it. */
interface Place {
  readonly region: string | undefined;
  /** As written, so that a wrong one pins the stage as well. */
  readonly account: string | undefined;
  /** Whether there is no file, although a stage of this name cannot be deployed without. */
  readonly isUnknown: boolean;
}

const readFile = (stage: string): ReturnType<typeof readStageFile> => {
  try {
    return readStageFile(stage);
  } catch (error) {
    if (!(error instanceof DamagedStageFile)) throw error;
    throw new CommandError(error.message, 'usage');
  }
};

/** @throws CommandError usage when the file is damaged */
const readPlace = (stage: string): Place => {
  const content = readFile(stage);
  if (content === 'missing') return { region: undefined, account: undefined, isUnknown: !isDevelopment(stage) };
  const { region, account } = content;
  return {
    region: typeof region === 'string' ? region : undefined,
    account: account === undefined ? undefined : String(account),
    isUnknown: false,
  };
};

/** Sets the region of all AWS clients. Without one the profile decides. */
const useRegion = (region: string | undefined): void => {
  if (region !== undefined) process.env.AWS_REGION = region;
};

/** The AWS account in an ARN. */
export const accountIn = (arn: string): string => arn.split(':')[4] ?? '';

/** What CloudFormation tells of a stage. */
interface Deployed {
  readonly account: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * Asks CloudFormation alone, so that nothing else is called before the AWS account is known to be the right one.
 *
 * @param place what the file of the stage says; its account is the one that the credentials must be for
 * @throws CommandError unreachable when there is no such stack, or the credentials are for another AWS account
 */
const readStack = async (stage: string, { account: pinned, isUnknown }: Place): Promise<Deployed> => {
  const client = new CloudFormationClient(patience);
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: toStackName(stage) })).catch((error) => {
    if (error.name !== 'ValidationError') throw error;
    return { Stacks: [] };
  });
  const [stack] = Stacks ?? [];
  if (stack === undefined) {
    const region = await client.config.region();
    const where = [
      ...(pinned === undefined ? [] : [`, and check that your credentials are for AWS account ${pinned}`]),
      ...(isUnknown ? [`, and check its name: there is no infra/stages/${stage}.json`] : []),
    ].join('');
    throw new CommandError(
      `There is no stack ${toStackName(stage)} in ${region}. Deploy it, or give its region with --region${where}.`,
      'unreachable',
    );
  }
  const account = accountIn(stack.StackId ?? '');
  if (pinned !== undefined && pinned !== account) {
    throw new CommandError(
      `Your credentials are for AWS account ${account}, but ${nameStageFile(stage)} says ${pinned}. Nothing was read or written. Check AWS_PROFILE.`,
      'unreachable',
    );
  }
  return {
    account,
    outputs: new Map(stack.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
  };
};

/** A stage deployed before the output existed may make one each month. */
const findBackups = (outputs: Deployed['outputs']): Stage['backups'] => {
  const vault = outputs.get(stackOutputs.backupVault);
  const every = backupFrequencies.find((each) => each === outputs.get(stackOutputs.backupEvery)) ?? 'month';
  return vault === undefined ? undefined : { vault, every };
};

const findCaller = async (): Promise<string> => {
  const { Arn } = await new STSClient(patience).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('STS named no caller.');
  return Arn;
};

/** @param account the AWS account; undefined for one that is not known */
const describe = async (name: string, open: Stage['table'], account: string | undefined): Promise<string> => {
  const place = `${name} in ${await open.client.config.region()}`;
  return account === undefined ? place : `${place} of AWS account ${account}`;
};

/** The stage that CDK deployed under a name, found by the outputs of its stack. */
const openStage = async (stage: string, region: string | undefined): Promise<Stage> => {
  const place = readPlace(stage);
  useRegion(region ?? place.region);
  const { account, outputs } = await readStack(stage, place);
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
  const backupDays = outputs.get(stackOutputs.backupDays);
  const [bus, encryptionKey] = [outputs.get(stackOutputs.eventBus), outputs.get(stackOutputs.encryptionKey)];
  return {
    label: await describe(`stage ${stage}, table ${tableName}`, table, account),
    table,
    erasures: erasuresName === undefined ? undefined : openErasures(erasuresName),
    log: logTableName === undefined ? undefined : openLog(logTableName),
    logName: outputs.get(stackOutputs.logName),
    isLocal: false,
    isDevelopment: isDevelopment(stage),
    apiUrl: outputs.get(stackOutputs.apiUrl),
    signingKeySecret: outputs.get(stackOutputs.signingKeySecret),
    evidenceKey: evidenceKey === undefined ? undefined : { id: evidenceKey, stage },
    backupDays: backupDays === undefined ? 'none' : Number(backupDays),
    backups: findBackups(outputs),
    announcement: bus === undefined || encryptionKey === undefined ? undefined : { bus, encryptionKey, stage },
    alarmTopic: outputs.get(stackOutputs.alarmTopic),
    findCaller,
  };
};

const usesOwnEngine = (): boolean => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
  return endpoint !== undefined && !namesAws(endpoint);
};

/**
 * The AWS account of a named table: that of its ARN, or the caller's. Undefined if STS does not tell, which keeps nobody from reading a
 * table of a stage in trouble.
 */
const findTableAccount = async (name: string, caller: Promise<string>): Promise<string | undefined> => {
  const arn = await caller.catch(() => undefined);
  if (name.startsWith('arn:')) return accountIn(name);
  return arn && accountIn(arn);
};

/** A table by its name, even one that no stage uses. */
const openNamedTable = async (
  name: string,
  { region, erasuresTable, logTable }: Pick<Selection, 'region' | 'erasuresTable' | 'logTable'>,
): Promise<Stage> => {
  checkTableName(name);
  if (erasuresTable !== undefined) checkTableName(erasuresTable);
  if (logTable !== undefined) checkTableName(logTable);
  useRegion(region);
  const table = openPatiently(name);
  const isOnAws = !usesOwnEngine();
  const caller = isOnAws ? findCaller() : findLocalUser();
  return {
    label: await describe(`table ${name}`, table, isOnAws ? await findTableAccount(name, caller) : undefined),
    table,
    erasures: erasuresTable === undefined ? undefined : openErasures(erasuresTable),
    log: logTable === undefined ? undefined : openLog(logTable),
    logName: undefined,
    isLocal: !isOnAws,
    isDevelopment: !isOnAws,
    apiUrl: undefined,
    signingKeySecret: undefined,
    evidenceKey: undefined,
    backupDays: usesOwnEngine() ? 'none' : 'unknown',
    backups: undefined,
    announcement: undefined,
    alarmTopic: undefined,
    findCaller: () => caller,
  };
};

const text = v.optional(v.string());

/** Options of every command, as typed. */
export const Selection = v.object({
  stage: text,
  table: text,
  erasuresTable: text,
  logTable: text,
  region: text,
  local: v.optional(v.literal(true)),
});
export type Selection = v.InferOutput<typeof Selection>;

/** The typed selection; without one, the stage in the environment. */
export const completeSelection = (typed: Selection): Selection => {
  const { CONSENT_REGISTER_STAGE: usual = '' } = process.env;
  const isSaid = [typed.stage, typed.table, typed.local].some((value) => value !== undefined);
  return isSaid || usual === '' ? typed : { ...typed, stage: usual };
};

/** @throws CommandError when a second table lacks --table, or two options name the same table */
const checkBeside = (beside: Readonly<Record<string, string | undefined>>, table: string | undefined): void => {
  const named = new Map([[table, 'table']]);
  for (const [option, name] of Object.entries(beside)) {
    if (name === undefined) continue;
    if (table === undefined) {
      throw new CommandError(
        `--${option} works only with --table: a stage and the local service know their own tables.`,
        'usage',
      );
    }
    const other = named.get(name);
    if (other !== undefined) {
      throw new CommandError(`--${option} must name another table than --${other}.`, 'usage');
    }
    named.set(name, option);
  }
};

/** @throws CommandError unless exactly one of `stage`, `table` and `local` is given, and no name is empty */
const checkSelection = ({ stage, table, erasuresTable, logTable, local, region }: Selection): void => {
  const beside = { 'erasures-table': erasuresTable, 'log-table': logTable };
  for (const [name, value] of Object.entries({ stage, table, ...beside, region })) {
    if (value === '') throw new CommandError(`--${name} must not be empty.`, 'usage');
  }
  if (stage !== undefined && !stageName.pattern.test(stage)) {
    throw new CommandError(`${JSON.stringify(stage)} cannot be the name of a stage: it ${stageName.rule}.`, 'usage');
  }
  const given = [stage, table, local].filter((value) => value !== undefined).length;
  if (given === 0) {
    throw new CommandError(
      'Choose what to work on: --stage <name> for a deployed stage, --table <name> for a table, or --local for the service that `npm start` runs.',
      'usage',
    );
  }
  if (given > 1) throw new CommandError('Use only one of --stage, --table and --local.', 'usage');
  checkBeside(beside, table);
  if (local && region !== undefined)
    throw new CommandError('--region has no effect on --local. Leave one of the two out.', 'usage');
};
