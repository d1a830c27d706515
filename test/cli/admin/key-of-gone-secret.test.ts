import { beforeEach, expect, test, vi } from 'vitest';
import { readVerificationKeys } from '../../../shared/store/verification-key.ts';
import { runAdmin } from '../../support/admin.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { prodLabel, region, useDeployedStage } from '../../support/deployed-stage.ts';
import { ended } from '../../support/ended.ts';
import { findNewEntries, readKeysAndLog } from '../../support/key-changes.ts';
import { startSecretDescriptions } from '../../support/secret-description.ts';
import { publishKey } from '../../support/sound-stage.ts';
import { table } from '../../support/table.ts';

await useDeployedStage();
const { endpoint, secrets } = await startSecretDescriptions();

/** How long tokens of a superseded key may live: five minutes and a day. */
const afterlife = (5 + 24 * 60) * 60_000;
const anotherSecret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:SigningKey-d4e5f6';
const label = prodLabel();
const tableLabel = `table ${table.name} in ${region}`;

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  secrets.clear();
});

test.each([
  ['deleted', undefined, '--stage=prod'],
  ['about to be deleted', { DeletedDate: 1_795_176_000 }, '--stage=prod'],
  ['deleted', undefined, `--table=${table.name}`],
])('a key whose secret is %s is superseded and can be retired a day later: %s %s', async (_, secret, selection) => {
  const kid = await publishKey({ table }, anotherSecret);
  if (secret !== undefined) secrets.set(`${anotherSecret} in eu-central-1`, secret);
  const before = await readKeysAndLog();
  const retireHere = () => runAdmin('key', 'retire', kid, selection, '--yes', '--json');
  const selected = selection === '--stage=prod' ? label : tableLabel;
  const on = `On ${selected}\n`;

  const { exitCode, stderr } = await retireHere();

  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `${on}The secret of this key is gone, so that it is superseded from now on. Retire it when its tokens have expired.\n`,
  });
  const superseded = await readKeysAndLog();
  const supersededAt = '2026-11-20T12:00:00.000Z';
  expect(superseded.keys).toEqual(before.keys.map((key) => (key.kid === kid ? { ...key, supersededAt } : key)));
  expect(await findNewEntries(before)).toMatchObject([{ command: 'key retire', subject: { kid } }]);

  passTime(afterlife);
  expect(await retireHere()).toEqual(
    ended(
      'refused',
      `Tokens of key ${kid} may live until 2026-11-21T12:05:00.000Z; it can be retired after that.`,
      selected,
    ),
  );
  expect(await readKeysAndLog()).toEqual(superseded);
  passTime(1);
  expect(await retireHere()).toMatchObject({ exitCode: 0, stderr: on });
  expect(await readVerificationKeys(table)).toEqual(before.keys.filter((key) => key.kid !== kid));
  expect(await findNewEntries(superseded)).toMatchObject([{ command: 'key retire', subject: { kid } }]);
});
