import { expect, test } from 'vitest';
import { limitRequests } from '../../infra/api.ts';
import type { Options } from '../../infra/options.ts';
import { optionSchemas, parseOptions } from '../../infra/options.ts';
import { readOptions } from '../../infra/stage-app.ts';
import example from '../../stages/example.json' with { type: 'json' };
import { synthesise } from '../support/make/stack.ts';

const read = (context: Readonly<Record<string, unknown>>): Options =>
  readOptions('stage' in context ? context : { region: 'us-east-1', ...context });

test('the example sets every option, but for what goes with no address', () => {
  const others = ['stage', 'alarms', 'alarmTopicArn'];

  expect([...others, ...Object.keys(example)].sort()).toEqual(Object.keys(optionSchemas).sort());
});

const wrongValues = [
  ['stagee', 'prod'],
  ['stage', 'Prod'],
  ['stage', '../prod'],
  ['region', 'Milan'],
  ['account', '1111'],
  ['domainName', 'shop'],
  ['certificateArn', 'arn:aws:acm:eu-south-1:111122223333:certificate'],
  ['hostedZoneId', 'zone'],
  ['hostedZoneName', 'shop'],
  ['alarmEmail', 'operations'],
  ['alarmTopicArn', 'operations'],
  ['alarms', 'some'],
  ['accessLog', 'yes'],
  ['corsOrigins', '*'],
  ['corsOrigins', 'https://shop.example/'],
  ['console', 'on'],
  ['allowedAddresses', ''],
  ['allowedAddresses', '203.0.113.7'],
  ['allowedAddresses', '203.0.113.7/8'],
  ['allowedAddresses', '203.0.113.0/33'],
  ['allowedAddresses', '010.0.0.0/8'],
  ['allowedAddresses', '10.8/16'],
  ['allowedAddresses', '2001:db8::1/32'],
  ['allowedAddresses', 'fe80::%1/10'],
  ['allowedAddresses', '::ffff:10.0.0.0/104'],
  ['allowedAddresses', '203.0.113.0/24, 198.51.100.0/24'],
  ['allowedAddresses', Array.from({ length: 51 }, (_, i) => `10.0.${i}.0/24`).join(',')],
  ['personLinks', 'maybe'],
  ['mailFrom', 'Shop <consents@shop.example>'],
  ['accessTokenSeconds', '86401'],
  ['refreshTokenSeconds', '0x10'],
  ['requestsPerSecond', '0'],
  ['loginsPerSecond', ''],
  ['loginConcurrency', 'none'],
  ['logRetentionDays', '91'],
  ['loginMemoryMegabytes', '1GB'],
  ['signingKeyRotationDays', '1'],
  ['evidenceKeyGeneration', '0'],
  ['checkpointMinutes', '0'],
  ['checkpointMinutes', '61'],
  ['anchorRetentionDays', '0'],
  ['timestampAuthority', 'tsa.example'],
  ['checkpointEmails', 'the DPO'],
  ['events', 'some'],
  ['existingLinkSecretArn', 'consent-register-links'],
  ['existingLinkSecretArn', 'arn:aws:secretsmanager:us-east-1:111122223333:secret:links'],
  ['existingTable', 'a table'],
  ['existingTableStreamArn', 'arn:aws:dynamodb:eu-west-1:111122223333:table/a'],
  ['existingLogTable', 'a log'],
  ['existingErasuresTable', 'ab'],
  ['existingTableKeyArn', 'alias/key'],
  ['backupDays', '7'],
  ['replicaKeyArns', 'eu-west-1'],
  ['replicaKeyArns', '{"eu-west-1":"arn:aws:kms:eu-west-2:111122223333:key/1"}'],
  ['retainData', 'yes'],
] as const;

test.each(wrongValues)('option %s=%s: refused by a line that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^Option ${name} (must|is unknown).*\\.$`));
});

test('an unknown option: the line names the one that was meant, or all', () => {
  expect(() => read({ backupDay: 50 })).toThrow(
    'Option backupDay is unknown. Did you mean backupDays? docs/deploy.md lists all options.',
  );
  expect(() => read({ vpc: 'on' })).toThrow(/^Option vpc is unknown\. Known options: stage, region, /);
});

test('an AWS account without quotes gets an error that asks for quotes', () => {
  expect(() => read({ account: 111_122_223_333 })).toThrow(
    'Option account must be the twelve digits of an AWS account, in quotes.',
  );
});

test.each([
  ['certificateArn', 'arn:aws:acm:eu-south-1:444455556666:certificate/1'],
  ['existingTableStreamArn', example.existingTableStreamArn.replace('111122223333', '444455556666')],
])('%s of another AWS account is refused where the stage names its own', (name, value) => {
  expect(() => parseOptions({ ...example, stage: 'prod', [name]: value })).toThrow(
    `Option ${name} must be in the AWS account of the stage, 111122223333.`,
  );
});

test('every option has a value that it refuses', () => {
  const names = new Set<string>(wrongValues.map(([name]) => name));

  expect(Object.keys(optionSchemas).filter((name) => !names.has(name))).toEqual([]);
});

test('the stack reads every option', async () => {
  const parsed = read({ stage: 'example' });
  const seen = new Set<string | symbol>();
  await synthesise(
    { stage: 'example' },
    (options) =>
      new Proxy(options, {
        get: (target, name) => {
          seen.add(name);
          return Reflect.get(target, name);
        },
      }),
  );

  expect(Object.keys(parsed).filter((name) => !seen.has(name))).toEqual([]);
});

test('a domain without its certificate is refused, and a replica in its own region', () => {
  const arn = 'arn:aws:kms:us-east-1:111122223333:key/1';

  expect(() => read({ domainName: 'consents.shop.example' })).toThrow(
    'Option certificateArn must be given with domainName.',
  );
  expect(() => read({ replicaKeyArns: JSON.stringify({ 'us-east-1': arn }) })).toThrow(
    'Option replicaKeyArns must not name the region of the stage.',
  );
});

const streamArn = 'arn:aws:dynamodb:us-east-1:111122223333:table/restored/stream/2026-11-20T12:00:00.000';

test('a table that exists needs its stream, and the line says how to come by it', () => {
  const needed =
    'Option existingTableStreamArn must be the stream of existingTable, which feeds the log. Turn one on with new and old images, and read its ARN: aws dynamodb describe-table --table-name restored --query Table.LatestStreamArn.';

  expect(() => read({ existingTable: 'restored' })).toThrow(needed);
  expect(() => read({ existingTable: 'other', existingTableStreamArn: streamArn })).toThrow(
    needed.replace('restored', 'other'),
  );
  expect(() => read({ existingTableStreamArn: streamArn })).toThrow('Option existingTable must be given with');
  expect(read({ existingTable: 'restored', existingTableStreamArn: streamArn })).toMatchObject({
    existingTableStreamArn: streamArn,
  });
});

test('a domain outside its zone is refused, and what is in another region than the stage', () => {
  const { domainName, region } = example;

  expect(() => read({ stage: 'example', domainName: `${domainName}.test` })).toThrow(
    'Option hostedZoneName must be the zone that contains domainName.',
  );
  expect(() => read({ stage: 'example', domainName: 'consents.workshop.example' })).toThrow('hostedZoneName');
  const certificateArn = example.certificateArn.replace(region, 'us-east-1');
  expect(() => read({ stage: 'example', certificateArn })).toThrow(
    'Option certificateArn must be in the region of the stage, eu-south-1.',
  );
  const existingTableKeyArn = example.existingTableKeyArn.replace(region, 'us-east-1');
  expect(() => read({ stage: 'example', existingTableKeyArn })).toThrow(
    'Option existingTableKeyArn must be in the region',
  );
  const existingTableStreamArn = example.existingTableStreamArn.replace(region, 'us-east-1');
  expect(() => read({ stage: 'example', existingTableStreamArn })).toThrow(
    'Option existingTableStreamArn must be in the region',
  );
});

test('a stage that is not for development needs its file', () => {
  expect(() => read({ stage: 'prod-of-nobody' })).toThrow(
    'Option stage names prod-of-nobody, which has no file stages/prod-of-nobody.json. npm run admin -- init --stage prod-of-nobody writes it.',
  );
  expect(read({ stage: 'dev-of-nobody', region: 'eu-west-1' })).toMatchObject({ stage: 'dev-of-nobody' });
});

const development = { stage: 'dev', region: 'eu-west-1' };

const production = {
  stage: 'prod',
  region: 'eu-west-1',
  alarmEmail: 'operations@shop.example',
  anchorRetentionDays: 3_653,
};

test('outside development a stage says who gets its alarms, or that nobody does', () => {
  const { alarmEmail, ...silent } = production;
  const alarmTopicArn = 'arn:aws:sns:eu-west-1:111122223333:operations';

  expect(() => parseOptions(silent)).toThrow(/^Option alarmEmail or alarmTopicArn must be given, .*"none"\.$/);
  expect(parseOptions({ ...silent, alarms: 'none' })).toMatchObject({ alarms: 'none' });
  expect(parseOptions({ ...silent, alarmTopicArn })).toMatchObject({ alarmTopicArn });
  expect(parseOptions(development).alarmEmail).toBeUndefined();
  expect(() => parseOptions({ ...production, alarmTopicArn })).toThrow(
    'alarmTopicArn must be left out with alarmEmail',
  );
  expect(() => parseOptions({ ...production, alarms: 'none' })).toThrow(
    'alarms must be left out where somebody gets the alarms',
  );
  expect(() => parseOptions({ ...silent, alarmTopicArn: alarmTopicArn.replace('eu-west-1', 'us-east-1') })).toThrow(
    'alarmTopicArn must be in the region',
  );
});

test('outside development a stage says for how long its anchors are locked; in development a day', () => {
  const { anchorRetentionDays, ...unsaid } = production;

  expect(() => parseOptions(unsaid)).toThrow('Option anchorRetentionDays must be given');
  expect(parseOptions(development)).toMatchObject({ anchorRetentionDays: 1 });
});

test('outside development links for people need a domain, and an existing secret needs links', () => {
  const personLinks = true;
  const existingLinkSecretArn = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:links-a1B2c3';

  expect(() => parseOptions({ ...production, personLinks })).toThrow(
    'Option domainName must be given with personLinks',
  );
  expect(parseOptions({ ...development, personLinks })).toMatchObject({ personLinks });
  expect(parseOptions(development)).toMatchObject({ personLinks: false });
  expect(() => parseOptions({ ...development, existingLinkSecretArn })).toThrow(
    'Option personLinks must be true with existingLinkSecretArn.',
  );
  expect(() => parseOptions({ ...development, personLinks, existingLinkSecretArn, account: '222222222222' })).toThrow(
    'Option existingLinkSecretArn must be in the AWS account of the stage',
  );
  expect(() => parseOptions({ ...development, personLinks, existingLinkSecretArn, region: 'eu-south-1' })).toThrow(
    'Option existingLinkSecretArn must be in the region of the stage',
  );
});

test('a stage is where its options say, and nowhere else', () => {
  const needed = 'Option region must be given, such as { "region": "eu-west-1" }.';

  expect(() => parseOptions({ ...production, region: undefined })).toThrow(needed);
  expect(() => readOptions({})).toThrow(
    `${needed} Stage dev has no file: npm run admin -- init --stage dev writes it, and -c stage=<name> names another stage.`,
  );
  expect(parseOptions(production)).toMatchObject({ region: 'eu-west-1' });
});

test.each(['cn-north-1', 'cn-northwest-1', 'us-gov-west-1', 'us-gov-east-1', 'us-iso-east-1', 'us-isob-east-1'])(
  'region %s: refused, and the line says why',
  (region) => {
    expect(() => read({ region })).toThrow(/^Option region must be outside .*Lambda has no .*\.$/);
  },
);

test.each([
  ['eu-west-1', 10_000, 5_000],
  ['eu-south-1', 2_500, 1_250],
])('in %s a stage takes no more than API Gateway: %i requests a second, %i at once', (region, rate, burst) => {
  for (const name of ['requestsPerSecond', 'loginsPerSecond']) {
    const { requestBurst, loginBurst } = limitRequests(read({ region, [name]: rate }));

    expect(name === 'requestsPerSecond' ? requestBurst : loginBurst).toBe(burst);
    expect(() => read({ region, [name]: rate + 1 })).toThrow(new RegExp(`^Option ${name} must be .*${rate}`));
  }
});

test('what CDK itself puts into context is no option', () => {
  expect(read({ 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:newFlag': true, 'cli-telemetry': false })).toEqual(
    read({}),
  );
});

test('the command line goes before the file of the stage', () => {
  expect(read({ stage: 'example' })).toMatchObject({ region: 'eu-south-1', requestsPerSecond: 500 });
  expect(read({ stage: 'example', requestsPerSecond: '7' })).toMatchObject({ requestsPerSecond: 7 });
  expect(read({ region: 'eu-central-1' })).toMatchObject({ stage: 'dev', region: 'eu-central-1' });
});

test('text of the command line means what a file would say', () => {
  expect(
    read({ corsOrigins: 'https://a.example,http://localhost:3000', retainData: 'true', loginsPerSecond: '5' }),
  ).toEqual(
    read({ corsOrigins: ['https://a.example', 'http://localhost:3000'], retainData: true, loginsPerSecond: 5 }),
  );
  expect(read({ corsOrigins: '' }).corsOrigins).toEqual([]);
});

test.each([
  [{}, { requestsPerSecond: 200, requestBurst: 400, loginsPerSecond: 10, loginBurst: 5 }],
  [{ requestsPerSecond: 30 }, { requestsPerSecond: 30, requestBurst: 60 }],
  [{ loginsPerSecond: 5 }, { loginsPerSecond: 5, loginBurst: 3 }],
  [{ loginConcurrency: '50' }, { loginsPerSecond: 500, loginBurst: 500 }],
  [{ loginConcurrency: 600 }, { loginsPerSecond: 6_000, loginBurst: 5_000 }],
  [
    { loginConcurrency: 600, region: 'eu-south-1' },
    { loginsPerSecond: 2_500, loginBurst: 1_250 },
  ],
  [
    { loginConcurrency: 50, loginsPerSecond: 20 },
    { loginsPerSecond: 20, loginBurst: 500 },
  ],
])('%j: logins are limited to what their containers take, or to what leaves room for others', (given, expected) => {
  expect(limitRequests(read(given))).toMatchObject(expected);
});

test.each([
  ['dev', false],
  ['dev-ada', false],
  ['prod', true],
  ['staging', true],
  ['devout', true],
])('stage %s: data is retained: %s', (stage, retainData) => {
  expect(parseOptions({ ...production, stage })).toMatchObject({ retainData });
  expect(parseOptions({ ...production, stage, retainData: !retainData })).toMatchObject({
    retainData: !retainData,
  });
});
