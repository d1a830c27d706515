import { expect, test } from 'vitest';
import { rightsOfCommands } from '../../../infra/policies/catalogue.ts';
import { toDocument } from '../../../infra/policies/generated.ts';
import type { Rights } from '../../../infra/policies/rights.ts';
import { items, uniteRights } from '../../../infra/policies/rights.ts';
import { policies } from '../../../infra/policies/roles.ts';
import { may } from '../../../shared/store/item-access.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import { leaves } from '../../support/admin-tree.ts';
import { findAllowing, stageArns } from '../../support/iam.ts';

const documentOf = (name: string) => toDocument(policies.get(name)?.rights ?? { items: [] });

/** The rights of one command, as those of a role that has no other. */
const documentOfCommand = (words: keyof typeof rightsOfCommands) => {
  const rights: Rights = rightsOfCommands[words];
  return toDocument(rights);
};

const role = documentOfCommand('user role');

const call = (action: string, partitions: readonly string[], attributes: readonly string[] = ['PK', 'SK']) => ({
  action: `dynamodb:${action}`,
  resource: stageArns.table,
  context: { 'dynamodb:LeadingKeys': partitions, 'dynamodb:Attributes': attributes },
});

const update = (attributes: readonly string[], partitions = ['USER#7']) => call('UpdateItem', partitions, attributes);

const account = `ACCOUNT#${'0'.repeat(32)}`;

test.each([
  ['the user', call('GetItem', ['USER#7'])],
  ['the role', update(['PK', 'SK', 'role', 'updatedAt'])],
  ['the entry of the log', call('PutItem', ['OPERATIONS'], ['PK', 'SK', 'at'])],
])('a policy allows what its command does: %s', (_, request) => {
  expect(findAllowing(role, request)).toBeDefined();
});

test.each([
  ['another action', call('DeleteItem', ['USER#7'])],
  ['a key that no pattern fits', call('GetItem', ['SESSIONS#7'])],
  ['one key among others', call('GetItem', ['USER#7', account])],
  ['no key at all', call('GetItem', [])],
  ['an attribute that the command does not change', update(['PK', 'SK', 'role', 'enabled'])],
  ['no attribute at all', update([])],
  ['the credential of the user', update(['PK', 'SK', 'role'], ['EMAIL#x'])],
  ['another table', { ...call('GetItem', ['USER#7']), resource: `${stageArns.table}2` }],
  ['an index', { ...call('Query', ['a digest']), resource: stageArns.index('email') }],
  ['the key of encryption by hand', { action: 'kms:Decrypt', resource: stageArns.key, context: {} }],
  [
    'the key through another service',
    {
      action: 'kms:Decrypt',
      resource: stageArns.key,
      context: { 'kms:ViaService': ['secretsmanager.REGION.amazonaws.com'] },
    },
  ],
])('a policy refuses %s', (_, request) => {
  expect(findAllowing(role, request)).toBeUndefined();
});

test('the partition of an account is not that of its consents, which begins alike', () => {
  const shown = documentOfCommand('account show');

  expect(findAllowing(shown, call('GetItem', [account]))).toBeDefined();
  expect(findAllowing(shown, call('GetItem', [`${account}#CONSENT#${'1'.repeat(32)}`]))).toBeUndefined();
});

test('doctor sees of consents whether they were erased, and nothing else', () => {
  const doctor = documentOfCommand('doctor');
  const consent = `${account}#CONSENT#${'1'.repeat(32)}`;
  const read = (attributes: readonly string[], select = 'SPECIFIC_ATTRIBUTES') => {
    const { context, ...rest } = call('BatchGetItem', [consent], attributes);
    return { ...rest, context: { ...context, 'dynamodb:Select': [select] } };
  };

  expect(findAllowing(doctor, read(['PK', 'SK', 'eraseTime']))).toBeDefined();
  expect(findAllowing(doctor, read(['PK', 'SK', 'eraseTime', 'userData']))).toBeUndefined();
  expect(findAllowing(doctor, read(['PK', 'SK'], 'ALL_ATTRIBUTES'))).toBeUndefined();
  expect(findAllowing(doctor, read([]))).toBeUndefined();
});

test('a right to the list of erasures is none to the same keys of the table, and none to the erasure key', () => {
  const { list, key } = { list: erasuresKeyOf.erasures('0'.repeat(32)).PK, key: erasuresKeyOf.erasureKey().PK };
  const onErasures = (partition: string) => ({ ...call('Query', [partition]), resource: stageArns.erasures });

  expect(findAllowing(documentOfCommand('erasure list'), onErasures(list))).toBeDefined();
  expect(findAllowing(documentOfCommand('erasure list'), onErasures(key))).toBeUndefined();
  expect(findAllowing(documentOfCommand('erasure list'), call('Query', [list]))).toBeUndefined();
  expect(findAllowing(role, onErasures(list))).toBeUndefined();
});

test.each([
  ['erasure key', erasuresKeyOf.erasureKey(), ['eraser', 'officer']],
  ['import key', erasuresKeyOf.importKey(), ['importer']],
])('nobody reads the %s but those who need it', (_, { PK }, names) => {
  const read = { ...call('GetItem', [PK]), resource: stageArns.erasures };

  expect([...policies.keys()].filter((name) => findAllowing(documentOf(name), read) !== undefined).sort()).toEqual(
    names,
  );
  expect(findAllowing(role, read)).toBeUndefined();
});

test('who puts events again opens the key of events, and not that of checkpoints', () => {
  const open = (purpose: string, stage = 'STAGE') => ({
    action: 'kms:Decrypt',
    resource: stageArns.key,
    context: { 'kms:EncryptionContext:purpose': [purpose], 'kms:EncryptionContext:stage': [stage] },
  });
  const resend = documentOfCommand('events resend');

  expect(findAllowing(resend, open('events'))).toBeDefined();
  expect(findAllowing(resend, open('checkpoints'))).toBeUndefined();
  expect(findAllowing(resend, open('events', 'other'))).toBeUndefined();
  expect(findAllowing(documentOfCommand('events keys'), open('events'))).toBeUndefined();
});

const digest = 'd'.repeat(43);

/** All that is in the partition of no consent, notice or account. */
test.each([
  ['password hashes', keyOf.credential(digest)],
  ['sessions with the digests of their tokens', keyOf.session(7, '1'.repeat(32))],
  ['public keys', keyOf.verificationKeys()],
  ['failed logins on an email', keyOf.attemptsOnEmail(digest)],
  ['failed logins from a site', keyOf.attemptsFromSite(digest)],
  ['answers under an Idempotency-Key', keyOf.answer('0'.repeat(32), digest)],
  ['tallies of searches', keyOf.tally('0'.repeat(32), digest)],
  ['number series', keyOf.counter('USER')],
])('an officer cannot read %s', (_, { PK }) => {
  for (const action of ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect']) {
    expect(findAllowing(documentOf('officer'), call(action, [PK])), action).toBeUndefined();
  }
});

const changing = leaves.filter(({ isChanging }) => isChanging).map(({ name }) => name);

test.each(changing)('an officer has not the rights of %s', (name) => {
  const { Statement } = documentOfCommand(name as keyof typeof rightsOfCommands);
  const writes = Statement.flatMap(({ Action, Resource, Condition = {} }) => {
    const partitions = [Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
    return Action.filter((action) => /Put|Update|Rotate/.test(action)).flatMap((action) =>
      Resource.map((resource) => ({ action, resource, context: { 'dynamodb:LeadingKeys': partitions } })),
    );
  });

  expect(writes).not.toEqual([]);
  for (const request of writes) expect(findAllowing(documentOf('officer'), request)).toBeUndefined();
});

const withContext = (request: ReturnType<typeof call>, key: string, value: string) => ({
  ...request,
  context: { ...request.context, [key]: [value] },
});

/** Every way to see the secrets of an item: all its attributes, these by name, and those that a write returns. */
const waysToSee = (partition: string, secrets: readonly string[]) => [
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect'].flatMap((action) => [
    withContext(call(action, [partition]), 'dynamodb:Select', 'ALL_ATTRIBUTES'),
    withContext(call(action, [partition], []), 'dynamodb:Select', 'ALL_ATTRIBUTES'),
    ...secrets.map((name) =>
      withContext(call(action, [partition], ['PK', 'SK', name]), 'dynamodb:Select', 'SPECIFIC_ATTRIBUTES'),
    ),
  ]),
  ...['PutItem', 'UpdateItem', 'DeleteItem'].flatMap((action) =>
    ['ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'].map((returned) =>
      withContext(call(action, [partition]), 'dynamodb:ReturnValues', returned),
    ),
  ),
];

test.each([...policies.keys()])('%s reads no hash of a password and of no token', (name) => {
  const requests = [
    ...waysToSee(keyOf.credential('x').PK, ['passwordHash']),
    ...waysToSee(keyOf.session(7, 'x').PK, ['familyHash', 'currentHash', 'previousHash']),
  ];

  expect(requests.filter((request) => findAllowing(documentOf(name), request) !== undefined)).toEqual([]);
});

/** What each kind of item in the partition of an account, and a credential, has that no other kind has. */
test.each([
  ['the text of a notice', account, ['content'], ['importer', 'publisher']],
  ['a version of a notice', account, ['contentHash', 'languages', 'publishedAt'], ['importer', 'publisher']],
  ['a project', account, ['uid', 'id', 'name', 'createdAt'], ['administrator', 'importer']],
  ['a credential', 'EMAIL#x', ['userId', 'passwordHash', 'sessionEpoch'], ['administrator']],
  ['a user', 'USER#7', ['id', 'accountId', 'role', 'enabled'], ['administrator']],
  ['a consent', `${account}#CONSENT#x`, ['proof', 'userData'], ['importer']],
  ['a list of verification keys', 'KEYS', ['keys'], ['administrator']],
  ['a list of evidence keys', 'EVIDENCE-KEYS', ['keys'], ['operator']],
])('nobody puts %s but those who need it', (_, partition, attributes, names) => {
  const put = call('PutItem', [partition], ['PK', 'SK', ...attributes]);

  expect([...policies.keys()].filter((name) => findAllowing(documentOf(name), put) !== undefined).sort()).toEqual(
    names,
  );
});

test('the key is used for writing only where the command writes', () => {
  const keyUse = (name: keyof typeof rightsOfCommands) =>
    documentOfCommand(name).Statement.find(({ Sid }) => Sid === 'UseKey')?.Action;

  expect(keyUse('user show')).toEqual(['kms:Decrypt', 'kms:DescribeKey']);
  expect(keyUse('user role')).toContain('kms:GenerateDataKey');
});

test('rights together are one statement for each action, and for indexes another', () => {
  const merged = items(
    may('Query', 'A', 'B'),
    { action: 'Query', indexes: ['one'] },
    { action: 'Query', indexes: ['two'] },
    may('Query', 'B', 'C'),
  );

  expect(merged.items).toEqual([may('Query', 'A', 'B', 'C'), { action: 'Query', indexes: ['one', 'two'] }]);
});

test('rights together name every attribute that one of them may, each with its partitions', () => {
  const limited = { ...may('UpdateItem', 'A'), attributes: ['PK'] };

  expect(uniteRights([{ items: [limited] }, { items: [{ ...limited, attributes: ['SK'] }] }]).items).toEqual([
    { ...limited, attributes: ['PK', 'SK'] },
  ]);
  const other = { ...may('UpdateItem', 'B'), attributes: ['PK'] };
  expect(uniteRights([{ items: [limited] }, { items: [other] }]).items).toEqual([limited, other]);
});
