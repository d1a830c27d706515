import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, vi } from 'vitest';
import { startStandIn } from '../../../cli/local/aws.ts';
import {
  createEncryptionKey,
  createLocalKey,
  encryptionKeyAlias,
  evidenceKeyAlias,
  openKms,
} from '../../../cli/local/kms.ts';
import { serve } from '../call/serve.ts';
import type { ServiceAnswer } from '../faults/store-proxy.ts';
import { refuse, serveCalls, signedRegion } from '../faults/store-proxy.ts';
import { erasures, logTable, table } from './table.ts';

/** What AWS refuses a call with. */
interface AwsRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** A subscription of a topic, as SNS lists it. */
interface ListedSubscription {
  readonly SubscriptionArn: string;
  readonly Protocol: string;
  readonly Endpoint: string;
}

/** Stands in for CloudFormation, STS and SNS. Tests change what it answers. */
export interface Aws {
  readonly endpoint: string;
  /** Outputs by the name of the stack. */
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
  /** Subscriptions by the ARN of the topic. */
  readonly subscriptions: Map<string, readonly ListedSubscription[]>;
  /** ARN that STS knows the caller by. */
  caller: string;
  /** By the action that is refused, such as `DescribeStacks`. */
  readonly refusals: Map<string, AwsRefusal>;
  /** The calls that came, such as `DescribeStacks in eu-west-1`. */
  readonly calls: string[];
}

const escapeXml = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const toXml = (content: Readonly<Record<string, string>>): string =>
  Object.entries(content)
    .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    .join('');

const describeStacks = ({ stacks, caller }: Aws, name: string, region: string): string | AwsRefusal => {
  const outputs = stacks.get(name);
  if (outputs === undefined) {
    return { status: 400, code: 'ValidationError', message: `Stack with id ${name} does not exist` };
  }
  const members = Object.entries(outputs).map(
    ([OutputKey, OutputValue]) => `<member>${toXml({ OutputKey, OutputValue })}</member>`,
  );
  const account = caller.split(':')[4];
  const StackId = `arn:aws:cloudformation:${region}:${account}:stack/${name}/0a1b2c3d-4e5f-4061-8273-94a5b6c7d8e9`;
  const stack = toXml({
    StackId,
    StackName: name,
    StackStatus: 'UPDATE_COMPLETE',
    CreationTime: '2026-11-20T12:00:00.000Z',
  });
  return `<Stacks><member>${stack}<Outputs>${members.join('')}</Outputs></member></Stacks>`;
};

const listSubscriptions = ({ subscriptions }: Aws, topic: string): string | AwsRefusal => {
  const found = subscriptions.get(topic);
  if (found === undefined) return { status: 404, code: 'NotFound', message: 'Topic does not exist' };
  const members = found.map((each) => `<member>${toXml({ ...each, Owner: '123456789012', TopicArn: topic })}</member>`);
  return `<Subscriptions>${members.join('')}</Subscriptions>`;
};

const answer = (aws: Aws, action: string, call: URLSearchParams, region: string): string | AwsRefusal => {
  const refusal = aws.refusals.get(action);
  if (refusal !== undefined) return refusal;
  if (action === 'DescribeStacks') return describeStacks(aws, call.get('StackName') ?? '', region);
  if (action === 'ListSubscriptionsByTopic') return listSubscriptions(aws, call.get('TopicArn') ?? '');
  if (action === 'GetCallerIdentity') return toXml({ Arn: aws.caller, UserId: 'AIDA', Account: '123456789012' });
  return { status: 400, code: 'InvalidAction', message: `There is no ${action} here.` };
};

export const startAws = async (): Promise<Aws> => {
  const endpoint = await serve(async (request, response) => {
    const call = new URLSearchParams(await text(request));
    const action = call.get('Action') ?? '';
    const region = signedRegion(request.headers.authorization);
    aws.calls.push(`${action} in ${region}`);
    const answered = answer(aws, action, call, region);
    const isRefused = typeof answered !== 'string';
    response.writeHead(isRefused ? answered.status : 200, { 'content-type': 'text/xml' });
    response.end(
      isRefused
        ? `<ErrorResponse><Error><Type>Sender</Type>${toXml({ Code: answered.code, Message: answered.message })}</Error></ErrorResponse>`
        : `<${action}Response><${action}Result>${answered}</${action}Result></${action}Response>`,
    );
  });
  const caller = 'arn:aws:sts::123456789012:assumed-role/Operator/ada';
  const aws: Aws = { endpoint, stacks: new Map(), subscriptions: new Map(), caller, refusals: new Map(), calls: [] };
  return aws;
};

/** What DescribeSecret tells; times are in seconds since 1970. */
interface SecretDescription {
  readonly RotationEnabled?: boolean;
  readonly LastRotatedDate?: number;
  readonly DeletedDate?: number;
  readonly VersionIdsToStages?: Readonly<Record<string, readonly string[]>>;
}

/** By the id of the secret and its region, such as `SigningKey in eu-west-1`; an error where nothing is told of it. */
export type Secrets = Map<string, SecretDescription | Error>;

/** Stands in for Secrets Manager of all regions where nothing but DescribeSecret is called. */
export const startSecretDescriptions = async () => {
  const secrets: Secrets = new Map();
  const endpoint = await serveCalls(async ({ input, region }) => {
    const found = secrets.get(`${input.SecretId} in ${region}`);
    if (found === undefined) return refuse(400, 'ResourceNotFoundException', 'There is no such secret.');
    return found instanceof Error ? refuse(400, found.name, found.message) : { status: 200, output: { ...found } };
  });
  return { endpoint, secrets };
};

/** Stands in for KMS with keys in any state. One of them signs while it is enabled. */
export interface Kms {
  readonly endpoint: string;
  /** ARN of the key that signs. */
  readonly arn: string;
  /** What KMS tells of a key, by its ARN: nothing of one that is gone. */
  readonly states: Map<string, string>;
  /** Calls that are refused for want of a right. */
  readonly denied: Set<string>;
  /** The calls that came, such as `Sign in eu-west-1`. */
  readonly calls: string[];
}

/** What KMS says where the key is not enabled, and why, as the developer guide has it (Key states of AWS KMS keys). */
const refuseState = (state: string | undefined, arn: string): ServiceAnswer => {
  if (state === undefined) return refuse(400, 'NotFoundException', `Key '${arn}' does not exist`);
  if (state === 'Disabled') return refuse(400, 'DisabledException', `${arn} is disabled.`);
  return refuse(400, 'KMSInvalidStateException', `${arn} is pending deletion.`);
};

export const startKeys = async (): Promise<Kms> => {
  const key = { ...createLocalKey(), arn: 'arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-signs' };
  const sound = await startStandIn([openKms(key, createEncryptionKey())]);
  const [states, denied, calls] = [new Map([[key.arn, 'Enabled']]), new Set<string>(), [] as string[]];
  const endpoint = await serveCalls(async ({ name, region, input, forward }) => {
    calls.push(`${name} in ${region}`);
    const KeyId = String(input.KeyId);
    const state = states.get(KeyId);
    if (denied.has(name)) return refuse(400, 'AccessDeniedException');
    if (name === 'DescribeKey' && state !== undefined)
      return { status: 200, output: { KeyMetadata: { KeyId, Arn: KeyId, KeyState: state } } };
    return state === 'Enabled' ? forward() : refuseState(state, KeyId);
  }, sound.endpoint);
  return { endpoint, arn: key.arn, states, denied, calls };
};

/** A trail as CloudTrail tells it, in the region that it was made in. */
export interface ToldTrail {
  readonly TrailARN: string;
  readonly HomeRegion: string;
  readonly IsLogging: boolean;
  /** What GetEventSelectors answers; an error where it refuses. */
  readonly selectors: Readonly<Record<string, unknown>> | Error;
}

/** Stands in for CloudTrail of all regions. Each region lists all trails, as for trails of all regions. */
export const startTrails = async () => {
  const trails: ToldTrail[] = [];
  const endpoint = await serveCalls(async ({ name, region, input }) => {
    if (name === 'DescribeTrails') {
      const trailList = trails.map(({ TrailARN, HomeRegion }) => ({ TrailARN, HomeRegion }));
      return { status: 200, output: { trailList } };
    }
    const asked = input.Name ?? input.TrailName;
    const trail = trails.find(({ TrailARN, HomeRegion }) => TrailARN === asked && HomeRegion === region);
    if (trail === undefined) return refuse(400, 'TrailNotFoundException');
    if (name === 'GetTrailStatus') return { status: 200, output: { IsLogging: trail.IsLogging } };
    const { selectors } = trail;
    return selectors instanceof Error ? refuse(400, selectors.name) : { status: 200, output: { ...selectors } };
  });
  return { endpoint, trails };
};

export const region = 'eu-west-1';
export const secretArn = `arn:aws:secretsmanager:${region}:123456789012:secret:SigningKey-a1b2c3`;

/** What the stage `prod` is called in messages. */
export const prodLabel = (tableName = table.name): string =>
  `stage prod, table ${tableName} in ${region} of AWS account 123456789012`;

/** AWS with a stage `prod` on the table of this test file, made anew for each test of it. */
export const useDeployedStage = async (): Promise<Aws> => {
  const aws = await startAws();
  const operator = aws.caller;
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_STS', aws.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL_SNS', aws.endpoint);
    aws.stacks.clear();
    aws.subscriptions.clear();
    aws.refusals.clear();
    aws.calls.length = 0;
    aws.caller = operator;
    aws.stacks.set('ConsentRegister-prod', {
      TableName: table.name,
      ErasuresTableName: erasures.name,
      LogTableName: logTable.name,
      SigningKeySecret: secretArn,
      EvidenceKey: evidenceKeyAlias,
      EncryptionKey: encryptionKeyAlias,
      EventBusName: 'ConsentRegister-prod',
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return aws;
};
