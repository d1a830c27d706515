import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { contract } from '../../shared/api/contract.ts';
import { toRouteKey } from '../support/call/event.ts';
import { synthesise } from '../support/make/stack.ts';

const { template } = await synthesise();
const example = await synthesise({ stage: 'example' });

const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);

const keyFile = ['GET /evidence/keys.json', 'HEAD /evidence/keys.json'];

test('routes POST on the path of each operation to it, the key file to its own, and all else but preflights to the function for no operation', () => {
  const operations = Object.values(contract).map(toRouteKey);
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    `${method} /`,
    `${method} /{path+}`,
  ]);
  const targets = routes
    .filter(({ RouteKey }) => others.includes(RouteKey))
    .map(({ Target }) => JSON.stringify(Target));

  expect(routes.map(({ RouteKey }) => RouteKey)).toEqual([
    ...operations.filter((key) => key !== toRouteKey(contract.makeLinks)),
    ...keyFile,
    ...others,
  ]);
  expect(new Set(targets)).toEqual(
    new Set(['{"Fn::Join":["",["integrations/",{"Ref":"NoOperationGETRootIntegration"}]]}']),
  );
  template.allResourcesProperties('AWS::ApiGatewayV2::Integration', { PayloadFormatVersion: '2.0' });
});

test('limits requests, and logins and new passwords, each to what leaves room for others or what their containers take', () => {
  template.resourceCountIs('AWS::ApiGatewayV2::Stage', 1);
  template.hasResource('AWS::ApiGatewayV2::Stage', {
    Properties: {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
      RouteSettings: {
        'POST /login': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 5 },
        'POST /password': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 5 },
      },
    },
    DependsOn: Match.arrayWith(['ChangePasswordRoute', 'LoginRoute']),
  });
  example.template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 },
    RouteSettings: { 'POST /login': { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 50 } },
  });
});

test('limits what is no operation to a few requests a second on each route, and the key file to ten', () => {
  const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
  const { 'POST /login': _login, 'POST /password': _password, ...settings } = stage?.Properties.RouteSettings ?? {};
  const others = routes.map(({ RouteKey }) => RouteKey).filter((key) => / \/(?:\{path\+\})?$/.test(key));
  const limited = (keys: readonly string[], rate: number, burst: number) =>
    Object.fromEntries(keys.map((key) => [key, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }]));

  expect(settings).toEqual({ ...limited(others, 5, 1), ...limited(keyFile, 10, 10) });
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(['NoOperationGETPath', 'NoOperationDELETERoot']));
});

test('serves the console with an option, at rates that leave capacity to the operations, and outputs its address', () => {
  const keys = ['GET /console', 'GET /console/{file+}', 'HEAD /console', 'HEAD /console/{file+}'];
  const taken = Object.values(example.template.findResources('AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties.RouteKey,
  );
  const [stage] = Object.values(example.template.findResources('AWS::ApiGatewayV2::Stage'));
  const limits = keys.map((key) => stage?.Properties.RouteSettings[key]);

  expect(taken.filter((key) => key.includes('/console'))).toEqual(keys);
  expect(taken).toContain('GET /{path+}');
  expect(limits).toEqual(keys.map(() => ({ ThrottlingRateLimit: 20, ThrottlingBurstLimit: 20 })));
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(['ConsoleGETPage', 'ConsoleHEADFile']));
  expect(routes.filter(({ RouteKey }) => RouteKey.includes('/console'))).toEqual([]);
  example.template.hasOutput('ConsoleUrl', { Value: 'https://consents.shop.example/console' });
});

test('logs requests without who sent them and what they said', () => {
  const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
  const { DestinationArn, Format } = stage?.Properties.AccessLogSettings ?? {};

  expect(DestinationArn).toEqual({ 'Fn::GetAtt': ['AccessLogs', 'Arn'] });
  expect(Object.keys(JSON.parse(Format))).toEqual(
    expect.arrayContaining(['requestId', 'routeKey', 'status', 'milliseconds']),
  );
  expect(Format).not.toMatch(/identity|sourceIp|userAgent|authorizer|header|path\b|querystring/i);
});

test('lets browsers call from no other site, unless some are named', () => {
  const [api] = Object.values(template.findResources('AWS::ApiGatewayV2::Api'));

  expect(api?.Properties).not.toHaveProperty('CorsConfiguration');
  example.template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: {
      AllowOrigins: ['https://shop.example', 'https://www.shop.example'],
      AllowMethods: ['POST'],
      AllowHeaders: ['authorization', 'content-type', 'idempotency-key'],
      ExposeHeaders: ['retry-after', 'idempotent-replayed'],
    },
  });
  const taken = Object.values(example.template.findResources('AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties.RouteKey.split(' ')[0],
  );
  expect(taken.filter((method) => ['OPTIONS', 'ANY', '$default'].includes(method))).toEqual([]);
});

test('has the default endpoint where there is no domain', () => {
  template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
  template.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
  template.resourceCountIs('AWS::Route53::RecordSet', 0);
});

test('has the custom domain with TLS 1.2 and records for both kinds of addresses, and no other way in', () => {
  example.template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  example.template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
    DomainName: 'consents.shop.example',
    DomainNameConfigurations: [{ SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' }],
  });
  example.template.hasResource('AWS::ApiGatewayV2::ApiMapping', {
    Properties: { Stage: '$default', DomainName: { Ref: 'Domain' } },
    DependsOn: ['Stage'],
  });
  for (const Type of ['A', 'AAAA']) {
    example.template.hasResourceProperties('AWS::Route53::RecordSet', { Type, Name: 'consents.shop.example.' });
  }
  example.template.hasOutput('ApiUrl', { Value: 'https://consents.shop.example' });
});

test('tells where the API, the tables and the keys are, and the bus where there are events', () => {
  const tables = ['TableName', 'ErasuresTableName', 'LogTableName', 'AnchorBucket'];
  const outputs = ['ConsentRegister', 'ApiUrl', ...tables, 'SigningKeySecret', 'EvidenceKey'];

  expect(Object.keys(template.findOutputs('*'))).toEqual(outputs);
  expect(example.template.findOutputs('ConsentRegister')).toEqual({ ConsentRegister: { Value: 'example' } });
  expect(Object.keys(example.template.findOutputs('*'))).toEqual([
    'BackupDays',
    'BackupVault',
    'ConsentRegister',
    'ApiUrl',
    'ConsoleUrl',
    ...outputs.slice(2),
    'MailFrom',
    'LinkSecretArn',
    'EventBusName',
    'EncryptionKey',
    'AlarmTopicArn',
  ]);
});
