import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Send = (this: unknown, ...parameters: unknown[]) => Promise<unknown>;

/** Its `send` is inherited: what is put before it goes when the work has ended. */
const client: { send: Send } = DynamoDBDocumentClient.prototype as never;

/**
 * Counts the DynamoDB calls of a piece of work that waited for one another: the most of them of which each began when the one
 * before had ended. Calls under way at the same time count once.
 */
export const countRounds = async <Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly rounds: number }> => {
  const { send } = client;
  let [ended, rounds, lastRoundEnd] = [0, 0, 0];
  client.send = async function (...parameters) {
    const begun = ended;
    try {
      return await send.apply(this, parameters);
    } finally {
      ended += 1;
      if (begun >= lastRoundEnd) {
        rounds += 1;
        lastRoundEnd = ended;
      }
    }
  };
  try {
    return { result: await work(), rounds };
  } finally {
    Reflect.deleteProperty(client, 'send');
  }
};
