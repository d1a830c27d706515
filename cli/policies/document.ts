import type { ItemAccess } from '../../shared/store/item-access.ts';
import { keyActions } from '../../shared/store/item-access.ts';
import type { Rights, TableAction } from './rights.ts';
import { isReading, kindOf } from './rights.ts';
import { anchorStatements, eventStatements, evidenceStatements, secretStatements } from './service-statements.ts';
import type { Conditions, Statement } from './statement.ts';
import { allow, resources } from './statement.ts';

/** `ForAllValues` also holds for a call that names no key or attribute, so such a call is refused separately. */
const named = (condition: string): Readonly<Record<string, string>> => ({ [condition]: 'false' });

/** A read that names no attributes gets all of them. IAM treats it as a call without attributes, so the policy checks `Select` too. */
const limitItems = ({ action, partitions, attributes }: ItemAccess): Conditions => ({
  ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
  ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
  ...(action === 'Scan' && { StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }),
  ...(attributes && isReading(action) && { StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }),
  Null: { ...(partitions && named('dynamodb:LeadingKeys')), ...(attributes && named('dynamodb:Attributes')) },
});

const endOfSid = { table: '', attributes: 'Attributes', indexes: 'Indexes' } as const;

const allowItems = (access: ItemAccess): Statement => {
  const { action, indexes } = access;
  const sid = `${action}${endOfSid[kindOf(access)]}`;
  return indexes === undefined
    ? allow(sid, [`dynamodb:${action}`], [resources.table], limitItems(access))
    : allow(sid, [`dynamodb:${action}`], indexes.map(resources.index));
};

const allowErasures = (access: ItemAccess): Statement =>
  allow(`${access.action}Erasures`, [`dynamodb:${access.action}`], [resources.erasures], limitItems(access));

const allowLog = (access: ItemAccess): Statement =>
  allow(`${access.action}Log`, [`dynamodb:${access.action}`], [resources.log], limitItems(access));

const allowDescribing = (sid: string, described: readonly TableAction[], resource: string): Statement[] =>
  described.length === 0
    ? []
    : [
        allow(
          sid,
          described.map((action) => `dynamodb:${action}`),
          [resource],
        ),
      ];

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
    ...items.map(allowItems),
    ...erasures.map(allowErasures),
    ...log.map(allowLog),
    ...allowDescribing('DescribeTable', described, resources.table),
    ...allowDescribing('DescribeErasures', describedErasures, resources.erasures),
    ...allowDescribing('DescribeLog', describedLog, resources.log),
    allowKey([...items, ...erasures, ...log]),
    ...secret.flatMap((right) => secretStatements[right]),
    ...evidenceKey.map((right) => evidenceStatements[right]),
    ...(anchors ? anchorStatements : []),
    ...events.map((right) => eventStatements[right]),
  ],
});
