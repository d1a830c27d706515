import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { RetryLimits } from '../../shared/runtime/retry.ts';
import { retry } from '../../shared/runtime/retry.ts';
import type { ClientLimits, Table } from '../../shared/store/table.ts';
import { isTransient, nameReason, openTable } from '../../shared/store/table.ts';
import { CommandError, interruption } from '../errors.ts';
import { note } from '../output/print.ts';
import type { Stage } from './stage.ts';

/** A table by name or ARN, as DynamoDB accepts it. */
const tableNamePattern = /^(?:[\w.-]{3,255}|arn:\S+)$/;

/** @throws CommandError usage when no table can have the name */
export const checkTableName = (name: string): void => {
  if (tableNamePattern.test(name)) return;
  throw new CommandError(
    `"${name}" cannot be the name of a table. Names have 3 to 255 letters, digits, "_", "-" and ".".`,
    'usage',
  );
};

/**
 * A second table, named together with the table that the command works on. An error about it names it.
 *
 * @param what as people call it: `erasures table`
 */
export const openBeside = (name: string, what: string): Table => {
  const table = openWithRetries(name);
  table.client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new CommandError(`There is no ${what} ${name} here. Check its name and the region.`, 'unreachable');
      }
    },
    { step: 'initialize', name: 'nameTable' },
  );
  return table;
};

/** Whether only tables were named, which do not have the rest of a stage: its API, secrets and keys. */
export const isTableAlone = ({ signingKeySecret }: Pick<Stage, 'signingKeySecret'>): boolean =>
  signingKeySecret === undefined;

/** The error of a command that needs what a table alone does not have, such as `where its events go`. */
export const notOfTableAlone = (what: string): CommandError =>
  new CommandError(`A table alone does not say ${what}. Use --stage or --local.`, 'usage');

/**
 * The second table, for a command that needs it.
 *
 * @param words its option and output, and the message where a stage has none
 * @throws CommandError usage when nobody named it, unreachable when the stage has none
 */
const needBeside = (
  table: Table | undefined,
  what: string,
  stage: Pick<Stage, 'signingKeySecret'>,
  words: { readonly option: string; readonly output: string; readonly missing: string },
): Table => {
  if (table !== undefined) return table;
  if (!isTableAlone(stage)) throw new CommandError(words.missing, 'unreachable');
  throw new CommandError(
    `Name the ${what} with ${words.option}: it is ${words.output} in the outputs of the stack.`,
    'usage',
  );
};

/** The erasures table with a name. */
export const openErasures = (name: string): Table => openBeside(name, 'erasures table');

/**
 * The erasures table, for a command that needs it.
 *
 * @throws CommandError usage when nobody named it, unreachable when the stage has none yet
 */
export const needErasures = (stage: Stage): Table =>
  needBeside(stage.erasures, 'erasures table', stage, {
    option: '--erasures-table',
    output: 'ErasuresTableName',
    missing: `${stage.label} has no erasures table yet. Deploy the stage again to create it (docs/operate.md, Update).`,
  });

/** The log table with a name. */
export const openLog = (name: string): Table => openBeside(name, 'log table');

/**
 * The log table, for a command that needs it.
 *
 * @throws CommandError usage when nobody named it, unreachable when the stage has none
 */
export const needLog = (stage: Stage): Table =>
  needBeside(stage.log, 'log table', stage, {
    option: '--log-table',
    output: 'LogTableName',
    missing: `${stage.label} has no log yet. Deploy the stage again to create it (docs/log.md).`,
  });

/** Timeouts of the commands' AWS clients: the network may be slow, and an answer may stall. */
export const commandClientLimits = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    socketTimeout: 10_000,
    throwOnRequestTimeout: true,
  },
} satisfies ClientLimits;

/** How long commands retry while the table is busy or the network is down. */
export const usualEndurance: RetryLimits = { pause: 1_000, longest: 10_000, budget: 120_000 };

const reads = /^((Batch)?GetItem|Query|Scan)Command$/;

/** Whether a busy DynamoDB returned none of the requested items. The SDK treats that as success. */
const isPutOff = ({ output }: { readonly output: object }): boolean => {
  const { Responses = {}, UnprocessedKeys = {} }: { Responses?: object; UnprocessedKeys?: object } = output;
  return Object.keys(UnprocessedKeys).length > 0 && Object.values(Responses).every((items) => items.length === 0);
};

/**
 * A middleware of the SDK's clients. It retries reads while the table is busy or the network is down, so that minutes of reading are
 * not lost. A table that has never answered probably does not exist, so its first failure ends the command.
 */
const endure = (endurance: RetryLimits) => {
  let [hasAnswered, hasSaid] = [false, false];
  const say = (): void => {
    if (!hasSaid) note('The table does not answer. The command retries for up to two minutes. Ctrl-C ends it.');
    hasSaid = true;
  };
  return <Args, Result extends { readonly output: object }>(
    next: (args: Args) => Promise<Result>,
    { commandName = '' }: { readonly commandName?: string },
  ) =>
    async (args: Args): Promise<Result> => {
      const answerOrThrow = async (): Promise<Result> => {
        const answer = await next(args);
        hasAnswered = true;
        if (isPutOff(answer)) throw nameReason('ThrottlingException');
        hasSaid = false;
        return answer;
      };
      const mayPass = (error: unknown): boolean => {
        const isWorthIt = reads.test(commandName) && hasAnswered && isTransient(error);
        if (isWorthIt) say();
        return isWorthIt;
      };
      return retry(answerOrThrow, mayPass, { ...endurance, signal: interruption() });
    };
};

/** The table for a command. */
export const openWithRetries = (name: string, endurance = usualEndurance): Table => {
  const table = openTable(name, commandClientLimits);
  table.client.middlewareStack.add(endure(endurance), { step: 'initialize', name: 'endure', priority: 'low' });
  return table;
};
