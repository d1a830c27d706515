import { toStackName } from '../../shared/stage.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { keyActions } from '../../shared/store/item-access.ts';
import type { EventRight, EvidenceRight, Rights, SecretRight, TableAction } from './rights.ts';
import { isReading, kindOf } from './rights.ts';

/** Words in capitals stand for what an operator fills in: that of the stage. */
const arnOf = (service: string, resource: string, region = 'REGION'): string =>
  `arn:aws:${service}:${region}:AWS_ACCOUNT:${resource}`;

const stack = toStackName('STAGE');
const table = arnOf('dynamodb', 'table/TABLE_NAME');

/** Resources of the stage, as its policies name them. Names of functions and secrets end with what AWS adds to them. */
const resources = {
  stack: arnOf('cloudformation', `stack/${stack}/*`),
  table,
  erasures: arnOf('dynamodb', 'table/ERASED_NAME'),
  log: arnOf('dynamodb', 'table/LOG_NAME'),
  index: (name: string) => `${table}/index/${name}`,
  key: arnOf('kms', 'key/KEY_ID'),
  anchors: 'arn:aws:s3:::ANCHOR_BUCKET',
  evidenceKey: arnOf('kms', 'key/EVIDENCE_ID'),
  /** Also one that another took the place of, and one of a stage in another region that shares the table. */
  anyKey: arnOf('kms', 'key/*', '*'),
  secret: arnOf('secretsmanager', 'secret:SECRET_NAME'),
  /** Also of a stage that is gone, and of one in another region that shared the table. */
  anySecret: arnOf('secretsmanager', 'secret:SigningKey*', '*'),
  bus: arnOf('events', `event-bus/${stack}`),
  rotation: arnOf('lambda', `function:${stack}-RotateSigningKey*`),
} as const;

type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A statement of IAM. */
export interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Conditions;
}

const allow = (
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: Conditions,
): Statement => ({
  ...{ Sid, Effect: 'Allow', Action, Resource },
  ...(Condition && { Condition }),
});

/** `ForAllValues` holds for a call that names no key or attribute at all, so such a call is refused apart. */
const named = (condition: string): Readonly<Record<string, string>> => ({ [condition]: 'false' });

/** Who names no attribute of what is read gets them all. IAM takes that for a call without attributes, so `Select` is looked at too. */
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

/** DynamoDB uses the key with the caller's rights. In no other way may the caller use it. */
const allowKey = (items: readonly ItemAccess[]): Statement =>
  allow('UseKey', keyActions(items), [resources.key], {
    StringEquals: { 'kms:ViaService': 'dynamodb.REGION.amazonaws.com' },
  });

/** Whoever lets Secrets Manager rotate must be allowed to call the function that does it. */
const secretStatements: Readonly<Record<SecretRight, readonly Statement[]>> = {
  look: [allow('LookAtSecret', ['secretsmanager:DescribeSecret'], [resources.secret])],
  'look-at-any': [allow('LookAtAnySigningKey', ['secretsmanager:DescribeSecret'], [resources.anySecret])],
  rotate: [
    allow('RotateSecret', ['secretsmanager:RotateSecret'], [resources.secret]),
    allow('RunRotation', ['lambda:InvokeFunction'], [resources.rotation]),
  ],
};

/** A key signs as the register does, and is looked at where it is for nothing else. */
const evidenceStatements: Readonly<Record<EvidenceRight, Statement>> = {
  read: allow('ReadEvidenceKey', ['kms:GetPublicKey'], [resources.evidenceKey]),
  sign: allow('SignEvidence', ['kms:Sign'], [resources.evidenceKey], {
    StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
  }),
  'look-at-any': allow('LookAtAnyEvidenceKey', ['kms:DescribeKey'], [resources.anyKey], {
    StringEquals: { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' },
  }),
};

const anchorStatements = [
  allow('ListAnchors', ['s3:ListBucketVersions'], [resources.anchors]),
  allow('ReadAnchors', ['s3:GetObjectVersion'], [`${resources.anchors}/*`]),
];

/** The key of encryption opens the key of events alone, and not that of checkpoints. */
const eventStatements: Readonly<Record<EventRight, Statement>> = {
  'open-key': allow('OpenEventKey', ['kms:Decrypt'], [resources.key], {
    StringEquals: { 'kms:EncryptionContext:purpose': 'events', 'kms:EncryptionContext:stage': 'STAGE' },
  }),
  put: allow('PutEvents', ['events:PutEvents'], [resources.bus]),
};

/** An IAM policy. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** The IAM policy of these rights, for a stage whose values stand in the place of the placeholders. STS asks for no right. */
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
