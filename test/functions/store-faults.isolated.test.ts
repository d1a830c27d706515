import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoreAnswer, StoreCall } from '../support/faults/store-proxy.ts';
import { cancelled, startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import { password } from '../support/make/password.ts';

const proxy = await startStoreProxy();
const { addConsent, consentOf, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

interface QueryAnswer {
  readonly Items?: readonly { readonly SK: { readonly S: string } }[];
  readonly LastEvaluatedKey?: Readonly<Record<string, object>>;
}

beforeEach(() => {
  proxy.intercept = undefined;
});

/** Answers the first so many calls of a name in another way than the engine. */
const intercept = (
  name: string,
  times: number,
  answer: (call: StoreCall) => Promise<StoreAnswer | undefined>,
): void => {
  let left = times;
  proxy.intercept = (call) => {
    if (call.name !== name || left === 0) return call.forward();
    left -= 1;
    return answer(call);
  };
};

/** What makes an `add` a transaction. */
const keyed = { 'idempotency-key': 'key' };

/** The engine does the work, then the connection breaks. */
const breakAfter = async ({ forward }: StoreCall): Promise<undefined> => {
  await forward();
};

const count = async (token: string): Promise<number> => {
  proxy.intercept = undefined;
  const { body } = await invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token });
  return body.totalResults;
};

describe('what real DynamoDB does', () => {
  test('a notice whose head is visible before its text is read once more', async () => {
    const tenant = await newTenant();
    let reads = 0;
    proxy.intercept = async ({ name, input, forward }) => {
      const isOfTexts = name === 'BatchGetItem' && JSON.stringify(input).includes('"TEXT#');
      if (!isOfTexts) return forward();
      reads += 1;
      return reads === 1 ? { status: 200, output: { Responses: {}, UnprocessedKeys: {} } } : forward();
    };

    const { status, body } = await invoke('getNotices', { pid: tenant.pid }, { token: tenant.token });

    expect({ status, reads, pids: Object.keys(body.data) }).toEqual({ status: 200, reads: 2, pids: [`${tenant.pid}`] });
  });

  test('keys that a BatchGet leaves unprocessed are asked for again', async () => {
    const tenant = await newTenant({ notices: 5 });
    const pids = tenant.notices.map(({ pid }) => pid);
    await addConsent(tenant, { consentInformationPid: pids });
    let shortened = 0;
    proxy.intercept = async ({ name, input, forward }) => {
      const [[table, request] = ['', { Keys: [] }]] = Object.entries(
        (input.RequestItems ?? {}) as Record<string, { Keys: unknown[] }>,
      );
      if (name !== 'BatchGetItem' || request.Keys.length < 2) return forward();
      shortened += 1;
      const [first, ...rest] = request.Keys;
      const answer = await forward({ RequestItems: { [table]: { ...request, Keys: [first] } } });
      return { ...answer, output: { ...answer.output, UnprocessedKeys: { [table]: { ...request, Keys: rest } } } };
    };

    const notices = await invoke('getNotices', { pid: pids }, { token: tenant.token });
    const { body } = await invoke(
      'searchConsents',
      { userData: { email: 'ada@example.com' } },
      { token: tenant.token },
    );

    expect(Object.keys(notices.body.data)).toHaveLength(5);
    expect(body.data).toHaveLength(5);
    expect(shortened).toBeGreaterThan(10);
  });

  test('index pages may be short or empty and still not be the last', async () => {
    const tenant = await newTenant({ notices: 7 });
    const userData = { email: 'ada@example.com', country: 'Italy' };
    await addConsent(tenant, { consentInformationPid: tenant.notices.map(({ pid }) => pid), userData });
    const emptied = new Set<string>();
    const beside = (id: string, by: bigint): string => (BigInt(`0x${id}`) + by).toString(16).padStart(id.length, '0');
    proxy.intercept = async ({ name, input, forward }) => {
      if (name !== 'Query' || !/#USERDATA#|Key/.test(JSON.stringify(input))) return forward();
      const answer = await forward({ ...input, Limit: 2 });
      const place = JSON.stringify([input.IndexName, input.ExpressionAttributeValues]);
      const { Items: [first] = [], LastEvaluatedKey } = answer.output as QueryAnswer;
      if (first === undefined || LastEvaluatedKey === undefined || emptied.has(place)) return answer;
      emptied.add(place);
      const reached = {
        ...LastEvaluatedKey,
        SK: { S: beside(first.SK.S, input.ScanIndexForward === false ? 1n : -1n) },
      };
      return { status: 200, output: { Items: [], Count: 0, LastEvaluatedKey: reached } };
    };
    for (const sought of [{ email: userData.email }, userData]) {
      const { body } = await invoke('searchConsents', { userData: sought, perPage: 5 }, { token: tenant.token });
      expect(body).toMatchObject({ totalResults: 7, totalPages: 2, results: 5 });
    }
    const all = await invoke(
      'searchConsents',
      { projectUid: tenant.projectUid, userData: '' },
      { token: tenant.token },
    );
    expect(all.body.totalResults).toBe(7);
    expect(emptied.size).toBeGreaterThan(3);
  });
});

test('a revocation with a key that another one overtakes gets the answer of that one', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const revoke = (url: string, headers = {}) =>
    invoke('revokeConsent', { id, proof: { url } }, { token: tenant.token, headers });
  intercept('TransactWriteItems', 1, async ({ forward }) => {
    await revoke('overtaking');
    return forward();
  });

  const { status, body } = await revoke('overtaken', { 'idempotency-key': 'key' });

  expect({ status, id: body.consentId }).toEqual({ status: 200, id });
  const { body: found } = await invoke('searchConsents', { id, userData: '' }, { token: tenant.token });
  expect(found.data).toMatchObject([{ revokeTime: body.time, revokeProof: { url: 'overtaking' } }]);
});

describe('a connection that breaks after the write', () => {
  test('a refresh still hands out the token that won', async () => {
    const tenant = await newTenant();
    intercept('UpdateItem', 1, breakAfter);

    const { status, body } = await invoke('refreshToken', { refresh_token: tenant.refreshToken });

    expect(status).toBe(200);
    expect(await invoke('refreshToken', { refresh_token: body.refresh_token })).toMatchObject({ status: 200 });
  });

  test('a refresh that could not read the user has not spent the token', async () => {
    const tenant = await newTenant();
    intercept('GetItem', Number.POSITIVE_INFINITY, async () => storeError(500, 'InternalServerError'));
    expect(await invoke('refreshToken', { refresh_token: tenant.refreshToken })).toMatchObject({ status: 503 });
    proxy.intercept = undefined;

    expect(await invoke('refreshToken', { refresh_token: tenant.refreshToken })).toMatchObject({ status: 200 });
  });

  test('a login still hands out its session', async () => {
    const { email } = await newTenant();
    intercept('PutItem', 1, breakAfter);

    const { status, body } = await invoke('login', { email, password });

    expect(status).toBe(200);
    expect(await invoke('details', {}, { token: body.access_token })).toMatchObject({ status: 200 });
  });
});

describe('a store that does not do its work', () => {
  const unavailable = {
    status: 503,
    headers: { 'retry-after': '1' },
    body: {
      code: 'store.unavailable',
      detail: 'The service is busy or cannot reach its database. Try again in a moment.',
    },
  };

  const throttled = { name: 'ThrottlingException', status: 400, fault: 'client', attempts: 3 };
  const withoutThroughput = { ...throttled, name: 'ProvisionedThroughputExceededException' };
  const failed = { name: 'InternalServerError', status: 500, fault: 'server', attempts: 3 };
  const conflict = { name: 'TransactionCanceledException', status: 400, fault: 'client', attempts: 1 };
  const overtaken = { ...conflict, name: 'TransactionConflictException' };

  test.each<[string, string, (call: StoreCall) => Promise<StoreAnswer | undefined>, Record<string, unknown>]>([
    ['throttles reads', 'BatchGetItem', async () => storeError(400, 'ThrottlingException'), throttled],
    [
      'has no throughput',
      'BatchGetItem',
      async () => storeError(400, 'ProvisionedThroughputExceededException'),
      withoutThroughput,
    ],
    ['fails', 'PutItem', async () => storeError(500, 'InternalServerError'), failed],
    ['throttles a write', 'PutItem', async () => storeError(400, 'ThrottlingException'), throttled],
    ['is busy for long', 'PutItem', async () => storeError(400, 'TransactionConflictException'), overtaken],
    ['fails at a transaction', 'TransactWriteItems', async () => storeError(500, 'InternalServerError'), failed],
    ['throttles a transaction', 'TransactWriteItems', async (call) => cancelled(call, 'ThrottlingError'), conflict],
    [
      'is busy with transactions for long',
      'TransactWriteItems',
      async (call) => cancelled(call, 'TransactionConflict'),
      conflict,
    ],
    ['breaks connections', 'BatchGetItem', async () => undefined, { name: 'TimeoutError', systemError: 'ECONNRESET' }],
  ])('%s: 503 with Retry-After, and a log line that says so', async (_case, name, answer, cause) => {
    const tenant = await newTenant();
    intercept(name, Number.POSITIVE_INFINITY, answer);
    const sending = { token: tenant.token, headers: name === 'TransactWriteItems' ? keyed : {} };

    expect(await invoke('addConsent', consentOf(tenant), sending)).toMatchObject(unavailable);
    const line = { code: 'store.unavailable', store: 'DynamoDB', command: name, ...cause };
    expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.objectContaining(line)]]);
    expect(await count(tenant.token)).toBe(0);
  });

  test.each([
    ['PutItem', {}],
    ['TransactWriteItems', keyed],
  ])(
    'an answer to %s that nobody expects is a fault that tells the caller nothing and logs nothing personal',
    async (command, headers) => {
      const tenant = await newTenant();
      intercept(command, 1, async () => storeError(400, 'ValidationException', { message: 'ada@example.com' }));

      const { status, body } = await invoke('addConsent', consentOf(tenant), { token: tenant.token, headers });

      expect({ status, code: body.code }).toEqual({ status: 500, code: 'service.fault' });
      expect(JSON.stringify(body)).not.toContain('ada@example.com');
      const logged = JSON.stringify(vi.mocked(console.error).mock.calls);
      expect(logged).toContain('ValidationException');
      expect(logged).toContain(`"store":"DynamoDB","command":"${command}","status":400`);
      expect(logged).not.toContain('ada@example.com');
    },
  );
});
