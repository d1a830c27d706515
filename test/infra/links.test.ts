import { expect, test } from 'vitest';
import { findActorsFunction, synthesise } from '../support/make/stack.ts';

const without = await synthesise();
const development = await synthesise({ personLinks: true });
const example = await synthesise({ stage: 'example' });

/** Logical ids, and route keys, of what a template has. */
const namesIn = ({ template }: typeof without): readonly string[] =>
  Object.entries(template.toJSON().Resources as Record<string, { Properties?: { RouteKey?: string } }>).map(
    ([id, { Properties }]) => Properties?.RouteKey ?? id,
  );

test('nothing of links is in a stage without the option', () => {
  const ofLinks = namesIn(development).filter((name) => !namesIn(without).includes(name));

  expect(namesIn(without).filter((name) => /link|withdrawal|\/[pu]\//i.test(name))).toEqual([]);
  expect(namesIn(without).filter((name) => !namesIn(development).includes(name))).toEqual([]);
  expect(ofLinks).toEqual(
    expect.arrayContaining(['LinkSecret', 'MakeLinksFunction', 'LinkPageFunction', 'LinkWithdrawalFunction']),
  );
  expect(JSON.stringify(without.template.toJSON())).not.toMatch(/LINK_SECRET|LINK_BASE_URL|LinkSecret/);
});

const linkRoutes = [
  'GET /p/{link}',
  'GET /u/{link}',
  'HEAD /p/{link}',
  'HEAD /u/{link}',
  'POST /p/{link}',
  'POST /u/{link}',
];

test('GET and HEAD reach the function that can write only how much was read, POST the one that withdraws', () => {
  const routes = Object.values(development.template.findResources('AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => [Properties.RouteKey, JSON.stringify(Properties.Target)] as const,
  );
  const found = routes.filter(([key]) => linkRoutes.includes(key)).sort();

  expect(found.map(([key]) => key)).toEqual(linkRoutes);
  for (const [key, target] of found)
    expect(target, key).toContain(key.startsWith('POST') ? '"LinkWithdrawal' : '"LinkPage');
  const writes = findActorsFunction(development.template, 'linkPage').statements.flatMap(({ Action }) => Action);
  expect(writes.filter((action) => /Put|Update|Delete|Write/.test(action)).sort()).toEqual([
    'dynamodb:UpdateItem',
    'logs:PutLogEvents',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ]);
});

test('each of their routes has a rate of its own, so that programs which open all links keep nobody from withdrawing', () => {
  const [stage] = Object.values(development.template.findResources('AWS::ApiGatewayV2::Stage'));
  const settings = stage?.Properties.RouteSettings;

  expect(linkRoutes.map((key) => settings[key])).toEqual(
    linkRoutes.map((key) =>
      key.startsWith('POST')
        ? { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 }
        : { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
    ),
  );
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(['LinkPageGETPage', 'LinkWithdrawalPOSTOneClick']));
});

test('the gateway logs the route of a link, and not the path that has it', () => {
  const [stage] = Object.values(development.template.findResources('AWS::ApiGatewayV2::Stage'));

  expect(Object.values(JSON.parse(stage?.Properties.AccessLogSettings.Format))).toEqual([
    '$context.requestId',
    '$context.routeKey',
    '$context.status',
    '$context.responseLength',
    '$context.responseLatency',
    '$context.integrationLatency',
    '$context.integrationStatus',
    '$context.error.responseType',
  ]);
});

test('the secret is made once, with a first generation of 380 bits, and outlives the stack where data does', async () => {
  const retained = await synthesise({ stage: 'dev-retained', personLinks: true, retainData: true });
  const [secret] = Object.values(retained.template.findResources('AWS::SecretsManager::Secret')).filter(
    ({ Properties }) => Properties.GenerateSecretString?.GenerateStringKey === '1',
  );

  expect(secret).toMatchObject({
    Properties: {
      GenerateSecretString: {
        SecretStringTemplate: '{}',
        GenerateStringKey: '1',
        PasswordLength: 64,
        ExcludePunctuation: true,
      },
      KmsKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] },
    },
    DeletionPolicy: 'RetainExceptOnCreate',
  });
  retained.template.hasOutput('LinkSecretArn', { Value: { Ref: 'LinkSecret' } });
});

test('an existing secret is read in its place, and the domain is what links begin with', () => {
  const { template } = example;
  const existing = 'arn:aws:secretsmanager:eu-south-1:111122223333:secret:LinkSecretOfBefore-a1B2c3';

  expect(Object.keys(template.findResources('AWS::SecretsManager::Secret'))).toEqual(['SigningKey']);
  for (const actor of ['makeLinks', 'linkPage', 'linkWithdrawal'] as const) {
    const { properties, statements } = findActorsFunction(template, actor);
    expect(properties.Environment.Variables, actor).toMatchObject({
      LINK_SECRET: existing,
      LINK_BASE_URL: 'https://consents.shop.example',
    });
    const reads = statements.filter(({ Action }) => Action === 'secretsmanager:GetSecretValue');
    expect(reads.map(({ Resource }) => Resource)).toEqual([existing]);
  }
  template.hasOutput('LinkSecretArn', { Value: existing });
});

test('the pages accept every address: they are for everybody', () => {
  const told = (actor: 'makeLinks' | 'linkPage' | 'linkWithdrawal') =>
    findActorsFunction(example.template, actor).properties.Environment.Variables.ALLOWED_ADDRESSES;

  expect([told('makeLinks'), told('linkPage'), told('linkWithdrawal')]).toEqual([
    '203.0.113.0/24,2001:db8:1::/48',
    undefined,
    undefined,
  ]);
});

test('the alarm of withdrawals counts each answer of 5xx of their function, and each call of it that had none', () => {
  const metrics = Object.values(development.template.findResources('AWS::Logs::MetricFilter')).filter(
    ({ Properties }) => Properties.MetricTransformations[0].MetricName === 'WithdrawalsUnfinished',
  );

  expect(metrics.map(({ Properties: { LogGroupName, FilterPattern } }) => [LogGroupName, FilterPattern])).toEqual([
    [
      { Ref: 'LinkWithdrawalLogs' },
      '{ (($.message.code = "request.end") && ($.message.status >= 500) && ($.message.status <= 599)) || (($.type = "platform.report") && ($.record.status != "success")) }',
    ],
  ]);
});
