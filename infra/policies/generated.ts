import { consentIndexes } from '../../shared/consents/indexes.ts';
import { toStackName } from '../../shared/stage.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { isReading, keyActions } from '../../shared/store/item-access.ts';
import { toResourceName } from '../actors.ts';
import { secretPartitions } from './items.ts';
import type { EventRight, EvidenceRight, Rights, SecretRight, TableAction } from './rights.ts';
import { suffixOf } from './rights.ts';
import { policies } from './roles.ts';

/** The folder of the policies. */
export const policyFolder = 'docs/policies';

/** The policies by role: file -> content. */
export const generate = (): ReadonlyMap<string, string> =>
  new Map(
    [...policies].map(([name, { rights }]) => [
      `${policyFolder}/${name}.json`,
      `${JSON.stringify(toDocument(rights), undefined, 2)}\n`,
    ]),
  );

/** Words in capitals are placeholders that an operator replaces with the values of the stage. */
const arnOf = (service: string, resource: string, region = 'REGION'): string =>
  `arn:aws:${service}:${region}:AWS_ACCOUNT:${resource}`;

const stack = toStackName('STAGE');
const table = arnOf('dynamodb', 'table/TABLE_NAME');

/** Resources of the stage, as its policies name them. AWS adds a suffix to names of functions and secrets. */
const resources = {
  stack: arnOf('cloudformation', `stack/${stack}/*`),
  table,
  erasures: arnOf('dynamodb', 'table/ERASED_NAME'),
  log: arnOf('dynamodb', 'table/LOG_NAME'),
  index: (name: string) => `${table}/index/${name}`,
  key: arnOf('kms', 'key/KEY_ID'),
  anchors: 'arn:aws:s3:::ANCHOR_BUCKET',
  evidenceKey: arnOf('kms', 'key/EVIDENCE_ID'),
  /** Includes replaced keys, and keys of stages in other regions that share the table. */
  anyKey: arnOf('kms', 'key/*', '*'),
  secret: arnOf('secretsmanager', 'secret:SECRET_NAME'),
  /** Includes secrets of deleted stages, and of stages in other regions that shared the table. */
  anySecret: arnOf('secretsmanager', 'secret:SigningKey*', '*'),
  bus: arnOf('events', `event-bus/${stack}`),
  /** The stage's own topic. */
  alarmTopic: arnOf('sns', `${stack}-AlarmTopic*`),
  vault: arnOf('backup', `backup-vault:${stack}-*`),
  rotation: arnOf('lambda', `function:${stack}-${toResourceName('rotateSigningKey')}*`),
} as const;

const allow = (
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: Conditions,
): Statement => ({
  Sid,
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
});

/** A caller that makes Secrets Manager rotate needs the right to call the rotating function. */
const secretStatements: Readonly<Record<SecretRight, readonly Statement[]>> = {
  look: [allow('LookAtSecret', ['secretsmanager:DescribeSecret'], [resources.secret])],
  'look-at-any': [allow('LookAtAnySigningKey', ['secretsmanager:DescribeSecret'], [resources.anySecret])],
  rotate: [
    allow('RotateSecret', ['secretsmanager:RotateSecret'], [resources.secret]),
    allow('RunRotation', ['lambda:InvokeFunction'], [resources.rotation]),
  ],
};

/** The key signs evidence in the register's one way; a read of the key alone allows nothing else. */
const evidenceStatements: Readonly<Record<EvidenceRight, Statement>> = {
  read: allow('ReadEvidenceKey', ['kms:GetPublicKey'], [resources.evidenceKey]),
  sign: allow('SignEvidence', ['kms:Sign'], [resources.evidenceKey], {
    StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
  }),
  'look-at-any': allow('LookAtKeys', ['kms:DescribeKey'], [resources.anyKey], {
    StringEquals: { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' },
  }),
};

/** The anchors in their first version. */
const anchorStatements = [
  allow('ListAnchors', ['s3:ListBucketVersions'], [resources.anchors]),
  allow('ReadAnchors', ['s3:GetObjectVersion'], [`${resources.anchors}/*`]),
];

/** IAM lists the trails of an account as a whole, with those of its organisation, which belong to another account. */
const watchingStatements = [
  allow(
    'LookAtBackups',
    ['kms:DescribeKey', 'backup:DescribeBackupVault', 'backup:ListRecoveryPointsByBackupVault'],
    [resources.key, resources.vault],
  ),
  allow('LookAtTopic', ['sns:ListSubscriptionsByTopic'], [resources.alarmTopic]),
  allow(
    'LookAtTrails',
    ['DescribeTrails', 'GetTrailStatus', 'GetEventSelectors'].map((action) => `cloudtrail:${action}`),
    ['*'],
  ),
];

/** The encryption key opens only the key of events, not the key of checkpoints. */
const eventStatements: Readonly<Record<EventRight, Statement>> = {
  'open-key': allow('OpenEventKey', ['kms:Decrypt'], [resources.key], {
    StringEquals: { 'kms:EncryptionContext:purpose': 'events', 'kms:EncryptionContext:stage': 'STAGE' },
  }),
  put: allow('PutEvents', ['events:PutEvents'], [resources.bus]),
};

/** The condition of a statement: operator -> key -> values. */
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A statement of IAM. */
export interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Conditions;
}

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
  watching = false,
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
    ...(watching ? watchingStatements : []),
  ],
});
