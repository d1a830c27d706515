import { beforeEach, describe, expect, test } from 'vitest';
import { dieAtWrite } from '../support/faults/death.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { loseAnswers, repeatWrites, repeatWritesWithoutToken, waysToLose } from './lost-answers.ts';

const proxy = await startStoreProxy();
const { consentOf, findRecord, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { readAll } = await import('../support/make/stored.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

beforeEach(() => {
  proxy.intercept = undefined;
});

/** The ids of the consents that the table holds of a tenant, and how many lookups. */
const stored = async ({ accountId }: Tenant) => {
  proxy.intercept = undefined;
  const keys = (await readAll()).map(({ PK, SK }) => [String(PK), String(SK)] as const);
  const of = (kind: string) => keys.filter(([PK]) => PK.startsWith(`ACCOUNT#${accountId}#${kind}#`));
  return { ids: of('CONSENT').map(([, SK]) => SK), lookups: of('USERDATA').length };
};

/** A way of writing: what is sent, to how many notices, under which key, the write, and the lookups of each consent. */
type Way = [string, Record<string, string>, number, Record<string, string>, string, number];

const key = { 'idempotency-key': 'key' };
const values = { email: 'ada@example.com' };

const requests: Way[] = [
  ['a usual consent', values, 1, {}, 'PutItem', 0],
  ['with an Idempotency-Key', values, 1, key, 'TransactWriteItems', 0],
  ['with a key of its own', { ...values, card: 'gold' }, 1, {}, 'TransactWriteItems', 1],
  ['to several notices', values, 3, {}, 'TransactWriteItems', 0],
  ['to several, with both', { ...values, card: 'gold' }, 3, key, 'TransactWriteItems', 1],
];

describe.each(requests)('a consent, %s', (_case, userData, notices, headers, write, lookups) => {
  const setUp = async () => {
    const tenant = await newTenant({ notices });
    const pids = tenant.notices.map(({ pid }) => pid);
    const parameters = consentOf(tenant, { userData, consentInformationPid: notices > 1 ? pids : tenant.pid });
    return { tenant, add: () => invoke('addConsent', parameters, { token: tenant.token, headers }) };
  };
  const idsOf = ({ body }: Awaited<ReturnType<typeof invoke>>): string[] =>
    (notices > 1 ? body.data : [body]).map(({ consentId }) => consentId);

  test.each(waysToLose)('is recorded once, under the ids of the answer, where %s', async (_way, lose) => {
    const { tenant, add } = await setUp();
    const writes = loseAnswers(proxy, 2, lose);

    const reply = await add();

    expect(reply.status).toBe(200);
    expect(reply.headers).not.toHaveProperty('idempotent-replayed');
    expect(writes).toEqual([write, write, write]);
    expect((await stored(tenant)).ids.sort()).toEqual(idsOf(reply).sort());
    expect((await stored(tenant)).lookups).toBe(idsOf(reply).length * lookups);
    const [id = ''] = idsOf(reply);
    expect(await findRecord(tenant, id)).toMatchObject({ id, revoked: false });
  });

  test.each([
    ['at DynamoDB', repeatWrites],
    ['at an engine that knows no token of a transaction', repeatWritesWithoutToken],
  ])('is recorded once where its write arrives twice, %s', async (_engine, repeat) => {
    const { tenant, add } = await setUp();
    repeat(proxy);

    const reply = await add();

    expect(reply.status).toBe(200);
    expect(reply.headers).not.toHaveProperty('idempotent-replayed');
    expect((await stored(tenant)).ids.sort()).toEqual(idsOf(reply).sort());
  });

  test('is answered 503 where every answer is lost; with a key, the next try gets the one that was recorded', async () => {
    const { tenant, add } = await setUp();
    loseAnswers(proxy, Number.POSITIVE_INFINITY);

    expect(await add()).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });

    const { ids } = await stored(tenant);
    expect(ids).toHaveLength(notices);
    if (!('idempotency-key' in headers)) return;
    const next = await add();
    expect(next.headers).toHaveProperty('idempotent-replayed', 'true');
    expect(idsOf(next).sort()).toEqual(ids.sort());
    expect((await stored(tenant)).ids).toEqual(ids);
  });

  test.each([true, false])(
    'is recorded whole or not at all where the service dies at its write, done: %s; the next try records it',
    async (isDone) => {
      const { tenant, add } = await setUp();

      await dieAtWrite(proxy, (_call, writes) => writes === 1, isDone, add);

      const left = await stored(tenant);
      expect([left.ids.length, left.lookups]).toEqual(isDone ? [notices, notices * lookups] : [0, 0]);
      const isReplayed = isDone && 'idempotency-key' in headers;
      expect(await add()).toMatchObject({ status: 200 });
      expect((await stored(tenant)).ids).toHaveLength(left.ids.length + (isReplayed ? 0 : notices));
    },
  );
});
