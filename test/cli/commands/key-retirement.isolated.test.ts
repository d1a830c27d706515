import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../cli/local/aws.ts';
import { readVerificationKeys, supersedeVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { ended, runAdmin } from '../../support/call/admin.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import {
  prodLabel,
  region,
  secretArn,
  startSecretDescriptions,
  useDeployedStage,
} from '../../support/make/deployed-stage.ts';
import { publishKey, registerAnswer, startRegisterApi } from '../../support/make/sound-stage.ts';
import { table } from '../../support/make/table.ts';
import { findNewEntries, readKeysAndLog } from './key-changes.ts';

const aws = await useDeployedStage();
const { endpoint, secrets } = await startSecretDescriptions();

/** How long tokens of a superseded key may live: an hour and a day. */
const afterlife = (1 + 24) * 60 * 60_000;
const anotherSecret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:SigningKey-d4e5f6';
const ofAnother = `${anotherSecret} in eu-central-1`;
const [prod, ofTable] = ['--stage=prod', `--table=${table.name}`];
const label = prodLabel();
const labels: Readonly<Record<string, string>> = { [prod]: label, [ofTable]: `table ${table.name} in ${region}` };

interface Refused {
  readonly kind?: Parameters<typeof ended>[0];
  /** The words after the key. The first says where the command works. */
  readonly words?: readonly string[];
}

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  secrets.clear();
  secrets.set(`${secretArn} in ${region}`, {});
});

const retire = (kid: string, ...words: readonly string[]) => runAdmin('key', 'retire', kid, ...words);

const publish = (secret = secretArn): Promise<string> => publishKey({ table }, secret);

const publishSuperseded = async (): Promise<string> => {
  const kid = await publish();
  await supersedeVerificationKey(table, kid, changeAt());
  return kid;
};

const signs = (kid: string) => `Key ${kid} still signs tokens. Run \`key rotate\` to replace it first.`;
const mayLive = (kid: string) =>
  `Tokens of key ${kid} may be valid until 2026-11-21T13:00:00.000Z. Retire it after that.`;

/** Expects that nothing is changed, and one line that says why. */
const expectKept = async (kid: string, says: string, { kind = 'refused', words = [prod, '--yes'] }: Refused = {}) => {
  const before = await readKeysAndLog();
  expect(await retire(kid, ...words)).toEqual(ended(kind, says, labels[words[0] ?? '']));
  expect(await readKeysAndLog()).toEqual(before);
};

describe('a key is kept', () => {
  test('that is not there', async () => {
    const says = 'There is no such key. `key list` shows all.';

    await expectKept('019ab03cb9a17e6c9fd0d2a4a1a3a5b7', says, { kind: 'notFound' });
  });

  test('that signs, even when the secret of the stage cannot be found', async () => {
    const kid = await publish();

    await expectKept(kid, signs(kid));
    secrets.clear();
    await expectKept(kid, signs(kid));
  });

  test('with an unknown secret', async () => {
    const kid = (await readVerificationKeys(table)).find(({ secretId }) => secretId === undefined)?.kid ?? '';

    await expectKept(kid, signs(kid));
  });

  test.each([
    ['that another stage signs with, in the region of its secret', {}],
    ['whose secret can be restored', { DeletedDate: 1_795_176_000 }],
  ])('%s', async (_what, secret) => {
    const kid = await publish(anotherSecret);
    secrets.set(ofAnother, secret);

    for (const where of [prod, ofTable]) await expectKept(kid, signs(kid), { words: [where, '--yes'] });
  });

  test('of a secret that the caller may not see', async () => {
    const says = 'Your credentials may not do this. docs/commands.md says which role may. AWS says: by the test';
    secrets.set(ofAnother, new Refusal('AccessDeniedException', 'by the test'));

    await expectKept(await publish(anotherSecret), says, { kind: 'unreachable' });
  });

  test('whose tokens may live', async () => {
    const kid = await publishSuperseded();
    passTime(afterlife);

    await expectKept(kid, mayLive(kid));
  });

  test('until it is confirmed', async () => {
    const kid = await publishSuperseded();
    passTime(afterlife + 1);
    const { length } = await readVerificationKeys(table);
    const says = `One of the ${length} public keys of ${label} will be deleted permanently. Go on? Confirm with --yes.`;

    await expectKept(kid, says, { kind: 'usage', words: [prod] });
  });

  test('whose secret is deleted, until that is confirmed', async () => {
    const kid = await publish(anotherSecret);
    const before = await readKeysAndLog();

    expect(await retire(kid, prod)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('so the key counts as superseded from now on. Go on? Confirm with --yes.'),
    });
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('where the clock is wrong', async () => {
    const kid = await publish(anotherSecret);
    const api = await startRegisterApi();
    aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), ApiUrl: api.url });
    api.answer = registerAnswer();
    passTime(2 * 24 * 60 * 60_000);

    await expectKept(
      kid,
      'The clock of this machine is 172800 s off the clock of the API. Set it, then run this again.',
    );
  });
});

test('a key whose tokens have expired is dropped, and no other', async () => {
  const [kid, other] = [await publishSuperseded(), await publishSuperseded()];
  const before = await readKeysAndLog();

  passTime(afterlife + 1);
  const { exitCode, stdout, stderr } = await retire(kid, prod, '--yes', '--reason', 'tidying', '--json');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { keys } = await readKeysAndLog();
  expect(keys).toEqual(before.keys.filter((key) => key.kid !== kid));
  expect(keys.map((key) => key.kid)).toContain(other);
  expect(JSON.parse(stdout)).toMatchObject(keys.map((key) => ({ kid: key.kid })));
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

test.each([prod, ofTable])(
  'a key whose secret is deleted is superseded and can be retired a day later: %s',
  async (where) => {
    const kid = await publish(anotherSecret);
    const before = await readKeysAndLog();
    const on = `On ${labels[where]}\n`;

    const { exitCode, stderr } = await retire(kid, where, '--yes');

    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `${on}Its secret is deleted, so the key counts as superseded from now on. Retire it when its tokens have expired.\n`,
    });
    const superseded = await readKeysAndLog();
    const supersededAt = '2026-11-20T12:00:00.000Z';
    expect(superseded.keys).toEqual(before.keys.map((key) => (key.kid === kid ? { ...key, supersededAt } : key)));
    expect(await findNewEntries(before)).toMatchObject([{ command: 'key retire', target: { kid } }]);

    passTime(afterlife);
    await expectKept(kid, mayLive(kid), { words: [where, '--yes'] });
    passTime(1);
    expect(await retire(kid, where, '--yes')).toMatchObject({ exitCode: 0, stderr: on });
    expect(await readVerificationKeys(table)).toEqual(before.keys.filter((key) => key.kid !== kid));
    expect(await findNewEntries(superseded)).toMatchObject([{ command: 'key retire', target: { kid } }]);
  },
);
