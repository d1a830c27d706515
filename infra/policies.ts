import type { Credential } from '../shared/identity/passwords.ts';
import { tokenHashes } from '../shared/identity/session.ts';
import { leafAttributes } from '../shared/log/audit/read-log.ts';
import { anyAccount, anything, erasuresKeyOf } from '../shared/store/keys.ts';
import { keyActions, partitions, primaryKey } from './access.ts';
import { journalOfConsents, logPartitions } from './log-access.ts';
import { registerTag } from './register-name.ts';

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

/** An IAM policy. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** Words in capitals are placeholders, which docs/commands.md fills with whole names: what only begins alike is another stage's. */
const arnOf = (service: string, resource: string): string => `arn:aws:${service}:REGION:AWS_ACCOUNT:${resource}`;

const table = arnOf('dynamodb', 'table/TABLE_NAME');
const erasuresTable = arnOf('dynamodb', 'table/ERASURES_TABLE');
const logTable = arnOf('dynamodb', 'table/LOG_TABLE');
const key = arnOf('kms', 'key/KEY_ID');
const evidenceKey = arnOf('kms', 'key/EVIDENCE_ID');
const secret = arnOf('secretsmanager', 'secret:SECRET_NAME');
const anchors = 'arn:aws:s3:::ANCHOR_BUCKET';

/** @param actions those of each service as one, such as `dynamodb:Query GetItem` */
const allow = (
  Sid: string,
  actions: string | readonly string[],
  Resource: readonly string[],
  Condition?: Conditions,
): Statement => {
  const Action = [actions].flat().flatMap((some) => {
    const [service = '', names = ''] = some.split(':');
    return names.split(' ').map((name) => `${service}:${name}`);
  });
  return { Sid, Effect: 'Allow', Action, Resource, ...(Condition && { Condition }) };
};

/** Items of these partitions. `ForAllValues` also fits a call that names no key, so such a call is refused separately. */
const inPartitions = (...patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** Hashes of passwords and of refresh tokens, which nobody reads. That of a key for machines has nothing to guess. */
const secretAttributes = ['passwordHash' satisfies keyof Credential, ...tokenHashes];

/** A write can ask for the item as it was. */
const nothingReturned = { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } };

const { accounts, account, user, credential, sessions, attempts, userNumbers, noticeNumbers, keys } = partitions;
const {
  consents,
  lookups,
  confirmations,
  mailboxes,
  mails,
  accesses,
  erasureRequests,
  evidenceKeys,
  log: operations,
} = partitions;
const { machineKeys, machineKeyUses } = partitions;
const { blocks, leaves, counts } = logPartitions;
const importKey = erasuresKeyOf.importKey().PK;
const plans = erasuresKeyOf.plan(anyAccount, '').PK;
const erased = erasuresKeyOf.consent(anyAccount, anything).PK;

/** Former keys and secrets have no name that is known. Those of another register have another tag, those that are gone none. */
const ofRegister = { [`aws:ResourceTag/${registerTag.key}`]: registerTag.of('STACK', 'STAGE') };

/**
 * All items but those with a secret, and of these what is none: a scan names no keys by which it could be limited, so a query
 * may name as much. IAM lists the trails of an AWS account as a whole.
 */
const looks = [
  allow('FindStage', 'cloudformation:DescribeStacks', [arnOf('cloudformation', 'stack/STACK/*')]),
  allow(
    'Read',
    'dynamodb:Query GetItem BatchGetItem',
    [table],
    inPartitions(
      ...[accounts, account, user, operations, keys, evidenceKeys],
      ...[consents, lookups, accesses, erasureRequests, machineKeys, machineKeyUses, confirmations, mailboxes],
    ),
  ),
  allow('QueryIndexes', 'dynamodb:Query', [`${table}/index/*`]),
  allow('ReadNoSecrets', 'dynamodb:Scan Query', [table], {
    'ForAllValues:StringNotEquals': { 'dynamodb:Attributes': secretAttributes },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    Null: { 'dynamodb:Attributes': 'false' },
  }),
  allow('ReadErasures', 'dynamodb:Query GetItem BatchGetItem', [erasuresTable], inPartitions(plans, erased)),
  allow('ReadLog', 'dynamodb:Query GetItem BatchGetItem', [logTable], inPartitions(...Object.values(logPartitions))),
  allow('ScanLeaves', 'dynamodb:Scan', [logTable], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': leafAttributes },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    Null: { 'dynamodb:Attributes': 'false' },
  }),
  allow(
    'Describe',
    [
      'dynamodb:DescribeTable DescribeContinuousBackups DescribeTimeToLive',
      'kms:DescribeKey GetPublicKey',
      's3:ListBucketVersions GetObjectVersion',
      'backup:DescribeBackupVault ListRecoveryPointsByBackupVault',
      'sns:ListSubscriptionsByTopic',
    ],
    [
      ...[table, erasuresTable, logTable, key, evidenceKey, anchors, `${anchors}/*`],
      ...[arnOf('backup', 'backup-vault:BACKUP_VAULT'), arnOf('sns', 'ALARM_TOPIC')],
    ],
  ),
  allow('DescribeEvidenceKeys', 'kms:DescribeKey', [arnOf('kms', 'key/*')], {
    StringEqualsIfExists: { ...ofRegister, 'kms:KeySpec': 'ECC_NIST_P256' },
  }),
  allow('DescribeSecrets', 'secretsmanager:DescribeSecret', [secret, arnOf('secretsmanager', 'secret:*SigningKey*')], {
    StringEqualsIfExists: ofRegister,
  }),
  allow('DescribeSender', 'ses:GetEmailIdentity', [arnOf('ses', 'identity/*')]),
  allow('DescribeMail', 'ses:GetAccount', ['*']),
  allow('DescribeTrails', 'cloudtrail:DescribeTrails GetTrailStatus GetEventSelectors', ['*']),
  allow('SignEvidence', 'kms:Sign', [evidenceKey], {
    StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
  }),
];

/** DynamoDB uses the key with the rights of the caller, who may use it in no other way. */
const useKey = (action: 'Query' | 'PutItem'): Statement => ({
  ...allow('UseKey', [], [key], { StringEquals: { 'kms:ViaService': 'dynamodb.REGION.amazonaws.com' } }),
  Action: keyActions([{ action }]),
});

/**
 * A transaction may count as one call with all its items of an action: those that one transaction puts or updates are of one
 * statement.
 */
const changes = [
  allow('Put', 'dynamodb:PutItem', [table], {
    ...inPartitions(
      ...[accounts, account, user, credential, operations, keys, evidenceKeys],
      ...[consents, lookups, machineKeys],
    ),
    ...nothingReturned,
  }),
  allow('Update', 'dynamodb:UpdateItem', [table], inPartitions(account, attempts, userNumbers, noticeNumbers)),
  allow('ReadNumbers', 'dynamodb:GetItem', [table], inPartitions(userNumbers, noticeNumbers)),
  allow('UpdateUsers', 'dynamodb:UpdateItem', [table], {
    ...inPartitions(user, credential, sessions, machineKeys),
    ...nothingReturned,
  }),
  allow('KeepImportKey', 'dynamodb:GetItem PutItem', [erasuresTable], inPartitions(importKey)),
  allow('WriteLog', 'dynamodb:PutItem', [logTable], inPartitions(blocks, leaves, logPartitions.journal, counts)),
  allow('RotateSecret', 'secretsmanager:RotateSecret', [secret]),
  allow('RunRotation', 'lambda:InvokeFunction', [arnOf('lambda', 'function:ROTATION')]),
  allow('PutEvents', 'events:PutEvents', [arnOf('events', 'event-bus/EVENT_BUS')]),
  allow('OpenEventKey', 'kms:Decrypt', [key], {
    StringEquals: { 'kms:EncryptionContext:purpose': 'events', 'kms:EncryptionContext:stage': 'STAGE' },
  }),
];

/** The partition of an account has its users, projects and notices too. */
const countVoiding = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [account] },
  'ForAllValues:StringEquals': {
    'dynamodb:Attributes': [...primaryKey, 'historyEpoch'],
  },
  Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
};

const erasing = [
  allow('Put', 'dynamodb:PutItem', [table], inPartitions(consents, lookups, operations, mailboxes)),
  allow(
    'Update',
    'dynamodb:UpdateItem',
    [table],
    inPartitions(consents, lookups, erasureRequests, confirmations, mails),
  ),
  allow('VoidCounts', 'dynamodb:UpdateItem', [table], countVoiding),
  allow('Delete', 'dynamodb:DeleteItem', [table], inPartitions(consents, lookups)),
  allow('WriteJournal', 'dynamodb:PutItem', [logTable], inPartitions(journalOfConsents)),
  allow('ListErasures', 'dynamodb:PutItem UpdateItem', [erasuresTable], inPartitions(plans, erased)),
];

const toPolicy = (...Statement: readonly Statement[]): PolicyDocument => ({ Version: '2012-10-17', Statement });

/** The policies of people who run commands (docs/commands.md). Who operates or erases has `look` too. STS needs no right. */
export const policies = {
  look: toPolicy(...looks, useKey('Query')),
  operate: toPolicy(...changes, useKey('PutItem')),
  erase: toPolicy(...erasing, useKey('PutItem')),
} as const;
