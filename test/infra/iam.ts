import { encryptionKeyAlias } from '../../cli/local/kms.ts';
import type { PolicyDocument, Statement } from '../../infra/policies.ts';
import { policies } from '../../infra/policies.ts';
import type { CallInput } from '../support/call/table-call.ts';
import { isLike, toActions } from '../support/call/table-call.ts';
import { secretArn } from '../support/make/deployed-stage.ts';

const table = 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/TABLE_NAME';
const anchors = 'arn:aws:s3:::ANCHOR_BUCKET';

/** A sender of mail, which any stage of the AWS account may have. */
const identity = 'arn:aws:ses:REGION:AWS_ACCOUNT:identity/shop.example';

/** What there is in a stage, where nothing is filled in. */
export const stageArns = {
  table,
  erasures: 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/ERASURES_TABLE',
  log: 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/LOG_TABLE',
  index: `${table}/index/email`,
  anchors,
  anchor: `${anchors}/checkpoints`,
  key: 'arn:aws:kms:REGION:AWS_ACCOUNT:key/KEY_ID',
  evidenceKey: 'arn:aws:kms:REGION:AWS_ACCOUNT:key/EVIDENCE_ID',
  formerEvidenceKey: 'arn:aws:kms:REGION:AWS_ACCOUNT:key/1a2b3c4d',
  stack: 'arn:aws:cloudformation:REGION:AWS_ACCOUNT:stack/STACK/1a2b3c4d',
  secret: 'arn:aws:secretsmanager:REGION:AWS_ACCOUNT:secret:SECRET_NAME',
  formerSecret: 'arn:aws:secretsmanager:REGION:AWS_ACCOUNT:secret:SigningKey-1a2b3c4d',
  bus: 'arn:aws:events:REGION:AWS_ACCOUNT:event-bus/EVENT_BUS',
  alarmTopic: 'arn:aws:sns:REGION:AWS_ACCOUNT:ALARM_TOPIC',
  vault: 'arn:aws:backup:REGION:AWS_ACCOUNT:backup-vault:BACKUP_VAULT',
  rotation: 'arn:aws:lambda:REGION:AWS_ACCOUNT:function:ROTATION',
} as const;

/** What somebody with a role has: the policies that docs/commands.md attaches. */
export const roles = {
  look: policies.look,
  operate: { ...policies.look, Statement: [...policies.look.Statement, ...policies.operate.Statement] },
  erase: { ...policies.look, Statement: [...policies.look.Statement, ...policies.erase.Statement] },
} as const satisfies Readonly<Record<string, PolicyDocument>>;

/** A call as IAM sees it: what it is, on which resource, and the values of condition keys that come with it. */
export interface IamRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
}

type Operator = (values: readonly string[], expected: readonly string[]) => boolean;

/** As IAM has them: those for all values hold where there is none. */
const operators: Readonly<Record<string, Operator>> = {
  'ForAllValues:StringLike': (values, expected) =>
    values.every((value) => expected.some((pattern) => isLike(value, pattern))),
  'ForAllValues:StringEquals': (values, expected) => values.every((value) => expected.includes(value)),
  'ForAllValues:StringNotEquals': (values, expected) => values.every((value) => !expected.includes(value)),
  StringEquals: ([value], expected) => value !== undefined && expected.includes(value),
  StringEqualsIfExists: (values, expected) => values.every((value) => expected.includes(value)),
  Null: (values, [expected]) => String(values.length === 0) === expected,
};

const holds = (name: string, values: readonly string[], expected: string | readonly string[]): boolean => {
  const operator = operators[name];
  if (operator === undefined) throw new Error(`The tests do not know the operator ${name}.`);
  return operator(values, [expected].flat());
};

const fits = ({ Action, Resource, Condition = {} }: Statement, { action, resource, context }: IamRequest): boolean =>
  Action.includes(action) &&
  Resource.some((pattern) => isLike(resource, pattern)) &&
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) => holds(operator, context[key] ?? [], expected)),
  );

/** The statement by which a policy allows the call. What no statement allows is refused. */
export const findAllowing = ({ Statement }: PolicyDocument, request: IamRequest): Statement | undefined =>
  Statement.find((statement) => fits(statement, request));

/** What is asked of other services than DynamoDB -> its resource and what IAM knows of the call. */
const toServiceRequests = (service: string, name: string, { KeyId, SecretId }: CallInput): IamRequest[] => {
  const ask = (action: string, resource: string, context: IamRequest['context'] = {}) => [
    { action, resource, context },
  ];
  if (service === 'CloudFormation') return ask(`cloudformation:${name}`, stageArns.stack);
  if (service === 'SNS') return ask(`sns:${name}`, stageArns.alarmTopic);
  if (service === 'Backup') return ask(`backup:${name}`, stageArns.vault);
  if (service === 'SESv2') return ask(`ses:${name}`, name === 'GetAccount' ? '*' : identity);
  if (service === 'CloudTrail') return ask(`cloudtrail:${name}`, '*');
  if (service === 'EventBridge') return ask(`events:${name}`, stageArns.bus);
  if (service === 'S3' && name === 'ListObjectVersions') return ask('s3:ListBucketVersions', stageArns.anchors);
  if (service === 'S3') return ask('s3:GetObjectVersion', stageArns.anchor);
  if (service === 'Secrets Manager') {
    const rotation = name === 'RotateSecret' ? ask('lambda:InvokeFunction', stageArns.rotation) : [];
    const secret = SecretId === secretArn ? stageArns.secret : stageArns.formerSecret;
    return [...ask(`secretsmanager:${name}`, secret), ...rotation];
  }
  if (service === 'KMS' && name === 'Decrypt') {
    const context = { 'kms:EncryptionContext:purpose': ['events'], 'kms:EncryptionContext:stage': ['STAGE'] };
    return ask('kms:Decrypt', stageArns.key, context);
  }
  const signing = { 'kms:SigningAlgorithm': ['ECDSA_SHA_256'], 'kms:MessageType': ['DIGEST'] };
  const key = KeyId === encryptionKeyAlias ? stageArns.key : stageArns.evidenceKey;
  if (service === 'KMS') return ask(`kms:${name}`, key, signing);
  return service === 'STS' ? [] : ask(`${service}:${name}`, '');
};

const toTableRequests = (command: string, input: CallInput): IamRequest[] =>
  toActions(command, input).map(({ action, index, beside, partitions, attributes, select, returned }) => ({
    action: `dynamodb:${action}`,
    resource: index === undefined ? stageArns[beside ?? 'table'] : stageArns.index,
    context: {
      'dynamodb:LeadingKeys': partitions,
      'dynamodb:Attributes': attributes,
      ...(select !== undefined && { 'dynamodb:Select': [select] }),
      ...(returned !== undefined && { 'dynamodb:ReturnValues': [returned] }),
    },
  }));

/** What IAM is asked for a call of a client, such as `KMS` and `SignCommand`; nothing for STS, which tells everyone who they are. */
export const toRequests = (service: string, command: string, input: CallInput): IamRequest[] =>
  service === 'DynamoDB'
    ? toTableRequests(command, input)
    : toServiceRequests(service, command.replace(/Command$/, ''), input);
