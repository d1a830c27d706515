import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item, Key, Table } from '../../../shared/store/table.ts';

/** What a call asks, of the few kinds that a log makes. */
interface Input {
  readonly TableName?: string;
  readonly Item?: Item & Key;
  readonly Key?: Key;
  readonly ConditionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly Segment?: number;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
  readonly ExclusiveStartKey?: Key;
  readonly TransactItems?: readonly { readonly Put: Input }[];
}

/** A call as a fault may see it, before and after it is done. */
export interface MemoryCall {
  readonly name: string;
  readonly input: Input;
}

/** A table in this process: fast, strongly consistent, and with the conditions that a log writes under. */
export interface MemoryTable extends Table {
  readonly items: () => (Item & Key)[];
  readonly get: (key: Key) => (Item & Key) | undefined;
  readonly put: (item: Item & Key) => void;
  readonly remove: (key: Key) => void;
  /** A copy of its own. Items are shared: what changes one puts another in its place. */
  readonly copy: () => MemoryTable;
}

type Partition = Map<string, Item & Key>;

const bytesOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0);

/** The conditions that the log writes under. */
const conditions: Readonly<Record<string, (found: Item | undefined, values: Item) => boolean>> = {
  'attribute_not_exists(PK)': (found) => found === undefined,
  'attribute_not_exists(PK) OR size(hashes) < :bytes': (found, values) =>
    found === undefined || bytesOf(found.hashes) < Number(values[':bytes']),
  'attribute_not_exists(PK) OR #to <= :from': (found, values) =>
    found === undefined || Number(found.to) <= Number(values[':from']),
};

const holds = (expression: string, found: Item | undefined, values: Item): boolean => {
  const condition = conditions[expression];
  if (condition === undefined) throw new Error(`The table in memory does not know the condition ${expression}`);
  return condition(found, values);
};

const itemsOfPage = 2_000;

const isInRange = (sort: string, { KeyConditionExpression = '', ExpressionAttributeValues = {} }: Input): boolean => {
  const { ':from': from = '', ':until': until = '', ':beginning': beginning = '' } = ExpressionAttributeValues;
  if (KeyConditionExpression.includes('BETWEEN')) return sort >= String(from) && sort <= String(until);
  return sort.startsWith(String(beginning));
};

const project = (item: Item, { ProjectionExpression, ExpressionAttributeNames: names = {} }: Input): Item => {
  if (ProjectionExpression === undefined) return item;
  const wanted = ProjectionExpression.split(', ').map((name) => names[name] ?? name);
  return Object.fromEntries(wanted.filter((name) => name in item).map((name) => [name, item[name]]));
};

const query = (partition: Partition | undefined, input: Input) => {
  const { ScanIndexForward = true, Limit = itemsOfPage, ExclusiveStartKey } = input;
  const all = [...(partition?.values() ?? [])].filter(({ SK }) => isInRange(SK, input));
  const sorted = all.sort((one, other) => (one.SK < other.SK === ScanIndexForward ? -1 : 1));
  const start = ExclusiveStartKey?.SK;
  const rest = start === undefined ? sorted : sorted.filter(({ SK }) => (ScanIndexForward ? SK > start : SK < start));
  const Items = rest.slice(0, Limit);
  const last = Items.at(-1);
  return {
    Items,
    ...(rest.length > Limit && last && { LastEvaluatedKey: { PK: last.PK, SK: last.SK } }),
  };
};

type Answer = (partitions: Map<string, Partition>, input: Input) => unknown;

const putItem: Answer = (partitions, { Item, ConditionExpression, ExpressionAttributeValues = {} }) => {
  if (Item === undefined) throw new Error('A Put without an item.');
  const partition = partitions.get(Item.PK) ?? new Map();
  const found = partition.get(Item.SK);
  if (ConditionExpression !== undefined && !holds(ConditionExpression, found, ExpressionAttributeValues)) {
    throw new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: {},
      ...(found && { Item: marshall(found, { removeUndefinedValues: true }) }),
    });
  }
  partitions.set(Item.PK, partition);
  partition.set(Item.SK, Item);
  return {};
};

const isRefused = (partitions: Map<string, Partition>, { Item, ConditionExpression = '' }: Input): boolean =>
  Item === undefined || !holds(ConditionExpression, partitions.get(Item.PK)?.get(Item.SK), {});

/** Puts of new items, all or none. A repetition under the same token is refused here, where DynamoDB would answer again. */
const transact: Answer = (partitions, { TransactItems = [] }) => {
  const puts = TransactItems.map(({ Put }) => Put);
  if (puts.some((put) => isRefused(partitions, put)))
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: puts.map((put) => {
        const found = put.Item && partitions.get(put.Item.PK)?.get(put.Item.SK);
        return isRefused(partitions, put)
          ? { Code: 'ConditionalCheckFailed', ...(found && { Item: marshall(found, { removeUndefinedValues: true }) }) }
          : { Code: 'None' };
      }),
    });
  for (const put of puts) putItem(partitions, put);
  return {};
};

/** What a scan of the log asks for, or one of the table. */
const isScanned = ({ PK, contentHash }: Item, { ExpressionAttributeValues: values = {} }: Input): boolean =>
  typeof values[':leaf'] === 'string'
    ? String(PK).startsWith(values[':leaf'])
    : contentHash !== undefined || PK === 'EVIDENCE-KEYS' || PK === 'OPERATIONS';

const answers: Readonly<Record<string, Answer>> = {
  PutCommand: putItem,
  TransactWriteCommand: transact,
  GetCommand: (partitions, { Key }) => ({ Item: Key && partitions.get(Key.PK)?.get(Key.SK) }),
  QueryCommand: (partitions, input) =>
    query(partitions.get(String(input.ExpressionAttributeValues?.[':partition'])), input),
  BatchGetCommand: (partitions, { RequestItems = {} }) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys }]) => [
        name,
        Keys.map(({ PK, SK }) => partitions.get(PK)?.get(SK)).filter((item) => item !== undefined),
      ]),
    ),
  }),
  ScanCommand: (partitions, input) => ({
    Items:
      input.Segment !== undefined && input.Segment > 0
        ? []
        : [...partitions.values()]
            .flatMap((partition) => [...partition.values()])
            .filter((item) => isScanned(item, input))
            .map((item) => project(item, input)),
  }),
};

/** @param intercept is asked to do a call, and may fail before it or after */
export const newMemoryTable = (
  items: Iterable<Item & Key> = [],
  intercept: (call: MemoryCall, forward: () => unknown) => unknown = (_, forward) => forward(),
): MemoryTable => {
  const partitions = new Map<string, Partition>();
  const put = (item: Item & Key): void => {
    const partition = partitions.get(item.PK) ?? new Map();
    partitions.set(item.PK, partition);
    partition.set(item.SK, item);
  };
  for (const item of items) put(item);
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: Input }) => {
    const { name } = command.constructor;
    return intercept({ name, input: command.input }, () => {
      const answer = answers[name];
      if (answer === undefined) throw new Error(`The table in memory does not know ${name}.`);
      return answer(partitions, command.input);
    });
  };
  const client: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  const all = () => [...partitions.values()].flatMap((partition) => [...partition.values()]);
  return {
    name: 'memory',
    client,
    put,
    items: all,
    get: ({ PK, SK }) => partitions.get(PK)?.get(SK),
    remove: ({ PK, SK }) => {
      partitions.get(PK)?.delete(SK);
    },
    copy: () => newMemoryTable(all(), intercept),
  };
};
