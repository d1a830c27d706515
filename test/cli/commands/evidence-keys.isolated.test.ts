import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listEvidenceKey, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { formatThumbprint, readPublishedKeys } from '../../../verifier/keys.ts';
import { adminData, ended, runAdmin } from '../../support/call/admin.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { prodLabel, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newLocalSigner } from '../../support/make/evidence-signer.ts';
import { newFolder } from '../../support/make/machine.ts';
import { deleteItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const aws = await useDeployedStage();
const none =
  'No evidence key is listed yet. Run `npm run admin -- evidence add-key --stage prod` to list the key of the stage.';
const onStage = (...words: readonly string[]) => runAdmin('evidence', ...words, '--stage', 'prod');

/** As a table is that was restored to a time before any evidence. */
const removeKeyList = () => deleteItem(table, keyOf.evidenceKeys());

test('without a key there is nothing to publish', async () => {
  const file = join(newFolder(), 'keys.json');

  expect(await onStage('keys')).toEqual({ exitCode: 0, stdout: '', stderr: `On ${prodLabel()}\n${none}\n` });
  expect(await adminData('evidence', 'keys')).toEqual([]);
  expect(await onStage('keys', '--out', file)).toEqual(ended('notFound', none, prodLabel()));
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('add-key lists the key of the stage once, with an entry in the operations log', async () => {
  setTime('2026-11-20T12:00:00Z');

  const first = await onStage('add-key', '--reason', 'first key');
  passTime(60_000);
  const again = await onStage('add-key');

  const [key, ...others] = await readEvidenceKeys(table);
  expect([key, others]).toMatchObject([{ stage: 'prod', usedFrom: '2026-11-20T12:00:00.000Z' }, []]);
  expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: `On ${prodLabel()}\n` });
  expect(first.stdout).toContain(key?.kid);
  expect(again).toEqual({ ...first, stderr: `On ${prodLabel()}\nThe key is already listed.\n` });
  expect(await listLogEntries(table, 10)).toEqual([
    {
      id: expect.any(String),
      at: '2026-11-20T12:00:00.000Z',
      by: aws.caller,
      reason: 'first key',
      command: 'evidence add-key',
      target: { kid: key?.kid },
    },
  ]);
});

test('add-key has a key have signed since the time that a restored table has lost', async () => {
  setTime('2026-11-20T12:30:00Z');
  const since = (time: string) => onStage('add-key', '--since', time, '--reason', 'table restored');

  const later = await since('2026-11-20T12:10:00Z');
  const future = await since('2026-11-21');
  const earlier = await since('2026-11-19T08:00:00.250Z');

  expect(later).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('The key is already listed.') });
  expect(future).toEqual(
    ended('usage', '--since is in the future. Give the time when the key began to sign.', prodLabel()),
  );
  expect(earlier).toMatchObject({ exitCode: 0, stderr: `On ${prodLabel()}\n` });
  expect(await readEvidenceKeys(table)).toMatchObject([{ usedFrom: '2026-11-19T08:00:00.250Z' }]);
  expect(await listLogEntries(table, 10)).toMatchObject([
    { reason: 'table restored', target: { usedFrom: '2026-11-19T08:00:00.250Z' } },
    { reason: 'first key' },
  ]);

  await removeKeyList();
  await since('2026-11-20T12:00:00.000Z');

  expect(await readEvidenceKeys(table)).toMatchObject([{ stage: 'prod', usedFrom: '2026-11-20T12:00:00.000Z' }]);
});

test('confirmed keys are published with their first use, and nothing of AWS', async () => {
  setTime('2026-11-21T12:00:00Z');
  const signer = await newLocalSigner('prod');
  await listEvidenceKey(table, signer, new Date());
  const file = join(newFolder(), 'keys.json');

  const { exitCode, stdout, stderr } = await onStage('keys', '--out', file);

  const [own] = await readEvidenceKeys(table);
  const written = await readFile(file, 'utf8');
  const rest = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x: expect.any(String), y: expect.any(String) };
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(
    new RegExp(`^On ${prodLabel()}\nWritten to ${file}\nNot confirmed: ${signer.kid}\\. Nothing shows that `),
  );
  expect(JSON.parse(written)).toEqual({
    keys: [{ ...rest, kid: own?.kid, usedFrom: '2026-11-20T12:00:00.000Z' }],
  });
  expect(await readPublishedKeys(written, 'keys.json')).toMatchObject({ keys: { keys: [{ kid: own?.kid }] } });
  expect(written).not.toContain('arn:');
  expect(stdout).toContain(formatThumbprint(signer.kid));
  expect(await adminData('evidence', 'keys')).toMatchObject([
    { kid: own?.kid, thumbprint: formatThumbprint(own?.kid ?? '') },
    { kid: signer.kid, stage: 'prod', kms: signer.arn },
  ]);
});

test('a file of keys that is there stays', async () => {
  const file = join(newFolder(), 'keys.json');
  await writeFile(file, 'old');

  expect(await onStage('keys', '--out', file)).toEqual(
    ended('usage', `${file} already exists. Name another file.`, prodLabel()),
  );
  expect(await readFile(file, 'utf8')).toBe('old');
});
