import { expect, test } from 'vitest';
import type { Actor } from '../../infra/table-access.ts';
import { contract } from '../../shared/contract.ts';
import { findFunction, findJob, synthesise, tableStatements } from '../support/stack.ts';

const { template } = await synthesise({ bundling: false });

const actors = [...Object.keys(contract), 'rotateSigningKey'] as Actor[];
const find = (actor: Actor) => (actor === 'rotateSigningKey' ? findJob(template) : findFunction(template, actor));
const actionsOf = (actor: Actor): string[] => find(actor).statements.flatMap(({ Action }) => Action);

const account = `ACCOUNT#${'?'.repeat(32)}`;
const bearer = ['USER#*', 'SESSIONS#*', account, 'KEYS'];

/** Everything that a role may do with the table: its actions, and of what partitions. */
const matrix: Readonly<Record<Actor, Readonly<Record<string, readonly string[]>>>> = {
  login: {
    BatchGetItem: ['EMAIL#*', 'ATTEMPTS#*', 'SITE#*'],
    GetItem: ['USER#*'],
    PutItem: ['SESSIONS#*'],
    UpdateItem: ['ATTEMPTS#*', 'SITE#*'],
  },
  details: { BatchGetItem: bearer },
  refreshToken: { GetItem: ['USER#*'], UpdateItem: ['SESSIONS#*'] },
  addConsent: {
    BatchGetItem: bearer,
    PutItem: [`${account}#CONSENT#*`, `${account}#USERDATA#*`, `${account}#IDEMPOTENCY#*`],
  },
  searchConsents: {
    BatchGetItem: [...bearer, `${account}#CONSENT#*`, `${account}#USERDATA#*`],
    GetItem: [`${account}#CONSENT#*`, `${account}#TALLY#*`],
    Query: [`${account}#USERDATA#*`],
    'Query GSI1': [`${account}#PROJECT#*`],
    PutItem: [`${account}#TALLY#*`],
  },
  revokeConsent: {
    BatchGetItem: bearer,
    GetItem: [`${account}#CONSENT#*`],
    UpdateItem: [`${account}#CONSENT#*`],
    ConditionCheckItem: [`${account}#CONSENT#*`],
    PutItem: [`${account}#IDEMPOTENCY#*`],
  },
  getNotices: { BatchGetItem: bearer },
  rotateSigningKey: { GetItem: ['KEYS'], PutItem: ['KEYS'] },
};

test.each(actors)('%s: may do to the table what the matrix says', (actor) => {
  const statements = tableStatements(template, actor).map(({ action, index, partitions }): [string, unknown] => [
    index === undefined ? action : `${action} ${index}`,
    partitions,
  ]);

  expect(Object.fromEntries(statements)).toEqual(matrix[actor]);
  expect(statements).toHaveLength(Object.keys(matrix[actor]).length);
});

/** Where a role may not name every attribute: those that it may. */
const attributes = {
  addConsent: {
    PutItem: [
      ...['PK', 'SK', 'GSI1PK', 'GSI1SK', 'projectUid', 'projectId', 'pid', 'versionId', 'contentHash', 'lang'],
      ...[
        'time',
        'channel',
        'proof',
        'proofId',
        'userData',
        'observed',
        'revoked',
        'fingerprint',
        'answer',
        'expiresAt',
      ],
    ],
  },
  revokeConsent: {
    UpdateItem: ['PK', 'SK', 'revoked', 'revokeTime', 'revokeChannel', 'revokeProof', 'revokeObserved'],
  },
};

test('lets roles that write consents name the attributes that they need', () => {
  const limited = actors.flatMap((actor) =>
    tableStatements(template, actor)
      .filter((statement) => statement.attributes !== undefined)
      .map((statement) => [actor, { [statement.action]: statement.attributes }]),
  );

  expect(Object.fromEntries(limited)).toEqual(attributes);
  expect(limited).toHaveLength(2);
});

test('lets no role scan or delete', () => {
  const actions = actors.flatMap(actionsOf);

  expect(actions.filter((action) => /Scan|Delete|PartiQL|\*/.test(action))).toEqual([]);
});

test.each(actors)('%s: names each resource in full, but for traces, which have none', (actor) => {
  const { statements, role } = find(actor);
  const [traces, ...others] = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('*'));

  expect(traces?.Action).toEqual(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']);
  expect(others).toEqual([]);
  expect(statements.filter((statement) => 'NotAction' in statement || 'NotResource' in statement)).toEqual([]);
  expect(Object.keys(role).filter((name) => /Polic/.test(name) && name !== 'AssumeRolePolicyDocument')).toEqual([]);
});

const secretActions = (actor: Actor): string[] =>
  actionsOf(actor)
    .filter((action) => action.startsWith('secretsmanager:'))
    .map((action) => action.replace('secretsmanager:', ''));

test('lets the functions that sign read the private key, the job make a new one, and nobody else near it', () => {
  expect(Object.fromEntries(actors.map((actor) => [actor, secretActions(actor)]))).toEqual({
    login: ['GetSecretValue'],
    details: [],
    refreshToken: ['GetSecretValue'],
    addConsent: [],
    searchConsents: [],
    revokeConsent: [],
    getNotices: [],
    rotateSigningKey: ['GetSecretValue', 'PutSecretValue', 'DescribeSecret', 'UpdateSecretVersionStage'],
  });
});

test.each(actors)(
  '%s: uses the encryption key through the services alone, and for writing only if it writes',
  (actor) => {
    const { statements } = find(actor);
    const [use, ...others] = statements.filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('kms:')),
    );
    const writes = Object.keys(matrix[actor]).some((action) => /Put|Update/.test(action));
    const services = JSON.stringify(use?.Condition?.StringEquals?.['kms:ViaService']);

    expect(others).toEqual([]);
    expect([use?.Action].flat().includes('kms:GenerateDataKey')).toBe(writes);
    expect(services).toContain('dynamodb.');
    expect(services.includes('secretsmanager.')).toBe(secretActions(actor).length > 0);
  },
);
