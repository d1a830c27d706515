import { expect, test, vi } from 'vitest';
import { Refusal, startStandIn } from '../../../cli/local/aws.ts';
import { noise } from '../../support/make/chance.ts';

/** What Secrets Manager has, how often it was asked, and whether it refuses. */
const store = { text: '', reads: 0, isDown: false };

const { endpoint } = await startStandIn([
  {
    target: 'secretsmanager',
    unreadable: 'InvalidRequestException',
    answer: async () => {
      store.reads += 1;
      if (store.isDown) throw new Refusal('AccessDeniedException', 'No.');
      return { SecretString: store.text };
    },
  },
]);
process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = endpoint;
const { sealLink } = await import('../../../shared/links/link.ts');
const { holdLinkSecrets, latestOf, readLink } = await import('../../../shared/links/secret.ts');

const one = { 1: 'the first generation of the secret, long enough' };
const two = { ...one, 2: 'the second generation of the secret, long enough' };

const put = (secret: unknown): void => {
  Object.assign(store, { text: JSON.stringify(secret), reads: 0, isDown: false });
};

const at = (seconds: number): Date => new Date(Date.parse('2026-03-03T12:00:00Z') + seconds * 1_000);

const facts = {
  use: 'page',
  accountId: '01a203b847867fd1bb46680a628c6caf',
  key: 'phone',
  digest: noise(16),
  pid: undefined,
  issuer: { userId: 3, keyId: undefined },
  day: '2026-03-03',
  days: 1,
} as const;

test('a container reads the secret once, and again after an hour', async () => {
  put(one);
  const hold = holdLinkSecrets('links');
  expect(latestOf(await hold(at(0))).generation).toBe(1);
  put(two);

  expect(latestOf(await hold(at(3_599))).generation).toBe(1);
  expect(store.reads).toBe(0);
  expect(latestOf(await hold(at(3_600))).generation).toBe(2);
  expect(store.reads).toBe(1);
});

test('an unknown generation is looked for at once, and at most once a minute', async () => {
  put(two);
  const link = sealLink(latestOf(await holdLinkSecrets('links')(at(0))), facts);
  put(one);
  const hold = holdLinkSecrets('links');
  await hold(at(0));
  for (let second = 1; second < 60; second += 1) expect(await readLink(hold, 'page', link, at(second))).toBeUndefined();
  expect(store.reads).toBe(1);

  expect(await readLink(hold, 'page', link, at(60))).toBeUndefined();
  expect(store.reads).toBe(2);
  put(two);
  expect(await readLink(hold, 'page', link, at(120))).toEqual(facts);
  expect(store.reads).toBe(1);
});

test('of a thousand made-up links of all generations, a minute of a container reads the secret once more', async () => {
  put(one);
  const hold = holdLinkSecrets('links');
  await hold(at(0));
  store.reads = 0;

  for (let i = 0; i < 1_000; i += 1)
    expect(await readLink(hold, 'page', noise(85).toString('base64url'), at(61 + i / 100))).toBeUndefined();
  for (const text of ['', 'x', 'A'.repeat(113)]) expect(await readLink(hold, 'page', text, at(200))).toBeUndefined();

  expect(store.reads).toBe(1);
});

test('while Secrets Manager refuses, a container goes on with what it has, and a new one answers 503', async () => {
  put(one);
  const hold = holdLinkSecrets('links');
  const link = sealLink(latestOf(await hold(at(0))), facts);
  store.isDown = true;

  expect(await readLink(hold, 'page', link, at(7_200))).toEqual(facts);
  await expect(holdLinkSecrets('links')(at(0))).rejects.toMatchObject({ code: 'store.unavailable' });
  expect(vi.mocked(console.warn).mock.calls.flat()).toContainEqual(
    expect.objectContaining({ code: 'link-secret.unread', name: 'AccessDeniedException' }),
  );
});

test('a generation that is deleted opens nothing after an hour', async () => {
  put(two);
  const hold = holdLinkSecrets('links');
  const link = sealLink((await hold(at(0))).get(1) ?? latestOf(new Map()), facts);
  put({ 2: two[2] });

  expect(await readLink(hold, 'page', link, at(3_599))).toEqual(facts);
  expect(await readLink(hold, 'page', link, at(3_600))).toBeUndefined();
});

test.each([
  '',
  'a text in the clear',
  '{}',
  '[]',
  '{"0": "a generation that no link can name, long enough"}',
  '{"256": "a generation that no link can name, long enough"}',
  '{"01": "a generation in another spelling, long enough"}',
  '{"1": "short"}',
  '{"1": 7}',
])('a secret that is %j makes no link, and no message repeats it', async (text) => {
  put(one);
  store.text = text;

  const failure = await holdLinkSecrets('links')(at(0)).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: 'store.unavailable' });
  const logged = JSON.stringify(vi.mocked(console.error).mock.calls);
  expect(logged).toContain('link-secret.unread');
  expect(logged).not.toMatch(/long enough|in the clear|short/);
});
