import { afterEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { OperationDefinition } from '../../shared/operation-definition.ts';
import { findFunction, synthesise } from '../support/stack.ts';

const { template } = await synthesise({ stage: 'example' });

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

test.each(['EVIDENCE_KEY', 'STAGE'])('the function that signs evidence needs %s', async (name) => {
  const { readEvidenceConfig } = await load();
  vi.stubEnv(name, undefined);

  expect(readEvidenceConfig).toThrow(name);
});

test.each(Object.keys(contract) as OperationName[])('%s reads every variable that a stage gives it', async (name) => {
  const { signs, attests }: OperationDefinition = contract[name];
  const { Variables } = findFunction(template, name).properties.Environment;
  const given = Object.entries(Variables)
    .filter(([variable]) => !variable.startsWith('AWS_'))
    .map(([variable, value]) => [variable, typeof value === 'string' ? value : 'of the stack'] as const);
  for (const [variable, value] of given) vi.stubEnv(variable, value);

  const { config, readSigningConfig, readEvidenceConfig } = await load();
  const { findLog } = await import('../../shared/log/container-log.ts');
  const log = { LOG_TABLE_NAME: findLog()?.name };
  const read = { ...config, ...log, ...(signs && readSigningConfig()), ...(attests && readEvidenceConfig()) };

  expect(given.map(([variable]) => [variable, String(Reflect.get(read, variable))])).toEqual(given);
});
