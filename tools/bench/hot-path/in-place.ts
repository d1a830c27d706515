import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { quantile } from '../report.ts';

type Send = (this: unknown, ...parameters: unknown[]) => Promise<unknown>;

const client: { send: Send } = DynamoDBDocumentClient.prototype as never;
const { send } = client;

/** Milliseconds of one run during which no DynamoDB call is under way. */
const timeOutside = async (run: () => Promise<unknown>): Promise<number> => {
  let underWay = 0;
  let inside = 0;
  let since = 0;
  client.send = async function (...parameters) {
    if (underWay === 0) since = performance.now();
    underWay += 1;
    try {
      return await send.apply(this, parameters);
    } finally {
      underWay -= 1;
      if (underWay === 0) inside += performance.now() - since;
    }
  };
  const start = performance.now();
  await run();
  const end = performance.now();
  client.send = send;
  return end - start - inside;
};

/** Median milliseconds of a run outside the AWS SDK, measured in place for so long. */
export const measureOutside = async (prepare: () => () => Promise<unknown>, milliseconds: number): Promise<number> => {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) times.push(await timeOutside(prepare()));
  return quantile(times);
};
