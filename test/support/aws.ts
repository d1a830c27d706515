import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

/** What AWS refuses a call with. */
interface AwsRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Stands in for CloudFormation and STS. Tests change what it answers. */
export interface Aws {
  readonly endpoint: string;
  /** Outputs by the name of the stack. */
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
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

const describeStacks = ({ stacks }: Aws, name: string): string | AwsRefusal => {
  const outputs = stacks.get(name);
  if (outputs === undefined) {
    return { status: 400, code: 'ValidationError', message: `Stack with id ${name} does not exist` };
  }
  const members = Object.entries(outputs).map(
    ([OutputKey, OutputValue]) => `<member>${toXml({ OutputKey, OutputValue })}</member>`,
  );
  const stack = toXml({ StackName: name, StackStatus: 'UPDATE_COMPLETE', CreationTime: '2026-11-20T12:00:00.000Z' });
  return `<Stacks><member>${stack}<Outputs>${members.join('')}</Outputs></member></Stacks>`;
};

const answer = (aws: Aws, action: string, call: URLSearchParams): string | AwsRefusal => {
  const refusal = aws.refusals.get(action);
  if (refusal !== undefined) return refusal;
  if (action === 'DescribeStacks') return describeStacks(aws, call.get('StackName') ?? '');
  if (action === 'GetCallerIdentity') return toXml({ Arn: aws.caller, UserId: 'AIDA', Account: '123456789012' });
  return { status: 400, code: 'InvalidAction', message: `There is no ${action} here.` };
};

/** The region that a call was signed for. */
export const signedRegion = (authorization = ''): string => authorization.split('/')[2] ?? '';

export const startAws = async (): Promise<Aws> => {
  const server = createServer(async (request, response) => {
    const call = new URLSearchParams(await text(request));
    const action = call.get('Action') ?? '';
    aws.calls.push(`${action} in ${signedRegion(request.headers.authorization)}`);
    const answered = answer(aws, action, call);
    const isRefused = typeof answered !== 'string';
    response.writeHead(isRefused ? answered.status : 200, { 'content-type': 'text/xml' });
    response.end(
      isRefused
        ? `<ErrorResponse><Error><Type>Sender</Type>${toXml({ Code: answered.code, Message: answered.message })}</Error></ErrorResponse>`
        : `<${action}Response><${action}Result>${answered}</${action}Result></${action}Response>`,
    );
  });
  const aws: Aws = {
    endpoint: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    stacks: new Map(),
    caller: 'arn:aws:sts::123456789012:assumed-role/Operator/ada',
    refusals: new Map(),
    calls: [],
  };
  server.unref();
  return aws;
};
