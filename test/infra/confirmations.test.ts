import { expect, test } from 'vitest';
import { parseOptions } from '../../infra/options.ts';
import { findActorsFunction, synthesise } from '../support/make/stack.ts';

const mailFrom = 'consents@shop.example';
const without = await synthesise();
const development = await synthesise({ mailFrom });
const example = await synthesise({ stage: 'example' });

/** Logical ids, and route keys, of what a template has. */
const namesIn = ({ template }: typeof without): readonly string[] =>
  Object.entries(template.toJSON().Resources as Record<string, { Properties?: { RouteKey?: string } }>).map(
    ([id, { Properties }]) => Properties?.RouteKey ?? id,
  );

const routes = ['GET /c/{link}', 'HEAD /c/{link}', 'POST /c/{link}'];

test('a stage without the option answers that it sends no mail, and has nothing else of mail', () => {
  const { properties, statements } = findActorsFunction(without.template, 'requestConfirmation');

  expect(namesIn(without).filter((name) => /mail|\/c\/|^Confirmation/i.test(name))).toEqual([]);
  expect(Object.keys(properties.Environment.Variables).filter((name) => /MAIL|SES|BASE_URL/.test(name))).toEqual([]);
  expect(JSON.stringify(statements)).not.toContain('ses:');
});

test('GET and HEAD reach the function that can write only how much was read, POST the one that records, each with a rate of its own', () => {
  const { template } = development;
  const found = Object.values(template.findResources('AWS::ApiGatewayV2::Route'))
    .map(({ Properties }) => [Properties.RouteKey, JSON.stringify(Properties.Target)] as const)
    .filter(([key]) => routes.includes(key))
    .sort();
  const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
  const rates = [...routes, 'POST /consent-register/confirmations/request'].map(
    (key) => stage?.Properties.RouteSettings[key]?.ThrottlingRateLimit,
  );

  expect(found.map(([key]) => key)).toEqual(routes);
  for (const [key, target] of found)
    expect(target, key).toContain(key.startsWith('POST') ? '"ConfirmationPOST' : '"ConfirmationPage');
  const writes = findActorsFunction(template, 'confirmationPage').statements.flatMap(({ Action }) => Action);
  expect(writes.filter((action) => /Put|Update|Delete|Write|Send/.test(action)).sort()).toEqual([
    'dynamodb:UpdateItem',
    'logs:PutLogEvents',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ]);
  expect(rates).toEqual([50, 50, 20, 10]);
});

test('one function sends, from the address of the option and with the configuration set of the stage alone', () => {
  const { template } = example;
  const senders = namesIn(example).length;
  const roles = Object.values(template.findResources('AWS::IAM::Policy')).filter((policy) =>
    JSON.stringify(policy).includes('ses:'),
  );
  const sending = findActorsFunction(template, 'requestConfirmation').statements.filter(
    ({ Action }) => Action === 'ses:SendEmail',
  );

  expect(senders).toBeGreaterThan(0);
  expect(roles).toHaveLength(1);
  expect(sending).toHaveLength(1);
  expect(sending[0]?.Condition).toEqual({
    StringEquals: { 'ses:FromAddress': mailFrom },
    StringEqualsIfExists: { 'ses:FeedbackAddress': mailFrom },
  });
  const resources = [sending[0]?.Resource].flat().map((resource) => JSON.stringify(resource));
  expect(resources.map((resource) => /ses:.*:(identity\/[^"]*|configuration-set\/)/.exec(resource)?.[1])).toEqual([
    `identity/${mailFrom}`,
    'identity/shop.example',
    'configuration-set/',
  ]);
});

test('the configuration set follows nobody, and leaves out who bounced or complained', () => {
  development.template.hasResourceProperties('AWS::SES::ConfigurationSet', {
    Name: 'ConsentRegister-dev-mail',
    ReputationOptions: { ReputationMetricsEnabled: true },
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    VdmOptions: { DashboardOptions: { EngagementMetrics: 'DISABLED' } },
  });
  const [set] = Object.values(development.template.findResources('AWS::SES::ConfigurationSet'));

  expect(set?.Properties).not.toHaveProperty('TrackingOptions');
  development.template.resourceCountIs('AWS::SES::ConfigurationSetEventDestination', 0);
});

test('links lead to the domain, and the pages accept every address: they are for everybody', () => {
  const variables = (actor: 'requestConfirmation' | 'confirmationPage' | 'confirmation') =>
    findActorsFunction(example.template, actor).properties.Environment.Variables;

  expect(variables('requestConfirmation')).toMatchObject({
    MAIL_FROM: mailFrom,
    LINK_BASE_URL: 'https://consents.shop.example',
    ALLOWED_ADDRESSES: '203.0.113.0/24,2001:db8:1::/48',
  });
  for (const actor of ['confirmationPage', 'confirmation'] as const)
    expect(Object.keys(variables(actor)).sort()).toEqual(['AWS_ENDPOINT_URL_DYNAMODB', 'TABLE_NAME']);
  example.template.hasOutput('MailFrom', { Value: mailFrom });
});

test('outside development mail needs a domain, and a sender is an address alone', () => {
  const development = { stage: 'dev', region: 'eu-west-1' };
  const production = { stage: 'prod', region: 'eu-west-1', alarms: 'none', anchorRetentionDays: 365 };

  expect(parseOptions({ ...development, mailFrom })).toMatchObject({ mailFrom });
  expect(() => parseOptions({ ...production, mailFrom })).toThrow('Option domainName must be given with mailFrom');
  for (const wrong of ['Shop <consents@shop.example>', 'shop.example', 'a@localhost', 'a@b.example,c@d.example'])
    expect(() => parseOptions({ ...development, mailFrom: wrong })).toThrow(
      'Option mailFrom must be an email address alone',
    );
});
