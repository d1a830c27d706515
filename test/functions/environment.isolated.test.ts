import { expect, onTestFinished, test, vi } from 'vitest';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { readAtFirstCall, Signing } from '../../functions/environment.ts';
import type { Actor } from '../../infra/code.ts';
import { sources } from '../../infra/code.ts';
import { findActorsFunction, synthesise } from '../support/make/stack.ts';

const { template } = await synthesise({ stage: 'example' });
const actors = Object.keys(sources).filter((name) => name !== 'noOperation' && name !== 'console') as Actor[];

/** Nothing listens there: a job that has read its variables fails at its first call to AWS. */
const nowhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_REGION: 'eu-west-1' };
const credentials = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' };

/** Replaces the environment for the rest of the test. @returns the names that are read of it */
const replaceEnvironment = (variables: Readonly<Record<string, string>>): ReadonlySet<string> => {
  const read = new Set<string>();
  const { env } = process;
  onTestFinished(() => {
    process.env = env;
  });
  process.env = new Proxy(
    { ...nowhere, ...credentials, ...variables },
    {
      get: (target, name) => {
        read.add(String(name));
        return Reflect.get(target, name);
      },
    },
  );
  return read;
};

test.each(actors)(
  '%s loads without variables, names those that it lacks, and reads all that a stage gives it',
  async (name) => {
    const { Variables } = findActorsFunction(template, name).properties.Environment;
    const given = Object.keys(Variables).filter((variable) => !variable.startsWith('AWS_'));
    const values = given.map((variable) => [
      variable,
      typeof Variables[variable] === 'string' ? Variables[variable] : 'x',
    ]);
    replaceEnvironment({});
    const { handler } = await import(`../../${sources[name]}`);
    const call = (): Promise<unknown> =>
      handler({}, newLambdaContext(name)).then(
        () => undefined,
        (error: Error) => error.message,
      );

    const [, missing = ''] = /^Environment variables missing or not valid: (.+)\.$/.exec(String(await call())) ?? [];
    expect(given).toEqual(expect.arrayContaining(missing.split(', ')));

    const read = replaceEnvironment(Object.fromEntries(values));
    expect(String(await call())).not.toMatch('Environment variables');
    expect([...read]).toEqual(expect.arrayContaining(given));
  },
);

const signing = { TABLE_NAME: 'a-table', SIGNING_KEY_SECRET: 'a-secret' };

test('the lifetimes of tokens have defaults, and are read once', () => {
  replaceEnvironment({ ...signing, REFRESH_TOKEN_SECONDS: '600' });
  const read = readAtFirstCall(Signing);

  expect(read()).toEqual({ ...signing, ACCESS_TOKEN_SECONDS: 3_600, REFRESH_TOKEN_SECONDS: 600 });
  replaceEnvironment({});
  expect(read()).toMatchObject(signing);
});

test.each([
  ['TABLE_NAME', ''],
  ['SIGNING_KEY_SECRET', ''],
  ['ACCESS_TOKEN_SECONDS', '1h'],
  ['ACCESS_TOKEN_SECONDS', '0'],
  ['ACCESS_TOKEN_SECONDS', '86401'],
  ['REFRESH_TOKEN_SECONDS', '-1'],
])('fails by name: %s=%s', (name, value) => {
  replaceEnvironment({ ...signing, [name]: value });

  expect(readAtFirstCall(Signing)).toThrow(`Environment variables missing or not valid: ${name}.`);
});

test('a new password has the cost of bcrypt that docs/api.md names', async () => {
  vi.resetModules();
  const { hashPassword } = await import('../../shared/identity/passwords.ts');

  expect(await hashPassword('a new, long password')).toMatch(/^\$2b\$12\$/);
});
