import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as v from 'valibot';
import { accountIn } from '../../infra/option-values.ts';
import { DamagedStageFile, nameStageFile, readStageFile } from '../../infra/stage-file.ts';
import { calls } from '../../shared/runtime/installation.ts';
import { isDevelopment, stackOutputs, stageName, toStackName } from '../../shared/runtime/stage.ts';
import { CommandError } from '../errors.ts';
import { askText, isInteractive } from '../input/terminal.ts';
import type { Connection } from '../local/connection.ts';
import { askConnection, findPorts } from '../local/connection.ts';
import { findLocalUser } from '../local/demo.ts';
import { eventBusName, namesAws, parsePort, setFunctionEnvironment } from '../local/environment.ts';
import { checkTableName, commandClientLimits, openErasures, openLog, openWithRetries } from './open-table.ts';
import type { Register } from './stacks.ts';
import { checkStackName, chooseRegister } from './stacks.ts';
import type { Stage } from './stage.ts';

/** @throws CommandError when it is unclear what to work on, or it does not exist */
export const open = async (selection: Selection): Promise<Stage> => {
  checkSelection(selection);
  const { stage, stack, table } = selection;
  if (stack !== undefined) return openInStack(stack, selection);
  if (stage !== undefined) return openStage(stage, selection);
  if (table !== undefined) return openNamedTable(table, selection);
  return openLocalStage(selection);
};

/** The selection as typed, for messages about a stage that could not be opened. */
export const describeSelection = ({ stage, stack, table }: Selection): string => {
  if (stack !== undefined) return `stack ${stack}`;
  if (stage !== undefined) return `stage ${stage}`;
  return table === undefined ? 'the local service' : `table ${table}`;
};

/**
 * The local service of this machine.
 *
 * @throws CommandError when none runs, or it is unclear which
 */
const openLocalStage = async ({ port: typed }: Pick<Selection, 'port'>): Promise<Stage> => {
  const { PORT } = process.env;
  const named = typed === undefined ? PORT && parsePort('PORT', PORT) : parsePort('--port', typed);
  const { port, connection } = await openService(named || undefined);
  setFunctionEnvironment(connection);
  const apiUrl = `http://127.0.0.1:${port}`;
  return {
    label: `the local service at ${apiUrl}`,
    table: openWithRetries(connection.tableName),
    erasures: openErasures(connection.erasuresTableName),
    log: openLog(connection.logTableName),
    isLocal: true,
    isDevelopment: true,
    apiUrl,
    signingKeySecret: connection.signingKeySecret,
    evidenceKey: connection.evidenceKey,
    backupDays: 'none',
    backupVault: undefined,
    announcement: { bus: eventBusName, encryptionKey: connection.encryptionKey, stage: connection.evidenceKey.stage },
    alarmTopic: undefined,
    mailFrom: undefined,
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

/** What CloudFormation knows of a stage. */
interface Deployed {
  readonly account: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * Asks CloudFormation alone for a stack, so that nothing else is called before the AWS account is known to be the right one.
 *
 * @param otherwise what to do if there is no such stack
 * @throws CommandError unreachable when there is none
 */
const readStack = async (name: string, otherwise: string): Promise<Deployed> => {
  const client = new CloudFormationClient(commandClientLimits);
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name })).catch((error) => {
    if (error.name !== 'ValidationError') throw error;
    return { Stacks: [] };
  });
  const [stack] = Stacks ?? [];
  if (stack === undefined) {
    const region = await client.config.region();
    throw new CommandError(`There is no stack ${name} in ${region}. ${otherwise}`, 'unreachable');
  }
  return {
    account: accountIn(stack.StackId) ?? '',
    outputs: new Map(stack.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
  };
};

/**
 * The same for the stack of a stage.
 *
 * @param place what the file of the stage says; its account is the one that the credentials must be for
 * @throws CommandError unreachable when there is no such stack, or the credentials are for another AWS account
 */
const readStackOfStage = async (stage: string, { account: pinned, isUnknown }: Place): Promise<Deployed> => {
  const where = [
    ...(pinned === undefined ? [] : [`, and check that your credentials are for AWS account ${pinned}`]),
    ...(isUnknown ? [`, and check its name: there is no ${nameStageFile(stage)}`] : []),
  ].join('');
  const deployed = await readStack(
    toStackName(stage),
    `Deploy it, give its region with --region, or name with --stack the stack that the stage is in${where}.`,
  );
  if (pinned !== undefined && pinned !== deployed.account) {
    throw new CommandError(
      `Your credentials are for AWS account ${deployed.account}, but ${nameStageFile(stage)} says ${pinned}. Nothing was read or written. Check AWS_PROFILE.`,
      'unreachable',
    );
  }
  return deployed;
};

const findCaller = async (): Promise<string> => {
  const { Arn } = await new STSClient(commandClientLimits).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('STS named no caller.');
  return Arn;
};

/** @param account the AWS account; undefined for one that is not known */
const describe = async (name: string, open: Stage['table'], account: string | undefined): Promise<string> => {
  const place = `${name} in ${await open.client.config.region()}`;
  return account === undefined ? place : `${place} of AWS account ${account}`;
};

/** The stage that CDK deployed under a name as a stack of its own. */
const openStage = async (stage: string, { region }: Pick<Selection, 'region'>): Promise<Stage> => {
  const place = readPlace(stage);
  useRegion(region ?? place.region);
  const { account, outputs } = await readStackOfStage(stage, place);
  return openRegister(`stage ${stage}`, toStackName(stage), { stage, outputs }, account);
};

/** A stage in somebody's own stack, which may have several. No file says where that is. */
const openInStack = async (stack: string, { stage, region }: Pick<Selection, 'stage' | 'region'>): Promise<Stage> => {
  useRegion(region);
  const { account, outputs } = await readStack(stack, 'Check the name, or give its region with --region.');
  const register = chooseRegister(stack, outputs, stage);
  return openRegister(`stage ${register.stage} in stack ${stack}`, stack, register, account);
};

/** A deployed stage, found by the outputs of its stack. @param name as people call it */
const openRegister = async (
  name: string,
  stack: string,
  { stage, outputs }: Register,
  account: string,
): Promise<Stage> => {
  const tableName = outputs.get(stackOutputs.tableName);
  if (tableName === undefined) {
    throw new CommandError(
      `The stack ${stack} has no output for its table. Check that its deployment is complete.`,
      'unreachable',
    );
  }
  const table = openWithRetries(tableName);
  const evidenceKey = outputs.get(stackOutputs.evidenceKey);
  const erasuresName = outputs.get(stackOutputs.erasuresTableName);
  const logTableName = outputs.get(stackOutputs.logTableName);
  const backupDays = outputs.get(stackOutputs.backupDays);
  const [bus, encryptionKey] = [outputs.get(stackOutputs.eventBus), outputs.get(stackOutputs.encryptionKey)];
  return {
    label: await describe(`${name}, table ${tableName}`, table, account),
    table,
    erasures: erasuresName === undefined ? undefined : openErasures(erasuresName),
    log: logTableName === undefined ? undefined : openLog(logTableName),
    isLocal: false,
    isDevelopment: isDevelopment(stage),
    apiUrl: outputs.get(stackOutputs.apiUrl),
    signingKeySecret: outputs.get(stackOutputs.signingKeySecret),
    evidenceKey: evidenceKey === undefined ? undefined : { id: evidenceKey, stage },
    backupDays: backupDays === undefined ? 'none' : Number(backupDays),
    backupVault: outputs.get(stackOutputs.backupVault),
    announcement: bus === undefined || encryptionKey === undefined ? undefined : { bus, encryptionKey, stage },
    alarmTopic: outputs.get(stackOutputs.alarmTopic),
    mailFrom: outputs.get(stackOutputs.mailFrom),
    findCaller,
  };
};

const usesOwnEngine = (): boolean => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
  return endpoint !== undefined && !namesAws(endpoint);
};

/**
 * The AWS account of a named table: that of its ARN, or the caller's. Undefined if STS does not answer, which prevents nobody from reading a
 * table of a stage in trouble.
 */
const findTableAccount = async (name: string, caller: Promise<string>): Promise<string | undefined> => {
  const arn = await caller.catch(() => undefined);
  if (name.startsWith('arn:')) return accountIn(name);
  return accountIn(arn);
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
  const table = openWithRetries(name);
  const isOnAws = !usesOwnEngine();
  const caller = isOnAws ? findCaller() : findLocalUser();
  return {
    label: await describe(`table ${name}`, table, isOnAws ? await findTableAccount(name, caller) : undefined),
    table,
    erasures: erasuresTable === undefined ? undefined : openErasures(erasuresTable),
    log: logTable === undefined ? undefined : openLog(logTable),
    isLocal: !isOnAws,
    isDevelopment: !isOnAws,
    apiUrl: undefined,
    signingKeySecret: undefined,
    evidenceKey: undefined,
    backupDays: usesOwnEngine() ? 'none' : 'unknown',
    backupVault: undefined,
    announcement: undefined,
    alarmTopic: undefined,
    mailFrom: undefined,
    findCaller: () => caller,
  };
};

const text = v.optional(v.string());

/** Options of every command, as typed. */
export const Selection = v.object({
  stage: text,
  stack: text,
  table: text,
  erasuresTable: text,
  logTable: text,
  region: text,
  local: v.optional(v.literal(true)),
  port: text,
});
export type Selection = v.InferOutput<typeof Selection>;

/** The typed selection; without one, the stage in the environment, and the stack that it is in. */
export const completeSelection = (typed: Selection): Selection => {
  const { CONSENT_REGISTER_STAGE: stage = '', CONSENT_REGISTER_STACK: stack = '' } = process.env;
  const isSaid = [typed.stage, typed.stack, typed.table, typed.local].some((value) => value !== undefined);
  return isSaid ? typed : { ...typed, ...(stage !== '' && { stage }), ...(stack !== '' && { stack }) };
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
const checkSelection = ({ stage, stack, table, erasuresTable, logTable, local, port, region }: Selection): void => {
  const beside = { 'erasures-table': erasuresTable, 'log-table': logTable };
  for (const [name, value] of Object.entries({ stage, stack, table, ...beside, region })) {
    if (value === '') throw new CommandError(`--${name} must not be empty.`, 'usage');
  }
  if (stage !== undefined && !stageName.pattern.test(stage)) {
    throw new CommandError(`${JSON.stringify(stage)} cannot be the name of a stage: it ${stageName.rule}.`, 'usage');
  }
  if (stack !== undefined) checkStackName(stack);
  const given = [stack ?? stage, table, local].filter((value) => value !== undefined).length;
  if (given === 0) {
    throw new CommandError(
      `Choose what to work on: --stage <name> for a deployed stage, --table <name> for a table, or --local for the service that \`${calls.start}\` runs.`,
      'usage',
    );
  }
  if (given > 1) throw new CommandError('Use only one of --stage, --table and --local.', 'usage');
  if (port !== undefined && !local) throw new CommandError('--port works only with --local.', 'usage');
  checkBeside(beside, table);
  if (local && region !== undefined)
    throw new CommandError('--region has no effect on --local. Leave one of the two out.', 'usage');
};

const choosePort = async (ports: readonly number[]): Promise<number> => {
  const [port, ...others] = ports;
  if (port === undefined) {
    throw new CommandError(
      `No local service runs. Start one with \`${calls.start}\`, or name the port of one that another user runs with --port.`,
      'unreachable',
    );
  }
  if (others.length === 0) return port;
  const several = `Several local services run, on the ports ${ports.join(', ')}.`;
  if (!isInteractive()) throw new CommandError(`${several} Choose one with --port ${port}.`, 'usage');
  const check = (answer: string) => (ports.includes(Number(answer)) ? undefined : `Choose one of ${ports.join(', ')}.`);
  return Number(await askText(`${several} Port of the one to work on`, check, String(port)));
};

/** A local service to work on. */
interface FoundService {
  readonly port: number;
  readonly connection: Connection;
}

/**
 * The local service on a port; without one, the only one that the user runs, or the one that they choose.
 *
 * @throws CommandError when there is none; usage when there are several and nobody can be asked
 */
export const openService = async (named: number | undefined): Promise<FoundService> => {
  const port = named ?? (await choosePort(await findPorts()));
  return { port, connection: await askConnection(port, findPorts) };
};
