import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Interception, StoreCall } from '../../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { openWithRetries } = await import('../../../cli/stage/open-table.ts');
const { batchGet } = await import('../../../shared/store/read.ts');
const { getItem } = await import('../../../shared/store/read.ts');
const { keyOf } = await import('../../../shared/store/keys.ts');
const { isNew, write } = await import('../../../shared/store/write.ts');
const { admin } = await import('../../support/call/admin.ts');
const { newTenant } = await import('../../support/make/builders.ts');
const { putPast } = await import('../../support/make/officer-register.ts');
const { table } = await import('../../support/make/table.ts');

const tenant = await newTenant();
const { accountId } = tenant;
await putPast(tenant, [{ given: '2026-03-01T00:00:00Z' }, { given: '2026-03-02T00:00:00Z' }]);

afterEach(() => {
  proxy.intercept = undefined;
  vi.restoreAllMocks();
});

/** Lets so many calls of a kind fail, and counts all of them. */
const fail = (isMeant: (call: StoreCall) => boolean, times: number, failure: Interception) => {
  const calls = { count: 0 };
  proxy.intercept = async (call) => {
    if (!isMeant(call)) return call.forward();
    calls.count += 1;
    return calls.count > times ? call.forward() : failure(call);
  };
  return calls;
};

const any = () => true;
const ofProject = ({ input }: StoreCall): boolean => input.IndexName === 'project';
const breaks: Interception = async () => undefined;

describe('a list of consents whose reading is disturbed', () => {
  const list = () => admin('consent', 'list', '--csv', '--account', accountId);

  test.each<[string, Interception]>([
    ['the connection breaks', breaks],
    ['the answer is torn', async ({ forward }) => ({ ...(await forward()), isTorn: true })],
    ['the table is busy', async () => storeError(400, 'ThrottlingException')],
    ['the table has a fault', async () => storeError(500, 'InternalServerError')],
  ])('is whole, with a word about the wait, where %s', async (_way, failure) => {
    const { stdout } = await list();
    const calls = fail(ofProject, 4, failure);

    const disturbed = await list();

    expect(disturbed).toMatchObject({ exitCode: 0, stdout });
    expect(disturbed.stderr.match(/The table does not answer/g)).toHaveLength(1);
    expect(calls.count).toBe(5);
  });

  test('is said not to be the whole where it ends before its time', async () => {
    fail(ofProject, 9, async () => storeError(400, 'ExpiredTokenException'));

    const { exitCode, stdout, stderr } = await list();

    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: expect.stringMatching(/^\ufeffid,given,[^\n]*\n$/) });
    expect(stderr).toContain(
      'Your AWS credentials have expired. Log in to AWS again. The printed data is incomplete.\n',
    );
  });
});

describe('a table that is opened patiently', () => {
  const open = () => openWithRetries(table.name, { budget: 1_000, pause: 1 });
  const account = keyOf.account(accountId);

  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });

  /** One that has answered. */
  const openAnswering = async () => {
    const answering = open();
    await getItem(answering, account);
    return answering;
  };

  test('is given up at once where it never answered', async () => {
    const calls = fail(any, 99, breaks);

    await expect(getItem(open(), account)).rejects.toThrow();
    expect(calls.count).toBe(3);
  });

  test('is given up some time after its last answer', async () => {
    const answering = await openAnswering();
    const calls = fail(any, 99, breaks);

    await expect(getItem(answering, account)).rejects.toThrow();
    expect(calls.count).toBeGreaterThan(3);
  });

  test('is asked again for what a busy table puts off', async () => {
    const answering = openWithRetries(table.name, { budget: 60_000, pause: 1 });
    const calls = fail(any, 8, async ({ input }) => ({
      status: 200,
      output: { Responses: {}, UnprocessedKeys: input.RequestItems },
    }));

    expect(await batchGet(answering, [account], { consistent: true })).toEqual([expect.objectContaining(account)]);
    expect(calls.count).toBe(9);
  });

  test('is not written to again, but for what the SDK does', async () => {
    const answering = await openAnswering();
    const calls = fail(any, 99, breaks);

    await expect(write(answering, { put: { PK: 'a', SK: 'b' }, ...isNew })).rejects.toThrow();
    expect(calls.count).toBe(3);
  });

  test('is not asked again for what it refuses', async () => {
    const answering = await openAnswering();
    const calls = fail(any, 99, async () => storeError(400, 'AccessDeniedException'));

    await expect(getItem(answering, account)).rejects.toThrow('by the test');
    expect(calls.count).toBe(1);
  });
});
