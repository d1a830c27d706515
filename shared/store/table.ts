import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Problem } from '../api/problem.ts';
import { functionClientLimits, watch } from '../runtime/aws.ts';
import type { RetryLimits } from '../runtime/retry.ts';

/** A table and its client, the first argument of every store function. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** An item from DynamoDB's document client. Every entity parses its own. */
export type Item = Record<string, unknown>;

/** Primary key of an item. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/** Attributes in an expression for DynamoDB. Placeholders stand for names that it reserves. */
export interface Projection {
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

/** The attributes of these names, whatever DynamoDB reserves. */
export const project = (names: readonly string[]): Projection => ({
  ProjectionExpression: names.map((_, i) => `#a${i}`).join(),
  ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#a${i}`, name])),
});

/** How often the SDK tries a call, and after how many milliseconds a hanging call fails. */
export type ClientLimits = Pick<DynamoDBClientConfig, 'maxAttempts' | 'requestHandler'>;

/**
 * A number of an item, whatever answer it comes in. One that JavaScript cannot hold stays text, so that its item counts as
 * damaged. The SDK throws at some of them, and whoever puts one into a partition would stop all who read that.
 */
export const toNumber = (text: string): number | string => {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
};

/** Region, credentials and endpoint come from the environment, as for every AWS client. */
export const openTable = (name: string, limits: ClientLimits = functionClientLimits): Table => {
  const client = watch(new DynamoDBClient(limits));
  // It copies every answer for a log that nobody uses, which takes a fifth of the time of a long read.
  client.middlewareStack.remove('loggerMiddleware');
  const translation = {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: toNumber },
  };
  return { name, client: DynamoDBDocumentClient.from(client, translation) };
};

type Send = DynamoDBDocumentClient['send'];
type Command = Parameters<Send>[0];

/** Does a call to DynamoDB, or does not. @param send does it, once */
export type Around = (send: () => Promise<unknown>, input: object) => Promise<unknown>;

/** The table whose calls all go through `around`. */
export const throughEach = ({ name, client }: Table, around: Around): Table => {
  const send = ((command: Command) => around(() => client.send(command), command.input)) as Send;
  return { name, client: Object.assign(Object.create(client), { send }) };
};

/** The table for work that can be stopped. A stop aborts the running calls and allows no more. */
export const stopAt = (signal: AbortSignal, { name, client }: Table): Table => {
  const send = (async (command: Command) => {
    signal.throwIfAborted();
    return client.send(command, { abortSignal: signal });
  }) as Send;
  return { name, client: Object.assign(Object.create(client), { send }) };
};

interface Capacity {
  readonly CapacityUnits?: number;
}

/** Units of an answer that was asked for them, for one or several tables. */
export const consumedUnits = (answer: unknown): number => {
  const { ConsumedCapacity } = Object(answer) as { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }: Capacity) => sum + CapacityUnits, 0);
};

/** Whether the input of a call is that of a Query. */
export const isQuery = (input: object): boolean => 'KeyConditionExpression' in input;

/** Whether it is that of a Query, a GetItem or a BatchGetItem: in what functions do, all else writes. */
export const isRead = (input: object): boolean =>
  isQuery(input) || 'RequestItems' in input || ('Key' in input && !('UpdateExpression' in input));

/** The table whose calls ask for their units, and go through `around`. */
export const requestUnits = (table: Table, around: Around): Table =>
  throughEach(table, (send, input) => {
    Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' });
    return around(send, input);
  });

const transientNames: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
  'TimeoutError',
  'NetworkingError',
]);

const transientCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the store is at fault, not the request, so that the same request may succeed later. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('$fault' in error && error.$fault === 'server') return true;
  return 'code' in error && typeof error.code === 'string' && transientCodes.has(error.code);
};

/** Whether an error says that the store is busy or down, be it of the store or the Problem made of it. */
export const isOutage = (error: unknown): boolean =>
  isTransient(error) || (error instanceof Problem && error.code === 'store.unavailable');

/** The 503 of a store that is busy or down. */
export const unavailable = (cause: unknown): Problem => new Problem('store.unavailable', { cause });

/** A named reason of a fault, for the log. */
export const nameReason = (name: string): Error => Object.assign(new Error(name), { name });

/**
 * How a write that collides with another one is retried. The SDK retries only faults of the store and cannot do this. It
 * decides by the name of an error, not by the reasons of a cancelled transaction. It also counts attempts for outages and
 * collisions together, and takes retries from a quota that all calls of the container share.
 */
export const contention: RetryLimits = { pause: 20, budget: 2_000 };
