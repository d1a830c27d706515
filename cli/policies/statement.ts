import { toStackName } from '../../shared/stage.ts';

/** Words in capitals stand for what an operator fills in: that of the stage. */
const arnOf = (service: string, resource: string, region = 'REGION'): string =>
  `arn:aws:${service}:${region}:AWS_ACCOUNT:${resource}`;

const stack = toStackName('STAGE');
const table = arnOf('dynamodb', 'table/TABLE_NAME');

/** Resources of the stage, as its policies name them. Names of functions and secrets end with what AWS adds to them. */
export const resources = {
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

/** When a statement holds: operator -> key -> values. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A statement of IAM. */
export interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Conditions;
}

export const allow = (
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: Conditions,
): Statement => ({
  ...{ Sid, Effect: 'Allow', Action, Resource },
  ...(Condition && { Condition }),
});
