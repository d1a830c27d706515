import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const load = () => import('../../shared/config.ts');

test('has the standard lifetimes in seconds', async () => {
  expect((await load()).config).toMatchObject({ ACCESS_TOKEN_SECONDS: 3_600, REFRESH_TOKEN_SECONDS: 2_592_000 });
});

test('takes lifetimes from the environment', async () => {
  vi.stubEnv('ACCESS_TOKEN_SECONDS', '600');

  expect((await load()).config.ACCESS_TOKEN_SECONDS).toBe(600);
});

test.each([
  ['TABLE_NAME', ''],
  ['TABLE_NAME', undefined],
  ['ACCESS_TOKEN_SECONDS', '1h'],
  ['ACCESS_TOKEN_SECONDS', '0'],
  ['ACCESS_TOKEN_SECONDS', '86401'],
  ['REFRESH_TOKEN_SECONDS', '-1'],
])('fails by name: %s=%s', async (name, value) => {
  vi.stubEnv(name, value);

  await expect(load()).rejects.toThrow(`Environment variables missing or not valid: ${name}.`);
});

test('the functions that sign need the name of the secret', async () => {
  const { readSigningConfig } = await load();
  vi.stubEnv('SIGNING_KEY_SECRET', undefined);

  expect(readSigningConfig).toThrow('SIGNING_KEY_SECRET');
});
