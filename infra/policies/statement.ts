import { toStackName } from '../../shared/stage.ts';

/** Words in capitals are placeholders that an operator replaces with the values of the stage. */
const arnOf = (service: string, resource: string, region = 'REGION'): string =>
  `arn:aws:${service}:${region}:AWS_ACCOUNT:${resource}`;

const stack = toStackName('STAGE');
const table = arnOf('dynamodb', 'table/TABLE_NAME');

/** Resources of the stage, as its policies name them. AWS adds a suffix to names of functions and secrets. */
export const resources = {
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
  rotation: arnOf('lambda', `function:${stack}-RotateSigningKey*`),
} as const;

/** The condition of a statement: operator -> key -> values. */
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
