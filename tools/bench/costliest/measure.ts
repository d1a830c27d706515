import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/store/client.ts';
import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import { encoders } from '../../../test/support/encode.ts';
import type { startMeter } from '../../../test/support/meter.ts';
import { send } from '../capacity/calls.ts';
import type { Ground } from './ground.ts';
import type { CostlyRequest } from './requests.ts';
import { costlyRequests } from './requests.ts';

/** What a request took. */
export interface Cost extends Pick<CostlyRequest, 'operation' | 'name'>, Units {
  readonly status: number;
  /** Of the request's body, and of the answer's. */
  readonly sentBytes: number;
  readonly answerBytes: number;
  /** Read units that the account's budget was charged. */
  readonly counted: number;
}

/** Read units that searches of the account were charged, in all minutes. */
const readCounted = async (table: Table, { accountId }: Ground): Promise<number> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :reads',
      ExpressionAttributeValues: { ':reads': `ACCOUNT#${accountId}#READS` },
      ConsistentRead: true,
    }),
  );
  return Items.reduce((sum, { readUnits }) => sum + Number(readUnits), 0);
};

type Meter = Awaited<ReturnType<typeof startMeter>>;

/** Sends all costly requests, one after the other, and measures each. @throws Error when one could not be finished */
export const measureCostliest = async (meter: Meter, table: Table, ground: Ground): Promise<Cost[]> => {
  const costs: Cost[] = [];
  for (const { operation, name, parameters, idempotencyKey } of costlyRequests(ground)) {
    const encoded = encoders.json(parameters);
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const before = await readCounted(table, ground);
    const { result, calls } = await meter(() => send(operation, encoded, { token: ground.token, headers }));
    if (result.statusCode >= 500) throw new Error(`${name} was not finished: the machine is too busy.`);
    const counted = (await readCounted(table, ground)) - before;
    const answerBytes = Buffer.byteLength(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
    const sentBytes = encoded.body.length;
    costs.push({ operation, name, status: result.statusCode, sentBytes, answerBytes, counted, ...addUnits(calls) });
  }
  return costs;
};
