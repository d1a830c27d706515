import { expect, test } from 'vitest';
import type { Actor } from '../../infra/code.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { OperationRules } from '../../shared/api/operations.ts';
import {
  findActorsFunction,
  findConsole,
  findNoOperation,
  synthesise,
  tableStatements,
} from '../support/make/stack.ts';

const optional = { personLinks: true, mailFrom: 'consents@shop.example' };
const { template } = await synthesise(optional);
const withEvents = await synthesise({ events: true });
const withConsole = await synthesise({ console: true });

const jobs = ['rotateSigningKey', 'checkKeys', 'feedLog', 'publishCheckpoint'] as const;
const pages = ['linkPage', 'linkWithdrawal', 'confirmationPage', 'confirmation'] as const;
const actors = [...(Object.keys(contract) as OperationName[]), 'keyFile', ...pages, ...jobs] as const;
const find = (actor: Actor) => findActorsFunction(template, actor);
const actionsOf = (actor: Actor): string[] => find(actor).statements.flatMap(({ Action }) => Action);

const account = `ACCOUNT#${'?'.repeat(32)}`;
const login = ['USER#*', 'SESSIONS#*', account, 'KEYS'];
/** The same where a key for machines will do. */
const bearer = [...login, 'MACHINE-KEYS#*'];
const noting = { 'UpdateItem of key uses': ['MACHINE-KEY-USES#*'] };
/** The same with the counter of the account, for operations that have a budget; they add to it. */
const counted = [...bearer, `${account}#UNITS`];
const countingReads = { 'UpdateItem of units': [`${account}#UNITS`] };
const counting = { ...countingReads, ...noting };

const byLink = {
  Query: [account],
  BatchGetItem: [account, `${account}#UNITS`],
  ...countingReads,
  'BatchGetItem of some attributes': [`${account}#CONSENT#*`],
  'Query email': ['*'],
  'Query mobile_phone': ['*'],
  'Query phone': ['*'],
  'Query tax_code': ['*'],
};

/** Everything that a role may do with the tables: its actions, on the log table where that is said, and of what partitions. */
const matrix: Readonly<Record<Actor, Readonly<Record<string, readonly string[]>>>> = {
  login: {
    BatchGetItem: ['EMAIL#*', 'ATTEMPTS#*', 'SITE#*'],
    GetItem: ['USER#*'],
    PutItem: ['SESSIONS#*'],
    UpdateItem: ['ATTEMPTS#*', 'SITE#*'],
  },
  details: { BatchGetItem: bearer, ...noting },
  refreshToken: { GetItem: ['USER#*'], UpdateItem: ['SESSIONS#*'] },
  changePassword: {
    BatchGetItem: [...login, 'EMAIL#*', 'ATTEMPTS#*', 'SITE#*'],
    UpdateItem: ['USER#*', 'EMAIL#*', 'SESSIONS#*', 'ATTEMPTS#*', 'SITE#*', 'PASSWORDS#*'],
    PutItem: ['OPERATIONS'],
  },
  logout: { BatchGetItem: ['KEYS'], UpdateItem: ['SESSIONS#*'] },
  addConsent: {
    BatchGetItem: counted,
    PutItem: [`${account}#CONSENT#*`, `${account}#USERDATA#*`, `${account}#IDEMPOTENCY#*`],
    ...counting,
  },
  searchConsents: {
    BatchGetItem: [...counted, `${account}#CONSENT#*`],
    GetItem: [`${account}#TALLY#*`],
    Query: [`${account}#USERDATA#*`],
    'Query project': ['*'],
    'Query first_name': ['*'],
    'Query last_name': ['*'],
    'Query email': ['*'],
    'Query phone': ['*'],
    'Query mobile_phone': ['*'],
    'Query tax_code': ['*'],
    PutItem: [`${account}#TALLY#*`],
    ...counting,
  },
  revokeConsent: {
    BatchGetItem: [...counted, `${account}#CONSENT#*`],
    GetItem: [`${account}#CONSENT#*`],
    UpdateItem: [`${account}#CONSENT#*`],
    PutItem: [`${account}#IDEMPOTENCY#*`],
    'log PutItem': ['JOURNAL#CONSENT#*'],
    ...counting,
  },
  getNotices: { BatchGetItem: counted, ...counting },
  getEvidence: {
    BatchGetItem: [...counted, `${account}#CONSENT#*`, 'EVIDENCE-KEYS'],
    Query: [account],
    GetItem: [`${account}#CONSENT#*`, 'EVIDENCE-KEYS'],
    PutItem: ['EVIDENCE-KEYS'],
    ...counting,
    'log GetItem': ['CHECKPOINTS', 'SIGNING-KEYS'],
    'log BatchGetItem': ['ENTRIES', 'TILE#*'],
    'log Query': ['CHECKPOINTS', 'LEAF#*', 'JOURNAL#*', 'BLOCKS', 'ASIDE'],
  },
  checkPeople: {
    BatchGetItem: counted,
    'BatchGetItem of some attributes': [`${account}#CONSENT#*`],
    Query: [account, `${account}#USERDATA#*`],
    'Query first_name': ['*'],
    'Query last_name': ['*'],
    'Query email': ['*'],
    'Query phone': ['*'],
    'Query mobile_phone': ['*'],
    'Query tax_code': ['*'],
    ...counting,
  },
  makeLinks: { BatchGetItem: counted, ...counting },
  listConsents: {
    BatchGetItem: [...counted, `${account}#CONSENT#*`],
    Query: [account, `${account}#USERDATA#*`],
    'Query project': ['*'],
    'Query first_name': ['*'],
    'Query last_name': ['*'],
    'Query email': ['*'],
    'Query phone': ['*'],
    'Query mobile_phone': ['*'],
    'Query tax_code': ['*'],
    ...counting,
  },
  listDueConsents: {
    BatchGetItem: [...counted, `${account}#CONSENT#*`],
    Query: [account, `${account}#USERDATA#*`],
    'Query project': ['*'],
    'Query first_name': ['*'],
    'Query last_name': ['*'],
    'Query email': ['*'],
    'Query phone': ['*'],
    'Query mobile_phone': ['*'],
    'Query tax_code': ['*'],
    ...counting,
  },
  listNotices: { BatchGetItem: counted, Query: [account], ...counting },
  getNoticeVersion: { BatchGetItem: counted, ...counting },
  listProjects: { BatchGetItem: counted, Query: [account], ...counting },
  getOverview: {
    BatchGetItem: counted,
    Query: [`${account}#MAILS`],
    'log Query': ['CHECKPOINTS', `${account}#COUNTS`],
    ...counting,
  },
  requestConfirmation: {
    BatchGetItem: [...counted, `${account}#MAILBOX#*`, `${account}#MAILS`, 'MAILBOX#*', `${account}#IDEMPOTENCY#*`],
    GetItem: [`${account}#MAILBOX#*`, `${account}#IDEMPOTENCY#*`],
    PutItem: [`${account}#CONFIRMATION#*`, `${account}#MAILBOX#*`, `${account}#IDEMPOTENCY#*`],
    UpdateItem: [`${account}#CONFIRMATION#*`, `${account}#MAILS`, 'MAILBOX#*'],
    ...counting,
  },
  requestErasure: {
    BatchGetItem: [...counted, `${account}#ERASURES#REQUESTS`, `${account}#CONSENT#*`],
    GetItem: [`${account}#IDEMPOTENCY#*`],
    UpdateItem: [`${account}#ERASURES#REQUESTS`],
    ...counting,
    PutItem: [`${account}#ERASURES#REQUESTS`, `${account}#IDEMPOTENCY#*`],
  },
  listErasureRequests: { BatchGetItem: counted, Query: [`${account}#ERASURES#REQUESTS`], ...counting },
  confirmationPage: { BatchGetItem: [account, `${account}#CONFIRMATION#*`, `${account}#UNITS`], ...countingReads },
  confirmation: {
    BatchGetItem: [account, `${account}#CONFIRMATION#*`, `${account}#UNITS`],
    ...countingReads,
    PutItem: [`${account}#CONSENT#*`, `${account}#USERDATA#*`],
    UpdateItem: [`${account}#CONFIRMATION#*`, `${account}#MAILS`],
  },
  linkPage: byLink,
  linkWithdrawal: {
    ...byLink,
    UpdateItem: [`${account}#CONSENT#*`],
    'log PutItem': ['JOURNAL#CONSENT#*'],
    'log BatchGetItem of some attributes': ['LEAF#CONSENT#*'],
  },
  rotateSigningKey: { GetItem: ['KEYS'], PutItem: ['KEYS'] },
  checkKeys: {},
  feedLog: {
    'log GetItem': ['SIGNING-KEYS'],
    'log BatchGetItem': ['LEAF#*'],
    'log Query': ['BLOCKS', 'CHECKPOINTS'],
    'log PutItem': ['BLOCKS', 'LEAF#*', 'ASIDE', 'JOURNAL#*', 'FEED-MARK'],
  },
  keyFile: { 'log GetItem': ['KEY-FILE'] },
  publishCheckpoint: {
    Query: [account],
    GetItem: ['FEED-MARK', 'EVIDENCE-KEYS'],
    PutItem: ['FEED-MARK'],
    'log GetItem': ['CHECKPOINTS', 'PUBLICATION', 'FEED-MARK', 'SIGNING-KEYS', 'KEY-FILE'],
    'log BatchGetItem': ['ENTRIES', 'TILE#*'],
    'log Query': ['CHECKPOINTS', 'BLOCKS', 'LEAF#*', `${account}#COUNTS`],
    'log PutItem': ['PUBLICATION', 'ENTRIES', 'TILE#*', 'CHECKPOINTS', 'FEED-MARK', 'SIGNING-KEYS', 'KEY-FILE'],
    'log UpdateItem': ['CHECKPOINTS', `${account}#COUNTS`],
  },
};

const isCount = ({ partitions }: { readonly partitions: readonly string[] }): boolean =>
  partitions.every((partition) => partition.endsWith('#UNITS'));

const isUse = ({ partitions }: { readonly partitions: readonly string[] }): boolean =>
  partitions.every((partition) => partition === 'MACHINE-KEY-USES#*');

const rowsOf = (of: typeof template, actor: Actor): [string, readonly string[]][] =>
  tableStatements(of, actor).map(({ action, index, beside, partitions, select }) => [
    [
      ...(beside ? [beside] : []),
      action,
      ...(index === undefined ? [] : [index]),
      ...(select === undefined ? [] : ['of some attributes']),
      ...(isCount({ partitions }) ? ['of units'] : []),
      ...(isUse({ partitions }) ? ['of key uses'] : []),
    ].join(' '),
    partitions,
  ]);

test.each(actors)('%s: may do to the tables what the matrix says', (actor) => {
  const statements = rowsOf(template, actor);

  expect(Object.fromEntries(statements)).toEqual(matrix[actor]);
  expect(statements).toHaveLength(Object.keys(matrix[actor]).length);
});

test('lets the functions that show consents add to the access log where a stage keeps one, and does not let others', async () => {
  const { template: noting } = await synthesise({ ...optional, accessLog: true });
  const rowsBeyond = (actor: Actor) => {
    const usual = rowsOf(template, actor).map((row) => JSON.stringify(row));
    return rowsOf(noting, actor).filter((row) => !usual.includes(JSON.stringify(row)));
  };
  const readers = ['searchConsents', 'getEvidence', 'listConsents', 'listDueConsents'];

  expect(actors.filter((actor) => rowsBeyond(actor).length > 0).sort()).toEqual(readers.sort());
  for (const actor of readers) expect(rowsBeyond(actor as Actor)).toEqual([['PutItem', [`${account}#ACCESS#*`]]]);
});

test('lets the job that feeds the log sign events and put them on the bus where they are on, and not elsewhere', () => {
  const { statements } = findActorsFunction(withEvents.template, 'feedLog');
  const onBus = (of: typeof statements) => of.filter(({ Action }) => Action === 'events:PutEvents');

  expect(Object.fromEntries(rowsOf(withEvents.template, 'feedLog'))).toEqual({
    'log GetItem': ['SIGNING-KEYS'],
    'log BatchGetItem': ['LEAF#*'],
    'log Query': ['BLOCKS', 'CHECKPOINTS'],
    'log PutItem': ['BLOCKS', 'LEAF#*', 'ASIDE', 'JOURNAL#*', 'FEED-MARK', 'SIGNING-KEYS'],
  });
  expect(onBus(statements).map(({ Resource }) => Resource)).toEqual([{ 'Fn::GetAtt': ['EventBus', 'Arn'] }]);
  expect(onBus(find('feedLog').statements)).toEqual([]);
});

test('lets a role wrap and open with the encryption key what signs for the log, each for its purpose in this stage', () => {
  const wrappings = [...actors.map(find), findActorsFunction(withEvents.template, 'feedLog')].flatMap(
    ({ logicalId, statements }) =>
      statements
        .filter(({ Condition }) => JSON.stringify(Condition ?? {}).includes('EncryptionContext'))
        .map(({ Action, Resource, Condition }) => ({ logicalId, Action, Resource, Condition })),
  );
  const wrapping = (logicalId: string, purpose: string) => ({
    logicalId,
    Action: ['kms:Decrypt', 'kms:Encrypt'],
    Resource: { 'Fn::GetAtt': ['Key', 'Arn'] },
    Condition: {
      StringEquals: { 'kms:EncryptionContext:purpose': purpose, 'kms:EncryptionContext:stage': 'dev' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['purpose', 'stage'] },
    },
  });

  expect(wrappings).toEqual([
    wrapping('PublishCheckpointFunction', 'checkpoints'),
    wrapping('FeedLogFunction', 'events'),
  ]);
});

test('lets the job that feeds the log alone read the stream, and the one that publishes write anchors and nothing else of the bucket', () => {
  const having = (action: string) =>
    actors.flatMap((actor) =>
      find(actor)
        .statements.filter(({ Action }) => [Action].flat().some((each) => each.startsWith(action)))
        .map(({ Action, Resource }) => ({ actor, Action, Resource })),
    );

  expect(having('dynamodb:DescribeStream')).toEqual([
    {
      actor: 'feedLog',
      Action: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
      Resource: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    },
  ]);
  expect(having('s3:')).toEqual([
    {
      actor: 'publishCheckpoint',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Anchors', 'Arn'] }, '/checkpoints/*']] },
    },
  ]);
});

const indexKeys = ['projectKey', 'firstNameKey', 'lastNameKey', 'emailKey', 'phoneKey', 'mobilePhoneKey', 'taxCodeKey'];

const ownPassword = ['PK', 'SK'].concat(
  'sessionEpoch enabled updatedAt passwordHash epoch endedAt'.split(' '),
  'attemptIds windowEndsMs windowStep knownUntil changes expiresAt'.split(' '),
);

/** What a link shows of consents: seven, of which none is of the person. */
const linked = 'PK SK pid versionId time revokeTime eraseTime'.split(' ');
/** What a withdrawal reads: what the log is to have of it, and nothing of the person either. */
const withdrawn =
  'PK SK projectUid pid versionId lang channel projectId contentHash answerBytes time revokeTime eraseTime imported salt emailKey mobilePhoneKey phoneKey taxCodeKey'.split(
    ' ',
  );
const revocation = 'PK SK revokeTime revokeChannel revokeReceivedBy revokeProof revokeObserved imported'.split(' ');

const draft = 'id contents expiresAt mailedAt confirmedAt consentIds voided'.split(' ');
const recording = ['PK', 'SK', ...indexKeys].concat(
  'projectUid pid versionId lang channel projectId contentHash byPid time receivedBy proof'.split(' '),
  'userData observed answerBytes salt valueDigests storedBytes fingerprint answer expiresAt'.split(' '),
);

/** Where a role may not name every attribute: those that it may. */
const attributes = {
  addConsent: { PutItem: recording },
  confirmation: { PutItem: recording, UpdateItem: ['PK', 'SK', ...draft, 'ended'] },
  requestConfirmation: {
    PutItem: ['PK', 'SK', ...draft, 'revision', 'open', 'mails', 'fingerprint', 'answer'],
    UpdateItem: ['PK', 'SK', ...draft, 'mails', 'ended'],
  },
  revokeConsent: {
    UpdateItem: revocation,
    PutItem: ['PK', 'SK', 'fingerprint', 'answer', 'expiresAt'],
    'log PutItem': ['PK', 'SK'],
  },
  checkPeople: { BatchGetItem: 'PK SK versionId time userData revokeTime eraseTime'.split(' ') },
  linkPage: { BatchGetItem: linked },
  linkWithdrawal: {
    BatchGetItem: withdrawn,
    UpdateItem: revocation,
    'log PutItem': ['PK', 'SK'],
    'log BatchGetItem': ['PK', 'SK', 'time'],
  },
  getEvidence: { PutItem: ['PK', 'SK', 'keys'] },
  requestErasure: {
    UpdateItem: ['PK', 'SK', 'state', 'endTime', 'userId', 'requests', 'expiresAt'],
    PutItem:
      'PK SK id consentIds extent reason reference receivedOn requestTime userId state fingerprint answer expiresAt'.split(
        ' ',
      ),
  },
  logout: { UpdateItem: ['PK', 'SK', 'endedAt'] },
  changePassword: { UpdateItem: ownPassword, PutItem: 'PK SK id at by command target salt'.split(' ') },
};

test('lets roles that write consents, checks, sessions and passwords name the attributes that they need', () => {
  const limited = (actor: Actor) =>
    tableStatements(template, actor).flatMap(({ action, beside, partitions, attributes }) =>
      attributes && !isCount({ partitions }) && !isUse({ partitions })
        ? [[beside === undefined ? action : `${beside} ${action}`, attributes]]
        : [],
    );
  const named = actors.filter((actor) => limited(actor).length > 0);

  expect(Object.fromEntries(named.map((actor) => [actor, Object.fromEntries(limited(actor))]))).toEqual(attributes);
});

test('lets the functions that take keys for machines read these and note their last day, and nobody write them', () => {
  for (const [name, { access }] of Object.entries<OperationRules>(contract)) {
    const statements = tableStatements(template, name as Actor);
    const takesKeys = access === 'user' || access === 'consent-register';
    const onKeys = statements.filter(({ partitions }) => partitions.includes('MACHINE-KEYS#*'));
    const notes = statements.filter(isUse).map(({ action, attributes: named }) => [action, named]);

    expect(
      onKeys.map(({ action }) => action),
      name,
    ).toEqual(takesKeys ? ['BatchGetItem'] : []);
    expect(notes, name).toEqual(takesKeys ? [['UpdateItem', ['PK', 'SK', 'id', 'usedOn']]] : []);
  }
});

test('lets a role count what its calls use, in the parts of its budget and in that of refused callers', () => {
  for (const [name, { budget }] of Object.entries<OperationRules>(contract)) {
    const counts = tableStatements(template, name as Actor).filter(
      ({ action, partitions }) => action === 'UpdateItem' && isCount({ partitions }),
    );
    const parts = budget === 'records' ? [budget, 'recordWrites'] : [budget];
    const attributes = ['PK', 'SK', ...parts, 'refused', 'expiresAt'];
    expect(
      counts.map((each) => each.attributes),
      name,
    ).toEqual(budget === undefined ? [] : [attributes]);
  }
});

test.each(actors)('%s: names each resource in full, but for traces, which have none, and checkpoints', (actor) => {
  const { statements, role } = find(actor);
  const inPart = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('*'));
  const [traces, ...others] = inPart.toSorted(({ Resource }) => (Resource === '*' ? -1 : 1));

  expect(traces?.Action).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
  expect(others.map(({ Action }) => Action)).toEqual(
    actor === 'publishCheckpoint' ? [['s3:GetObject', 's3:PutObject']] : [],
  );
  expect(statements.filter((statement) => 'NotAction' in statement || 'NotResource' in statement)).toEqual([]);
  expect(Object.keys(role).filter((name) => /Polic/.test(name) && name !== 'AssumeRolePolicyDocument')).toEqual([]);
});

test.each([
  ['what is no operation', 'NoOperation', findNoOperation],
  ['the console', 'Console', findConsole],
])('lets %s write its log and traces, and nothing else', (_, name, find) => {
  const { statements } = find(withConsole.template);

  const allowed = statements.flatMap(({ Action, Resource }) =>
    [Action].flat().map((action) => `${action} on ${JSON.stringify(Resource)}`),
  );

  expect(allowed.toSorted()).toEqual([
    `logs:CreateLogStream on {"Fn::GetAtt":["${name}Logs","Arn"]}`,
    `logs:PutLogEvents on {"Fn::GetAtt":["${name}Logs","Arn"]}`,
    'xray:PutTelemetryRecords on "*"',
    'xray:PutTraceSegments on "*"',
  ]);
});

const secretActions = (actor: Actor): string[] =>
  actionsOf(actor)
    .filter((action) => action.startsWith('secretsmanager:'))
    .map((action) => action.replace('secretsmanager:', ''));

/** The functions of links, which read their secret. */
const ofLinks: readonly Actor[] = ['makeLinks', 'linkPage', 'linkWithdrawal'];

test('lets the functions of links read the secret of links, and of no other, and nobody else this one', () => {
  const readers = (id: string) =>
    actors.filter((actor) =>
      find(actor).statements.some(
        ({ Action, Resource }) =>
          JSON.stringify(Action).includes('secretsmanager:') && JSON.stringify(Resource).includes(`"${id}"`),
      ),
    );

  expect(readers('LinkSecret')).toEqual(ofLinks);
  for (const actor of ofLinks) expect(secretActions(actor)).toEqual(['GetSecretValue']);
  expect(readers('SigningKey')).toEqual(['login', 'refreshToken', 'rotateSigningKey']);
});

test('lets the functions that sign read the private key, the job make a new one, and nobody else near it', () => {
  const near = actors.filter((actor) => secretActions(actor).length > 0 && !ofLinks.includes(actor));

  expect(Object.fromEntries(near.map((actor) => [actor, secretActions(actor)]))).toEqual({
    login: ['GetSecretValue'],
    refreshToken: ['GetSecretValue'],
    rotateSigningKey: ['DescribeSecret', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'],
  });
});

test('lets the job that checks the keys describe them, and nothing else', () => {
  const { statements } = find('checkKeys');
  const onKeys = statements.filter(({ Action }) => JSON.stringify(Action).includes('kms:'));

  expect(onKeys.map(({ Action, Resource }) => ({ Action, Resource }))).toEqual([
    {
      Action: 'kms:DescribeKey',
      Resource: [{ 'Fn::GetAtt': ['EvidenceKey1', 'Arn'] }, { 'Fn::GetAtt': ['Key', 'Arn'] }],
    },
  ]);
});

test.each(actors.filter((actor) => actor !== 'checkKeys'))(
  '%s: uses the encryption key through the services alone, and for writing only if it writes',
  (actor) => {
    const { statements } = find(actor);
    const [use, ...others] = statements
      .filter(({ Action }) => [Action].flat().some((action) => /^kms:(?!Sign$|GetPublicKey$)/.test(action)))
      .filter(({ Condition }) => !JSON.stringify(Condition ?? {}).includes('EncryptionContext'));
    const writes = Object.keys(matrix[actor]).some((action) => /Put|Update/.test(action));
    const services = JSON.stringify(use?.Condition?.StringEquals?.['kms:ViaService']);

    expect(others).toEqual([]);
    expect([use?.Action].flat().includes('kms:GenerateDataKey')).toBe(writes);
    expect(services).toContain('dynamodb.');
    expect(services.includes('secretsmanager.')).toBe(secretActions(actor).length > 0);
  },
);

test('lets the function of evidence alone sign with the evidence key, in one way, and with no other key; the job of checkpoints reads its public half', () => {
  const onKeys = actors.flatMap((actor) =>
    find(actor)
      .statements.filter(({ Action }) => /kms:(?:Sign|GetPublicKey|\*)/.test(JSON.stringify(Action)))
      .map((statement) => ({ actor, ...statement })),
  );
  const key = { 'Fn::GetAtt': ['EvidenceKey1', 'Arn'] };

  expect(onKeys).toEqual([
    { actor: 'getEvidence', Effect: 'Allow', Action: 'kms:GetPublicKey', Resource: key },
    {
      actor: 'getEvidence',
      Effect: 'Allow',
      Action: 'kms:Sign',
      Resource: key,
      Condition: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' } },
    },
    { actor: 'publishCheckpoint', Effect: 'Allow', Action: 'kms:GetPublicKey', Resource: key },
  ]);
  expect(JSON.stringify(template.findResources('AWS::IAM::Policy')).match(/kms:Sign"/g)).toHaveLength(1);
});
