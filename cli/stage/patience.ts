import type { RetryLimits } from '../../shared/runtime/retry.ts';
import { retry } from '../../shared/runtime/retry.ts';
import type { ClientLimits, Table } from '../../shared/store/table.ts';
import { isTransient, nameReason, openTable } from '../../shared/store/table.ts';
import { interruption } from '../interruption.ts';
import { note } from '../output/print.ts';

/** Timeouts of the commands' AWS clients: the network may be slow, and an answer may stall. */
export const patience = {
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
export const openPatiently = (name: string, endurance = usualEndurance): Table => {
  const table = openTable(name, patience);
  table.client.middlewareStack.add(endure(endurance), { step: 'initialize', name: 'endure', priority: 'low' });
  return table;
};
