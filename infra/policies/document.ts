import { consentIndexes } from '../../shared/consents/indexes.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { keyActions } from '../../shared/store/item-access.ts';
import { secretPartitions } from './items.ts';
import type { Rights, TableAction } from './rights.ts';
import { isReading, suffixOf } from './rights.ts';
import { anchorStatements, eventStatements, evidenceStatements, secretStatements } from './service-statements.ts';
import type { Conditions, Statement } from './statement.ts';
import { allow, resources } from './statement.ts';

/** `ForAllValues` also holds for a call that names no key or attribute, so such a call is refused separately. */
const named = (condition: string): Readonly<Record<string, string>> => ({ [condition]: 'false' });

/** A read that names no attributes gets all of them. IAM treats it as a call without attributes, so the policy checks `Select` too. */
const limitSelect = ({ action, attributes }: ItemAccess): Conditions => {
  const selected = { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' };
  if (attributes !== undefined && (action === 'Scan' || action === 'Query')) return { StringEquals: selected };
  return attributes !== undefined && isReading(action) ? { StringEqualsIfExists: selected } : {};
};

/** A write can ask for the item as it was, which here has a secret. */
const limitReturned = ({ action, partitions = [] }: ItemAccess): Conditions =>
  !isReading(action) && partitions.some((pattern) => secretPartitions.includes(pattern))
    ? { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } }
    : {};

const limitItems = (access: ItemAccess): Conditions => {
  const { partitions, attributes } = access;
  return {
    ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
    ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
    ...limitSelect(access),
    ...limitReturned(access),
    Null: { ...(partitions && named('dynamodb:LeadingKeys')), ...(attributes && named('dynamodb:Attributes')) },
  };
};

/** The table has no other indexes: one resource for all of them leaves room for long names. */
const toIndexes = (names: readonly string[]): string[] =>
  names.length === consentIndexes.length ? [resources.index('*')] : names.map(resources.index);

const isWholeRead = ({ action, indexes, attributes }: ItemAccess): boolean =>
  isReading(action) && indexes === undefined && attributes === undefined;

/** Whether a read of some attributes is of partitions that are read whole anyway. */
const isCovered = ({ action, partitions }: ItemAccess, whole: readonly ItemAccess[]): boolean =>
  isReading(action) &&
  partitions?.every((pattern) => whole.some((access) => access.partitions?.includes(pattern))) === true;

/** A partition is read whole, with some attributes or not at all, by whichever action. */
const allowReads = (name: string, table: string, reads: readonly ItemAccess[]): Statement[] => {
  const partitions = [...new Set(reads.flatMap(({ partitions: patterns = [] }) => patterns))];
  const actions = reads.map(({ action }) => `dynamodb:${action}`);
  return reads.length === 0
    ? []
    : [allow(`Read${name}`, actions, [table], limitItems({ action: 'Query', partitions }))];
};

/** @param name of a table, for the ids of its statements */
const allowItems = (name: string, table: string, accesses: readonly ItemAccess[]): Statement[] => [
  ...allowReads(name, table, accesses.filter(isWholeRead)),
  ...accesses
    .filter((access) => !isWholeRead(access) && !isCovered(access, accesses.filter(isWholeRead)))
    .map((access) => {
      const { action, indexes } = access;
      const sid = `${action}${suffixOf(access)}${name}`;
      return indexes === undefined
        ? allow(sid, [`dynamodb:${action}`], [table], limitItems(access))
        : allow(sid, [`dynamodb:${action}`], toIndexes(indexes));
    }),
];

/** What a table is like is no secret, so one statement covers all tables that are described. */
const allowDescribing = (
  described: readonly (readonly [table: string, actions: readonly TableAction[]])[],
): Statement[] => {
  const used = described.filter(([, actions]) => actions.length > 0);
  const actions = [...new Set(used.flatMap(([, some]) => some))].map((action) => `dynamodb:${action}`);
  return used.length === 0
    ? []
    : [
        allow(
          'Describe',
          actions,
          used.map(([table]) => table),
        ),
      ];
};

/** DynamoDB uses the key with the caller's rights. The caller may use it in no other way. */
const allowKey = (items: readonly ItemAccess[]): Statement =>
  allow('UseKey', keyActions(items), [resources.key], {
    StringEquals: { 'kms:ViaService': 'dynamodb.REGION.amazonaws.com' },
  });

/** An IAM policy. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** The IAM policy of these rights, with placeholders for the values of a stage. STS needs no right. */
export const toDocument = ({
  items,
  erasures = [],
  log = [],
  table: described = [],
  erasuresTable: describedErasures = [],
  logTable: describedLog = [],
  secret = [],
  evidenceKey = [],
  anchors = false,
  events = [],
}: Rights): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [
    allow('FindStage', ['cloudformation:DescribeStacks'], [resources.stack]),
    ...allowItems('', resources.table, items),
    ...allowItems('Erasures', resources.erasures, erasures),
    ...allowItems('Log', resources.log, log),
    ...allowDescribing([
      [resources.table, described],
      [resources.erasures, describedErasures],
      [resources.log, describedLog],
    ]),
    allowKey([...items, ...erasures, ...log]),
    ...secret.flatMap((right) => secretStatements[right]),
    ...evidenceKey.map((right) => evidenceStatements[right]),
    ...(anchors ? anchorStatements : []),
    ...events.map((right) => eventStatements[right]),
  ],
});
