import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../infra/policies.ts';
import { policies } from '../../infra/policies.ts';
import { registerTag } from '../../infra/register-name.ts';
import { toStackName } from '../../shared/runtime/stage.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { findAllowing, roles, stageArns } from './iam.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
const statements = Object.values(policies).flatMap(({ Statement }) => Statement);

interface Place {
  readonly stage: string;
  readonly region?: string;
  readonly account?: string;
}

/** The names of a stage's resources, which differ from those of another in the stage alone: CloudFormation adds random text. */
const namesOf = ({
  stage,
  region = 'eu-west-1',
  account = '111122223333',
}: Place): Readonly<Record<string, string>> => {
  const stack = toStackName(stage);
  return {
    REGION: region,
    AWS_ACCOUNT: account,
    STACK: stack,
    STAGE: stage,
    TABLE_NAME: `${stack}-Table-1A2B3C4D5E6F7`,
    ERASURES_TABLE: `${stack}-ErasuresTable-1A2B3C4D5E6F7`,
    LOG_TABLE: `${stack}-LogTable-1A2B3C4D5E6F7`,
    ANCHOR_BUCKET: `${stack.toLowerCase()}-anchors-${region}-${account}`,
    KEY_ID: `mrk-1234abcd12ab34cd56ef1234567890ab-${stage}`,
    SECRET_NAME: `SigningKey-AbCdEfGhIjKl-AbCdEf-${stage}`,
    EVIDENCE_ID: `1234abcd-12ab-34cd-56ef-1234567890ab-${stage}`,
    EVENT_BUS: stack,
    ALARM_TOPIC: `${stack}-AlarmTopic1A2B3C4D-1A2B3C4D5E6F7`,
    BACKUP_VAULT: `${stack}-1a2b3c4d`,
    ROTATION: `${stack}-RotateSigningKeyFunction-1A2B3C4D5E6F7`,
  };
};

const fill = (text: string, place: Place): string =>
  Object.entries(namesOf(place)).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);

/** The resources of a stage, with the tag that its keys and secrets have. */
const resourcesOf = (place: Place) =>
  Object.values(stageArns).map((arn) => {
    const tag = registerTag.of(toStackName(place.stage), place.stage);
    const isTagged = /:(?:kms|secretsmanager):/.test(arn);
    return { arn: fill(arn, place), tags: isTagged ? { [`aws:ResourceTag/${registerTag.key}`]: [tag] } : {} };
  });

/** What a call names to meet the conditions of a statement, all that its caller chooses. */
const contextFor = ({ Condition = {} }: Statement): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(Condition)
      .filter(([operator]) => operator !== 'Null')
      .flatMap(([operator, keys]) =>
        Object.entries(keys).map(([key, expected]) => [
          key,
          operator.endsWith('NotEquals') ? ['PK'] : [expected].flat().slice(0, 1),
        ]),
      ),
  );

/** The resources of a stage that the policies of the stage `prod` reach in any way. */
const findReached = (place: Place): string[] => {
  const filled: Statement[] = JSON.parse(fill(JSON.stringify(statements), { stage: 'prod' }));
  const own = filled.filter(({ Resource }) => !Resource.includes('*'));
  return resourcesOf(place)
    .filter(({ arn, tags }) =>
      own.some((statement) => {
        const { [`aws:ResourceTag/${registerTag.key}`]: _, ...context } = contextFor(statement);
        const request = { resource: arn, context: { ...context, ...tags } };
        return statement.Action.some((action) =>
          findAllowing({ Version: '2012-10-17', Statement: [statement] }, { ...request, action }),
        );
      }),
    )
    .map(({ arn }) => arn);
};

test('the policies of prod reach every resource of prod', () => {
  expect(findReached({ stage: 'prod' })).toEqual(resourcesOf({ stage: 'prod' }).map(({ arn }) => arn));
});

test.each<Place>([
  ...['prod-2', 'prod-2-x', 'prod2', 'pro', 'x-prod'].map((stage) => ({ stage })),
  { stage: 'prod', region: 'eu-south-1' },
  { stage: 'prod', account: '444455556666' },
])('and none of %o', (place) => {
  expect(findReached(place)).toEqual([]);
});

test('IAM knows no resources of trails, and of the sending of an AWS account, alone', () => {
  expect(statements.filter(({ Resource }) => Resource.includes('*')).map(({ Sid }) => Sid)).toEqual([
    'DescribeMail',
    'DescribeTrails',
  ]);
});

test('who looks writes nothing', () => {
  const names = policies.look.Statement.flatMap(({ Action }) => Action).map((action) => action.split(':')[1]);
  const beside = names.filter((name) => !/^(?:Describe|Get|List|Query$|Scan$|BatchGetItem$)/.test(name ?? ''));

  expect(beside.sort()).toEqual(['Decrypt', 'Sign']);
});

test('who erases alone deletes, and nothing of the erasures table', () => {
  const deleting = statements.filter(({ Action }) => Action.join().includes('Delete'));

  expect(deleting.map(({ Resource }) => Resource)).toEqual([[stageArns.table]]);
  expect(policies.erase.Statement).toContain(deleting[0]);
});

test('who erases changes nothing of an account, its users, projects and notices but the number that voids counts', () => {
  const changes = ['historyEpoch', 'name', 'consentRegisterEnabled', 'texts', 'retiredAt'].filter((name) =>
    findAllowing(roles.erase, {
      action: 'dynamodb:UpdateItem',
      resource: stageArns.table,
      context: {
        'dynamodb:LeadingKeys': [keyOf.account('a'.repeat(32)).PK],
        'dynamodb:Attributes': ['PK', 'SK', name],
      },
    }),
  );

  expect(changes).toEqual(['historyEpoch']);
});

const secrets = ['passwordHash', 'familyHash', 'currentHash', 'previousHash'];
const call = (action: string, attributes: readonly string[], context: object) => ({
  action: `dynamodb:${action}`,
  resource: stageArns.table,
  context: { 'dynamodb:Attributes': attributes, ...context },
});

/** Every way to see the secrets of an item: all its attributes, these by name, and those that a write returns. */
const waysToSee = [keyOf.credential('x').PK, keyOf.session(7, 'x').PK].flatMap((partition) => {
  const named = { 'dynamodb:LeadingKeys': [partition] };
  return [
    ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect'].flatMap((action) => [
      ...[['PK', 'SK', 'id'], []].flatMap((attributes) =>
        [{}, { 'dynamodb:Select': ['ALL_ATTRIBUTES'] }].map((select) =>
          call(action, attributes, { ...(action !== 'Scan' && named), ...select }),
        ),
      ),
      ...secrets.map((name) => call(action, ['PK', name], { ...named, 'dynamodb:Select': ['SPECIFIC_ATTRIBUTES'] })),
    ]),
    ...['PutItem', 'UpdateItem', 'DeleteItem'].flatMap((action) =>
      ['ALL_OLD', 'ALL_NEW', 'UPDATED_NEW'].map((returned) =>
        call(action, ['PK'], { ...named, 'dynamodb:ReturnValues': [returned] }),
      ),
    ),
  ];
});

test.each(Object.entries(roles))('%s reads no hash of a password or of a token', (_, role) => {
  expect(waysToSee.filter((request) => findAllowing(role, request) !== undefined)).toEqual([]);
});

test.each(Object.entries(roles))('%s: a call that names no key is refused, but for a query and a scan', (_, role) => {
  const actions = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'];

  expect(actions.filter((action) => findAllowing(role, call(action, [], {})))).toEqual([]);
});

/** AWS counts the characters of a managed policy without white space. */
test.each(Object.entries(policies))('%s fits a managed policy with the longest names', (_name, policy) => {
  const filled = fill(JSON.stringify(policy), { stage: 'a-stage-of-20-letter', region: 'ap-southeast-1' });

  expect(filled.replaceAll(/\s/g, '').length).toBeLessThanOrEqual(6_144);
});

test('the page makes each policy, and fills in every name', () => {
  const [, script = ''] = /\bsed "([^"]+)"/.exec(page) ?? [];
  const [, made = ''] = /\bfor POLICY in ([\w ]+);/.exec(page) ?? [];

  expect(made.split(' ').sort()).toEqual(Object.keys(policies).sort());
  expect([...script.matchAll(/s[/#](\w+)[/#]/g)].map(([, name]) => name).sort()).toEqual(
    Object.keys(namesOf({ stage: 'prod' })).sort(),
  );
});
