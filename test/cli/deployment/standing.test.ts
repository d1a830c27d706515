import { text } from 'node:stream/consumers';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, test, vi } from 'vitest';
import { readStanding, withoutProtection } from '../../../cli/deployment/standing.ts';
import { serve } from '../../support/call/serve.ts';

const template = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Retain' },
    Anchors: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'RetainExceptOnCreate' },
    Api: { Type: 'AWS::ApiGatewayV2::Api' },
    Topic: { Type: 'AWS::SNS::Topic', DeletionPolicy: 'Delete' },
    LogTable: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Retain' },
  },
};

const member = (id: string, type: string, status = 'CREATE_COMPLETE') =>
  `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>prod-${id}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus></member>`;

/** CloudFormation with one stack, whose resources come on two pages; a rollback has deleted one. */
const startCloudFormation = (isProtected: boolean): Promise<string> =>
  serve(async (request, response) => {
    const call = new URLSearchParams(await text(request));
    const action = call.get('Action') ?? '';
    const answers: Readonly<Record<string, string>> = {
      DescribeStacks: `<Stacks><member><StackName>Prod</StackName><EnableTerminationProtection>${isProtected}</EnableTerminationProtection></member></Stacks>`,
      GetTemplate: `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`,
      ListStackResources: call.has('NextToken')
        ? `<StackResourceSummaries>${member('Anchors', 'AWS::S3::Bucket')}${member('Topic', 'AWS::SNS::Topic')}${member('LogTable', 'AWS::DynamoDB::GlobalTable', 'DELETE_COMPLETE')}</StackResourceSummaries>`
        : `<StackResourceSummaries>${member('Table', 'AWS::DynamoDB::GlobalTable')}${member('Api', 'AWS::ApiGatewayV2::Api')}</StackResourceSummaries><NextToken>2</NextToken>`,
    };
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(`<${action}Response><${action}Result>${answers[action]}</${action}Result></${action}Response>`);
  });

const newClient = (endpoint: string): CloudFormationClient =>
  new CloudFormationClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });

test.each([true, false])(
  'what a destruction leaves is what the template retains; protected: %o',
  async (isProtected) => {
    const client = newClient(await startCloudFormation(isProtected));

    expect(await readStanding(client, 'Prod', 'eu-west-1')).toEqual({
      isProtected,
      retained: [
        { id: 'Table', type: 'AWS::DynamoDB::GlobalTable', name: 'prod-Table' },
        { id: 'Anchors', type: 'AWS::S3::Bucket', name: 'prod-Anchors' },
      ],
    });
  },
);

test.each([
  ['that is destroyed', false, false, ['false'], ''],
  ['that is not', true, false, ['false', 'true'], 'The stack is protected from deletion again.\n'],
  ['that is half destroyed', true, true, ['false', 'true'], 'The stack is no longer protected from deletion.\n'],
] as const)('the protection of a stack %s', async (_, fails, isGoing, expected, line) => {
  const said: (string | null)[] = [];
  const endpoint = await serve(async (request, response) => {
    const protection = new URLSearchParams(await text(request)).get('EnableTerminationProtection');
    said.push(protection);
    response.writeHead(isGoing && protection === 'true' ? 400 : 200, { 'content-type': 'text/xml' });
    response.end('<Response></Response>');
  });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const work = async (): Promise<void> => {
    if (fails) throw new Error('Access denied');
  };

  const done = withoutProtection(newClient(endpoint), 'Prod', work);

  await (fails ? expect(done).rejects.toThrow('Access denied') : done);
  expect(said).toEqual(expected);
  expect(write.mock.calls.join('')).toBe(line);
  write.mockRestore();
});
