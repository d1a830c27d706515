import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactVerify, createLocalJWKSet } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { openEventSigner } from '../../../shared/log/announcing.ts';
import { feed } from '../../../shared/log/feed.ts';
import { admin, ended, runAdmin } from '../../support/call/admin.ts';
import { startFaultyBus } from '../../support/faults/faulty-service.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { prodLabel, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newFolder } from '../../support/make/machine.ts';
import { followStream } from '../../support/make/register-log.ts';
import { logTable, table } from '../../support/make/table.ts';

const bus = await startFaultyBus();
const aws = await useDeployedStage();
const next = await followStream(table);
const onStage = (...words: readonly string[]) => runAdmin('events', ...words, '--stage', 'prod');
const details = () => bus.taken.map(({ Detail }) => JSON.parse(Detail));

/** Brings a notice and consents into the log at a time. */
const happen = async (time: string, consents: number) => {
  const tenant = await newTenant();
  for (let i = 0; i < consents; i += 1) await addConsent(tenant);
  await feed(logTable, await next(), new Date(time));
};

beforeEach(() => {
  for (const list of [bus.taken, bus.calls, bus.answers]) list.length = 0;
});

const noKey = 'No key signs events yet. The first event creates it: record a consent, then try again.';

test('before the first event there is no key', async () => {
  expect(await onStage('keys')).toEqual({ exitCode: 0, stdout: '', stderr: `On ${prodLabel()}\n${noKey}\n` });
  const file = join(newFolder(), 'keys.json');
  expect(await onStage('keys', '--out', file)).toEqual(ended('notFound', noKey, prodLabel()));
});

test('without a key nothing is put again', async () => {
  await happen('2026-12-31T10:00:00Z', 1);

  expect(await onStage('resend', '--from', '2026-12-31', '--yes')).toEqual(ended('refused', noKey, prodLabel()));
  await openEventSigner(logTable, { encryptionKey: encryptionKeyAlias, stage: 'prod' });
});

test('the events of a time are put again as they were, and the operations log has it', async () => {
  await happen('2027-01-01T10:00:00Z', 1);
  await happen('2027-01-02T10:00:00Z', 12);
  await happen('2027-01-03T10:00:00Z', 2);

  const outcome = await onStage(
    'resend',
    '--from',
    '2027-01-02',
    '--until',
    '2027-01-02',
    '--yes',
    '--json',
    '--reason',
    'why',
  );

  expect(JSON.parse(outcome.stdout)).toEqual({ events: 13, 'notice.published': 1, 'consent.recorded': 12 });
  expect(bus.calls.map(({ length }) => length)).toEqual([10, 3]);
  expect(bus.taken[0]?.EventBusName).toBe('ConsentRegister-prod');
  expect(details().map(({ type }) => type)).toEqual(['notice.published', ...Array(12).fill('consent.recorded')]);
  expect((await listLogEntries(table, 1))[0]).toMatchObject({
    command: 'events resend',
    by: aws.caller,
    reason: 'why',
    target: { bus: 'ConsentRegister-prod', events: 13 },
  });
  const first = details().map(({ id }) => id);
  await onStage('resend', '--from', '2027-01-02', '--yes');
  expect(
    details()
      .slice(13, 26)
      .map(({ id }) => id),
  ).toEqual(first);
  expect(details()).toHaveLength(13 + 13 + 3);
});

test('it asks first, and says how many there are', async () => {
  const outcome = await onStage('resend', '--from', '2027-01-03');

  expect(outcome).toEqual(
    ended(
      'usage',
      'Send 3 events to the bus ConsentRegister-prod again? Confirm with --yes.',
      `${prodLabel()}\nFound: 1 notice.published, 2 consent.recorded`,
    ),
  );
  expect(bus.calls).toEqual([]);
});

test('where the bus takes no more, it is said how many it took', async () => {
  bus.answers.push({ refused: [] }, { status: 400, name: 'AccessDeniedException' });

  const { exitCode, stdout } = await onStage('resend', '--from', '2027-01-02', '--yes');

  expect([exitCode === 0, stdout, bus.taken.length]).toEqual([false, '', 10]);
});

test('a time without events, a stage without them, and a table alone are reported', async () => {
  const nothing = await onStage('resend', '--from', '2026-01', '--until', '2026-02', '--yes');
  expect(nothing).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `On ${prodLabel()}\nThe log has no events in that period.\n`,
  });
  const { EventBusName: _, ...rest } = aws.stacks.get('ConsentRegister-prod') ?? {};
  aws.stacks.set('ConsentRegister-prod', rest);
  const off = `Events are off for ${prodLabel()}. Deploy the stage again with "events": true to switch them on (docs/integrate.md, Events).`;
  expect(await onStage('resend', '--from', '2027-01')).toEqual(ended('unreachable', off, prodLabel()));
  expect(await admin('events', 'resend', '--from', '2027-01')).toMatchObject({
    stderr: expect.stringContaining('A table alone does not say where its events go. Use --stage or --local.'),
  });
});

test('the file of keys verifies what was sent', async () => {
  await onStage('resend', '--from', '2027-01-03', '--yes');
  const file = join(newFolder(), 'keys.json');

  const { exitCode, stdout } = await onStage('keys', '--out', file);

  const keys = JSON.parse(await readFile(file, 'utf8'));
  expect(exitCode).toBe(0);
  expect(stdout).toContain(keys.keys[0].kid);
  expect(keys).toEqual({
    keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' }],
  });
  for (const { jws } of details()) await compactVerify(jws, createLocalJWKSet(keys));
  expect(details()).toHaveLength(3);
});
