import type { PolicyDocument, Statement } from '../../infra/policies/generated.ts';

const table = 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/TABLE_NAME';

/** What there is in a stage, where nothing is filled in. */
export const stageArns = {
  table,
  erasures: 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/ERASED_NAME',
  log: 'arn:aws:dynamodb:REGION:AWS_ACCOUNT:table/LOG_NAME',
  index: (name: string) => `${table}/index/${name}`,
  anchors: 'arn:aws:s3:::ANCHOR_BUCKET',
  key: 'arn:aws:kms:REGION:AWS_ACCOUNT:key/KEY_ID',
  evidenceKey: 'arn:aws:kms:REGION:AWS_ACCOUNT:key/EVIDENCE_ID',
  anyKey: 'arn:aws:kms:eu-central-1:AWS_ACCOUNT:key/1a2b3c4d',
  stack: 'arn:aws:cloudformation:REGION:AWS_ACCOUNT:stack/ConsentRegister-STAGE/1a2b3c4d',
  secret: 'arn:aws:secretsmanager:REGION:AWS_ACCOUNT:secret:SECRET_NAME',
  bus: 'arn:aws:events:REGION:AWS_ACCOUNT:event-bus/ConsentRegister-STAGE',
  alarmTopic: 'arn:aws:sns:REGION:AWS_ACCOUNT:ConsentRegister-STAGE-AlarmTopic-1A2B3C',
  vault: 'arn:aws:backup:REGION:AWS_ACCOUNT:backup-vault:ConsentRegister-STAGE-1a2b3c4d',
  rotation: 'arn:aws:lambda:REGION:AWS_ACCOUNT:function:ConsentRegister-STAGE-RotateSigningKeyFunction1A2B3C4D-EXAMPLE',
} as const;

/** A call as IAM sees it: what it is, on which resource, and the values of condition keys that come with it. */
export interface IamRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
}

/** IAM's StringLike: `*` is any text, `?` any one character. */
export const isLike = (value: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  ).test(value);

type Operator = (values: readonly string[], expected: readonly string[]) => boolean;

/** As IAM has them: those for all values hold where there is none. */
const operators: Readonly<Record<string, Operator>> = {
  'ForAllValues:StringLike': (values, expected) =>
    values.every((value) => expected.some((pattern) => isLike(value, pattern))),
  'ForAllValues:StringEquals': (values, expected) => values.every((value) => expected.includes(value)),
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
