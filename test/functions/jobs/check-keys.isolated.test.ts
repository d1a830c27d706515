import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal, startStandIn } from '../../../cli/local/aws.ts';
import { actAs } from '../../support/call/rights.ts';

const keyArn = (id: string): string => `arn:aws:kms:eu-west-1:111122223333:key/${id}`;
const states = new Map<string, string>();

/** KMS with keys in these states; a key without one is gone. */
const { endpoint } = await startStandIn([
  {
    target: 'TrentService',
    unreadable: 'ValidationException',
    answer: async (name, body) => {
      const { KeyId } = JSON.parse(body);
      const KeyState = states.get(KeyId);
      if (name !== 'DescribeKey' || KeyState === undefined)
        throw new Refusal('NotFoundException', 'There is no such key.');
      return { KeyMetadata: { KeyId, Arn: KeyId, KeyState } };
    },
  },
]);
process.env.AWS_ENDPOINT_URL_KMS = endpoint;

const run = async (...keys: readonly string[]): Promise<void> => {
  process.env.KEYS = keys.join(',');
  vi.resetModules();
  const { handler } = await import('../../../functions/jobs/check-keys.ts');
  return actAs('checkKeys', handler);
};

beforeEach(() => states.clear());

test('a run succeeds while every key is enabled', async () => {
  for (const id of ['one', 'two']) states.set(keyArn(id), 'Enabled');

  await expect(run(keyArn('one'), keyArn('two'))).resolves.toBeUndefined();
});

test.each(['Disabled', 'PendingDeletion', 'Unavailable'])(
  'a key that is %s fails the run, which names it',
  async (state) => {
    states.set(keyArn('one'), 'Enabled').set(keyArn('two'), state);

    await expect(run(keyArn('one'), keyArn('two'))).rejects.toThrow(`${keyArn('two')} is ${state}.`);
  },
);

test('a key that is gone fails the run', async () => {
  await expect(run(keyArn('one'))).rejects.toThrow(`${keyArn('one')} is gone.`);
});

test('a job without keys fails', async () => {
  await expect(run()).rejects.toThrow('KEYS');
});
