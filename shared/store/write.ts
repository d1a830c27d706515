import { randomUUID } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { retry } from '../runtime/retry.ts';
import type { Item, Key, Table } from './table.ts';
import { contention, toNumber, unavailable } from './table.ts';

/** `values` are for all expressions. `names` replace reserved words. */
interface Conditional {
  /** Only what is the same whoever writes it has none. */
  readonly condition?: string;
  readonly values?: Item;
  readonly names?: Record<string, string>;
}

export interface Put extends Conditional {
  readonly put: Key & Item;
  /** Another table than that of the other actions of its transaction. */
  readonly into?: Table;
}

export interface Update extends Conditional {
  readonly update: Key;
  readonly expression: string;
}

/** Sets an attribute of an item, which must exist. */
export const setAttribute = (update: Key, attribute: string, value: unknown): Update => ({
  update,
  expression: 'SET #attribute = :value',
  condition: 'attribute_exists(PK)',
  names: { '#attribute': attribute },
  values: { ':value': value },
});

/** Deletes an item in a transaction. Only operators' erasures do this, never a function. */
export interface Delete extends Conditional {
  readonly remove: Key;
}

type Action = Put | Update | Delete;

/** The condition that an item does not exist yet. */
export const isNew = { condition: 'attribute_not_exists(PK)' } as const;

const toKey = ({ PK, SK }: Key): Key => ({ PK, SK });

const toParams = ({ name }: Table, { condition, values, names }: Conditional) => ({
  TableName: name,
  ...(condition !== undefined && {
    ConditionExpression: condition,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }),
  ...(values && { ExpressionAttributeValues: values }),
  ...(names && { ExpressionAttributeNames: names }),
});

const toUpdate = (table: Table, write: Update) => ({
  ...toParams(table, write),
  Key: toKey(write.update),
  UpdateExpression: write.expression,
});

const toTransactItem = (table: Table, write: Action) => {
  if ('put' in write) return { Put: { ...toParams(write.into ?? table, write), Item: write.put } };
  if ('remove' in write) return { Delete: { ...toParams(table, write), Key: toKey(write.remove) } };
  return { Update: toUpdate(table, write) };
};

const toItem = (attributes: Record<string, AttributeValue> | undefined): Item | undefined =>
  attributes && unmarshall(attributes, { wrapNumbers: toNumber });

/** The item as written, or the item that was there (undefined if none) when the condition did not hold. */
export type Written =
  | { readonly done: true; readonly item: Item }
  | { readonly done: false; readonly existing: Item | undefined };

/** Writes one item, in one round trip. */
export const write = async (table: Table, action: Put | Update): Promise<Written> => {
  const send = async (): Promise<Item> => {
    if ('put' in action) {
      await table.client.send(new PutCommand({ ...toParams(table, action), Item: action.put }));
      return action.put;
    }
    const command = new UpdateCommand({ ...toUpdate(table, action), ReturnValues: 'ALL_NEW' });
    return (await table.client.send(command)).Attributes ?? {};
  };
  try {
    const collides = (error: unknown): boolean => error instanceof TransactionConflictException;
    return { done: true, item: await retry(send, collides, contention) };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return { done: false, existing: toItem(error.Item) };
    throw error;
  }
};

/** For each action of a refused transaction: the item that broke its condition, or undefined if the condition held. */
export type Refusals = readonly ({ readonly existing: Item | undefined } | undefined)[];

const collisions: ReadonlySet<string> = new Set([
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isContended = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).every(({ Code = 'None' }) => collisions.has(Code));

/**
 * Writes all or nothing, in one round trip. Waits for colliding writes.
 *
 * @returns undefined when everything was written
 * @throws Problem store.unavailable when other writes stayed in the way
 */
export const transact = async (table: Table, actions: readonly Action[]): Promise<Refusals | undefined> => {
  const command = {
    TransactItems: actions.map((action) => toTransactItem(table, action)),
    ClientRequestToken: randomUUID(),
  };
  try {
    await retry(() => table.client.send(new TransactWriteCommand(command)), isContended, contention);
    return undefined;
  } catch (error) {
    if (isContended(error)) throw unavailable(error);
    if (!(error instanceof TransactionCanceledException)) throw error;
    const refusals = (error.CancellationReasons ?? []).map(({ Code, Item }) =>
      Code === 'ConditionalCheckFailed' ? { existing: toItem(Item) } : undefined,
    );
    if (refusals.every((refusal) => refusal === undefined)) throw error;
    return refusals;
  }
};

/** Actions of a transaction that are made of what was read. */
export interface FreshActions {
  /** Refused if somebody else was faster: then everything is read and written anew. */
  readonly raced: readonly Action[];
  readonly others: readonly Action[];
}

/**
 * Writes all or nothing what `read` makes of the table as it is. It needs neither pauses nor an end: each time, somebody
 * else has written.
 *
 * @returns undefined when everything was written, or the refusals of the other actions
 */
export const transactFresh = async (table: Table, read: () => Promise<FreshActions>): Promise<Refusals | undefined> => {
  for (;;) {
    const { raced, others } = await read();
    const refusals = await transact(table, [...raced, ...others]);
    const isOutrun = refusals?.slice(0, raced.length).some((refusal) => refusal !== undefined) ?? false;
    if (!isOutrun) return refusals?.slice(raced.length);
  }
};

/**
 * Writes one item, or several all or nothing, in one round trip. A single write costs half of what it costs in a
 * transaction.
 */
export const commit = async (
  table: Table,
  [first, ...others]: readonly [Put | Update, ...Action[]],
): Promise<Refusals | undefined> => {
  if (others.length > 0) return transact(table, [first, ...others]);
  const written = await write(table, first);
  return written.done ? undefined : [{ existing: written.existing }];
};
