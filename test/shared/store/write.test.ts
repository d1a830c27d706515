import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/store/table.ts';
import { isNew, transact, write } from '../../../shared/store/write.ts';

type Reasons = NonNullable<TransactionCanceledException['CancellationReasons']>;

const cancelled = (CancellationReasons?: Reasons): TransactionCanceledException =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    ...(CancellationReasons && { CancellationReasons }),
  });

const validation = (message: string): Error => Object.assign(new Error(message), { name: 'ValidationException' });

/** Stands for a table whose store answers so, one answer for each call; refusals that no local engine gives. */
const newTable = (...answers: readonly (Error | object)[]) => {
  const inputs: Record<string, unknown>[] = [];
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    const answer = answers[inputs.push(input) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { table: { name: 'table', client: { send } } as unknown as Table, inputs };
};

const put = { put: { PK: 'a', SK: 'b' }, ...isNew };

describe('a transaction', () => {
  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'that %s stops is sent again, as the same one',
    async (Code) => {
      const { table, inputs } = newTable(cancelled([{ Code: 'None' }, { Code }]), {});

      expect(await transact(table, [put, put])).toBeUndefined();

      expect(inputs).toHaveLength(2);
      expect(inputs[0]?.ClientRequestToken).toMatch(/^[0-9a-f-]{36}$/);
      expect(inputs[1]).toEqual(inputs[0]);
    },
  );

  test('says for each action what was in its way, also beside other reasons', async () => {
    const { table, inputs } = newTable(
      cancelled([
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { PK: { S: 'a' }, n: { N: '1' } } },
        { Code: 'ConditionalCheckFailed' },
        { Code: 'TransactionConflict' },
      ]),
    );

    expect(await transact(table, [put, put, put, put])).toEqual([
      undefined,
      { existing: { PK: 'a', n: 1 } },
      { existing: undefined },
      undefined,
    ]);
    expect(inputs).toHaveLength(1);
  });

  test.each([
    cancelled([{ Code: 'ValidationError', Message: 'Something' }, { Code: 'None' }]),
    validation('Something'),
    new Error('Something'),
  ])('that is refused for another reason fails with it: %s', async (error) => {
    const { table, inputs } = newTable(error);

    await expect(transact(table, [put, put])).rejects.toBe(error);
    expect(inputs).toHaveLength(1);
  });

  test('asks for the item in the way of every action, and gives an update the key alone', async () => {
    const { table, inputs } = newTable({});
    const shared = { TableName: 'table', ConditionExpression: 'c', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
    const Key = { PK: 'a', SK: 'b' };

    await transact(table, [
      { put: { ...Key, x: 1 }, condition: 'c' },
      {
        update: { ...Key, x: 1 } as typeof Key,
        expression: 'SET #n = :v',
        condition: 'c',
        names: { '#n': 'n' },
        values: { ':v': 2 },
      },
    ]);

    expect(inputs[0]?.TransactItems).toEqual([
      { Put: { ...shared, Item: { ...Key, x: 1 } } },
      {
        Update: {
          ...shared,
          Key,
          UpdateExpression: 'SET #n = :v',
          ExpressionAttributeNames: { '#n': 'n' },
          ExpressionAttributeValues: { ':v': 2 },
        },
      },
    ]);
  });
});

describe('a single write', () => {
  const conflict = new TransactionConflictException({ message: 'Conflict', $metadata: {} });

  test('that meets a transaction is sent again', async () => {
    const { table, inputs } = newTable(conflict, { Attributes: { n: 1 } });
    const update = { update: { PK: 'a', SK: 'b' }, expression: 'SET n = :n', condition: 'c', values: { ':n': 1 } };

    expect(await write(table, update)).toEqual({ done: true, item: { n: 1 } });
    expect(inputs[0]).toMatchObject({ UpdateExpression: 'SET n = :n', ReturnValues: 'ALL_NEW' });
    expect(inputs[1]).toEqual(inputs[0]);
  });

  test('that fails otherwise fails with the reason', async () => {
    const error = new Error('Something');
    const { table, inputs } = newTable(error);

    await expect(write(table, put)).rejects.toBe(error);
    expect(inputs).toHaveLength(1);
  });
});
