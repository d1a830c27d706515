import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../cli/local/stand-in.ts';
import { supersedeVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { runAdmin } from '../../support/admin.ts';
import { changeAt } from '../../support/change.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { prodLabel, region, secretArn, useDeployedStage } from '../../support/deployed-stage.ts';
import { ended } from '../../support/ended.ts';
import { findNewEntries, readKeysAndLog } from '../../support/key-changes.ts';
import { startSecretDescriptions } from '../../support/secret-description.ts';
import { publishKey } from '../../support/sound-stage.ts';
import { table } from '../../support/table.ts';

const aws = await useDeployedStage();
const { endpoint, secrets } = await startSecretDescriptions();

/** How long tokens of a superseded key may live: an hour and a day. */
const afterlife = (1 + 24) * 60 * 60_000;
const anotherSecret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:SigningKey-d4e5f6';
const label = prodLabel();
const tableLabel = `table ${table.name} in ${region}`;

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  secrets.clear();
  secrets.set(`${secretArn} in ${region}`, {});
});

const retire = (kid: string, ...words: readonly string[]) =>
  runAdmin('key', 'retire', kid, '--stage', 'prod', ...words);

const publishSuperseded = async (): Promise<string> => {
  const kid = await publishKey({ table }, secretArn);
  await supersedeVerificationKey(table, kid, changeAt());
  return kid;
};

const signs = (kid: string) => `Key ${kid} still signs tokens. Run \`key rotate\` to replace it first.`;

describe('a key is kept', () => {
  test('that is not there', async () => {
    const before = await readKeysAndLog();

    expect(await retire('019ab03cb9a17e6c9fd0d2a4a1a3a5b7', '--yes')).toEqual(
      ended('notFound', 'There is no such key. `key list` shows all.', label),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('that signs', async () => {
    const kid = await publishKey({ table }, secretArn);
    const before = await readKeysAndLog();

    expect(await retire(kid, '--yes')).toEqual(ended('refused', signs(kid), label));
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('that signs, even when the secret of the stage cannot be found', async () => {
    const kid = await publishKey({ table }, secretArn);
    const before = await readKeysAndLog();
    secrets.clear();

    expect(await retire(kid, '--yes')).toEqual(ended('refused', signs(kid), label));
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('of which the secret is not known', async () => {
    const before = await readKeysAndLog();
    const kid = before.keys.find(({ secretId }) => secretId === undefined)?.kid ?? '';

    expect(await retire(kid, '--yes')).toEqual(ended('refused', signs(kid), label));
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('that another stage signs with, in the region of its secret', async () => {
    const kid = await publishKey({ table }, anotherSecret);
    secrets.set(`${anotherSecret} in eu-central-1`, {});
    const before = await readKeysAndLog();

    expect(await retire(kid, '--yes')).toEqual(ended('refused', signs(kid), label));
    expect(await runAdmin('key', 'retire', kid, '--yes', '--table', table.name)).toEqual(
      ended('refused', signs(kid), tableLabel),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('of a secret that the caller may not see', async () => {
    const kid = await publishKey({ table }, anotherSecret);
    secrets.set(`${anotherSecret} in eu-central-1`, new Refusal('AccessDeniedException', 'by the test'));
    const before = await readKeysAndLog();

    expect(await retire(kid, '--yes')).toEqual(
      ended(
        'unreachable',
        'Your credentials may not do this. docs/policies.md says which role may. AWS says: by the test',
        label,
      ),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('whose tokens may live', async () => {
    const kid = await publishSuperseded();
    const before = await readKeysAndLog();

    passTime(afterlife);
    expect(await retire(kid, '--yes')).toEqual(
      ended(
        'refused',
        `Tokens of key ${kid} may be valid until 2026-11-21T13:00:00.000Z. Retire it after that.`,
        label,
      ),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('until it is confirmed', async () => {
    const kid = await publishSuperseded();
    const before = await readKeysAndLog();

    passTime(afterlife + 1);
    expect(await retire(kid)).toEqual(
      ended(
        'usage',
        `One of the ${before.keys.length} public keys of ${label} will be deleted for good. Go on? Confirm with --yes.`,
        label,
      ),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });
});

test('a key whose tokens have expired is dropped, and no other', async () => {
  const [kid, other] = [await publishSuperseded(), await publishSuperseded()];
  const before = await readKeysAndLog();

  passTime(afterlife + 1);
  const { exitCode, stdout, stderr } = await retire(kid, '--yes', '--reason', 'tidying', '--json');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { keys } = await readKeysAndLog();
  expect(keys).toEqual(before.keys.filter((key) => key.kid !== kid));
  expect(keys.map((key) => key.kid)).toContain(other);
  expect(JSON.parse(stdout)).toMatchObject(keys.map((key) => ({ key: key.kid })));
  expect(await findNewEntries(before)).toEqual([
    {
      id: expect.any(String),
      at: '2026-11-21T13:00:00.001Z',
      by: aws.caller,
      command: 'key retire',
      target: { kid },
      reason: 'tidying',
    },
  ]);
});
