import { beforeEach, expect, test, vi } from 'vitest';
import { readVerificationKeys } from '../../../shared/identity/keys/verification-keys.ts';
import { runAdmin } from '../../support/admin.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { prodLabel, region, useDeployedStage } from '../../support/deployed-stage.ts';
import { ended } from '../../support/ended.ts';
import { findNewEntries, readKeysAndLog } from '../../support/key-changes.ts';
import { registerAnswer, startRegisterApi } from '../../support/register-api.ts';
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
});

const prod = '--stage=prod';

test('a key whose secret can be restored, or is there, is not superseded', async () => {
  const kid = await publishKey({ table }, anotherSecret);
  secrets.set(`${anotherSecret} in eu-central-1`, { DeletedDate: 1_795_176_000 });
  const before = await readKeysAndLog();

  expect(await runAdmin('key', 'retire', kid, prod, '--yes')).toEqual(
    ended('refused', `Key ${kid} still signs tokens. Run \`key rotate\` to replace it first.`, label),
  );
  expect(await readKeysAndLog()).toEqual(before);
});

test('a key whose secret is deleted is asked about first', async () => {
  const kid = await publishKey({ table }, anotherSecret);
  const before = await readKeysAndLog();

  expect(await runAdmin('key', 'retire', kid, prod)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('so the key counts as superseded from now on. Go on? Confirm with --yes.'),
  });
  expect(await readKeysAndLog()).toEqual(before);
});

test('with a wrong clock no key is retired', async () => {
  const kid = await publishKey({ table }, anotherSecret);
  const api = await startRegisterApi();
  const { TableName = '', ...outputs } = aws.stacks.get('ConsentRegister-prod') ?? {};
  aws.stacks.set('ConsentRegister-prod', { ...outputs, TableName, ApiUrl: api.url });
  const before = await readKeysAndLog();
  api.answer = registerAnswer();
  passTime(2 * 24 * 60 * 60_000);

  const outcome = await runAdmin('key', 'retire', kid, prod, '--yes');

  expect(outcome).toEqual(
    ended(
      'refused',
      'The clock of this machine is 172800 s off the clock of the API. Set it, then run this again.',
      label,
    ),
  );
  expect(await readKeysAndLog()).toEqual(before);
});

test.each([prod, `--table=${table.name}`])(
  'a key whose secret is deleted is superseded and can be retired a day later: %s',
  async (selection) => {
    const kid = await publishKey({ table }, anotherSecret);
    const before = await readKeysAndLog();
    const retireHere = () => runAdmin('key', 'retire', kid, selection, '--yes');
    const selected = selection === prod ? label : tableLabel;
    const on = `On ${selected}\n`;

    const { exitCode, stderr } = await retireHere();

    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `${on}Its secret is deleted, so the key counts as superseded from now on. Retire it when its tokens have expired.\n`,
    });
    const superseded = await readKeysAndLog();
    const supersededAt = '2026-11-20T12:00:00.000Z';
    expect(superseded.keys).toEqual(before.keys.map((key) => (key.kid === kid ? { ...key, supersededAt } : key)));
    expect(await findNewEntries(before)).toMatchObject([{ command: 'key retire', target: { kid } }]);

    passTime(afterlife);
    expect(await retireHere()).toEqual(
      ended(
        'refused',
        `Tokens of key ${kid} may be valid until 2026-11-21T13:00:00.000Z. Retire it after that.`,
        selected,
      ),
    );
    expect(await readKeysAndLog()).toEqual(superseded);
    passTime(1);
    expect(await retireHere()).toMatchObject({ exitCode: 0, stderr: on });
    expect(await readVerificationKeys(table)).toEqual(before.keys.filter((key) => key.kid !== kid));
    expect(await findNewEntries(superseded)).toMatchObject([{ command: 'key retire', target: { kid } }]);
  },
);
