import { nameErasuresTable, nameLogTable } from '../../../cli/local/create-table.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { tableDefinition } from '../../../shared/store/keys.ts';

/**
 * One action of a call to DynamoDB as IAM sees it: with the partition keys that it names, of the table or an index, and all
 * attributes that it names in keys, items and expressions.
 */
export interface TableAction {
  readonly action: string;
  /** That it is on one of the tables beside the register's own. */
  readonly beside?: 'erasures' | 'log';
  readonly index?: string | undefined;
  readonly partitions: readonly string[];
  readonly attributes: readonly string[];
  /** What of the items is read, as IAM sees it: what a scan says that it selects, and whether attributes are named. */
  readonly select?: string | undefined;
  /** What of the item a write asks to have returned. */
  readonly returned?: string | undefined;
}

interface Expressions {
  readonly KeyConditionExpression?: string;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

interface Keyed extends Expressions {
  readonly TableName?: string;
  readonly Key?: { readonly PK: string };
  readonly Item?: { readonly PK: string };
}

/** What the document client is given, or that of another service, as far as it matters here. */
export interface CallInput extends Keyed {
  readonly IndexName?: string;
  readonly SecretId?: string;
  readonly KeyId?: string;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly RequestItems?: Readonly<
    Record<string, Expressions & { readonly Keys?: readonly { readonly PK: string }[] }>
  >;
  readonly TransactItems?: readonly Readonly<Record<string, Keyed>>[];
}

const partitionOf = ({ Key, Item }: Keyed): string => {
  const partition = (Key ?? Item)?.PK;
  if (partition === undefined) throw new Error('A call without a partition key.');
  return partition;
};

/** The value that a query compares the partition key with; those of indexes are digests, which IAM does not look at. */
const queriedPartition = ({ KeyConditionExpression = '', ...input }: CallInput): string[] => {
  const { partitionKey } = consentIndexes.find(({ name }) => name === input.IndexName) ?? tableDefinition;
  const [, name = '', value = ''] = /^(\S+) = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const partition = input.ExpressionAttributeValues?.[value];
  const isIndexed = input.IndexName !== undefined && partition instanceof Uint8Array;
  if (
    (input.ExpressionAttributeNames?.[name] ?? name) !== partitionKey ||
    !(isIndexed || typeof partition === 'string')
  ) {
    throw new Error('A query that does not begin with its partition key.');
  }
  return [typeof partition === 'string' ? partition : 'a digest'];
};

/** Words of DynamoDB's expressions that name no attribute, and its functions, which a parenthesis follows. */
const word = /\b(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)\b|\w+(?=\s*\()/gi;

/** The attributes of a call, without what is inside of them. */
const attributesOf = ({ Key, Item, ExpressionAttributeNames: names = {}, ...call }: Keyed): string[] => {
  const { KeyConditionExpression, ConditionExpression, UpdateExpression, FilterExpression, ProjectionExpression } =
    call;
  const text = [KeyConditionExpression, ConditionExpression, UpdateExpression, FilterExpression, ProjectionExpression]
    .join(' ')
    .replace(word, ' ');
  const named = [...text.matchAll(/(?<![:.\w])#?[a-z_]\w*/gi)].map(([name]) => names[name] ?? name);
  return [...new Set([...Object.keys(Key ?? {}), ...Object.keys(Item ?? {}), ...named])].sort();
};

const partActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** A transaction needs, for each kind of part and each table, the action of that part on all their keys there. */
const partsOf = ({ TransactItems = [] }: CallInput): TableAction[] => {
  const parts = TransactItems.flatMap((item) => Object.entries(item)).map(([kind, part]) => ({ kind, part }));
  const groups = Map.groupBy(parts, ({ kind, part }) => `${kind} ${part.TableName}`);
  return [...groups.values()].map((group) => ({
    action: partActions[group[0]?.kind ?? ''] ?? '',
    ...toBeside(group[0]?.part.TableName ?? ''),
    partitions: group.map(({ part }) => partitionOf(part)),
    attributes: [...new Set(group.flatMap(({ part }) => attributesOf(part)))].sort(),
  }));
};

const toTableActions = (command: string, input: CallInput): TableAction[] => {
  const action = command.replace(/Command$/, '');
  if (action === 'TransactWrite') return partsOf(input);
  if (action === 'BatchGet') {
    const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
    const requests = Object.values(input.RequestItems ?? {});
    const attributes = [...new Set([...keys.flatMap((key) => Object.keys(key)), ...requests.flatMap(attributesOf)])];
    const isProjected = requests.every(({ ProjectionExpression }) => ProjectionExpression !== undefined);
    const select = isProjected ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES';
    return [{ action: 'BatchGetItem', partitions: keys.map(({ PK }) => PK), attributes: attributes.sort(), select }];
  }
  if (action.startsWith('Describe')) return [{ action, partitions: [], attributes: [] }];
  const attributes = attributesOf(input);
  if (action === 'Scan') return [{ action, partitions: [], attributes, select: input.Select }];
  const select = input.ProjectionExpression === undefined ? 'ALL_ATTRIBUTES' : 'SPECIFIC_ATTRIBUTES';
  if (action === 'Query') {
    return [{ action, index: input.IndexName, partitions: queriedPartition(input), attributes, select }];
  }
  const ofItem = { action: `${action}Item`, partitions: [partitionOf(input)], attributes };
  return [action === 'Get' ? { ...ofItem, select } : { ...ofItem, returned: input.ReturnValues }];
};

/** A call but for a transaction is about one table. */
const tableOf = ({ TableName = '', RequestItems = {} }: CallInput): string => Object.keys(RequestItems)[0] ?? TableName;

/** Which table it is, by the end of its name; undefined for the register's own. */
const findBeside = (name: string): 'erasures' | 'log' | undefined => {
  if (name.endsWith(nameErasuresTable(''))) return 'erasures';
  return name.endsWith(nameLogTable('')) ? 'log' : undefined;
};

const toBeside = (name: string): Pick<TableAction, 'beside'> => {
  const beside = findBeside(name);
  return beside === undefined ? {} : { beside };
};

/** @param command of the document client, such as `BatchGetCommand` */
export const toActions = (command: string, input: CallInput): TableAction[] => {
  const beside = toBeside(tableOf(input));
  return toTableActions(command, input).map((action) => ({ ...action, ...beside }));
};

/** IAM's StringLike: `*` is any text, `?` any one character. */
export const isLike = (value: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  ).test(value);
