import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { forReader } from '../../../cli/output/format.ts';
import { findUndonePlans, listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Item, Table } from '../../../shared/store/table.ts';
import { adminData, runAdmin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { erase as eraseIds, writePlan } from '../../support/make/changes.ts';
import { newFolder } from '../../support/make/machine.ts';
import { createErasures, restore } from '../../support/make/register-log.ts';
import { readAllItems } from '../../support/make/stored.ts';
import { erasures, table } from '../../support/make/table.ts';

const longProof = { html: Array.from({ length: 4_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296}`).join(' ') };

const ownItems = async ({ accountId }: Tenant, of: Table = table): Promise<Item[]> =>
  (await readAllItems(of)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#`));

/** What is of consents and their counts, in the order of its keys. */
const evidenceOf = async (tenant: Tenant, of?: Table): Promise<Item[]> =>
  (await ownItems(tenant, of))
    .filter(({ PK }) => /#(?:CONSENT|USERDATA|ERASED)/.test(String(PK)))
    .sort((one, other) => (`${one.PK}${one.SK}` < `${other.PK}${other.SK}` ? -1 : 1));

/**
 * A tenant of whom Ada was erased but for the evidence, Bo with everything, Cy first the one and then the other, and Di not at all. Each had
 * a value of the site's own, and a consent that was revoked with a long proof.
 */
const newShop = async () => {
  const tenant = await newTenant();
  const record = async (name: string): Promise<string[]> => {
    const userData = { email: `${name}@example.com`, club: `C-${name}` };
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) ids.push((await addConsent(tenant, { userData })).consentId);
    await invoke('revokeConsent', { id: ids[0], proof: longProof }, { token: tenant.token });
    return ids;
  };
  const ids = { ada: await record('ada'), bo: await record('bo'), cy: await record('cy'), di: await record('di') };
  const before = await readAllItems(table);
  const erase = (name: string, ...more: string[]) =>
    adminData('person', 'erase', `email=${name}@example.com`, ...more, '--yes', '--account', tenant.accountId);
  await erase('ada');
  await erase('bo', '--everything');
  await erase('cy');
  await eraseIds(tenant.accountId, ids.cy, { extent: 'everything' });
  return { tenant, ids, before };
};

const on = (of: Table, list: Table = erasures) => ['--table', of.name, '--erasures-table', list.name];

const replay = (tenant: Tenant, of: Table, ...more: readonly string[]) =>
  runAdmin('person', 'erase', '--replay', '--account', tenant.accountId, ...on(of), ...more);

/** What `doctor` says of erasures. */
const diagnose = async (of: Table) => {
  const { stdout } = await runAdmin('doctor', ...on(of), '--json');
  const findings: { check: string; state: string; says: string }[] = JSON.parse(stdout);
  return findings.find(({ check }) => check === 'erasures');
};

const keysOf = (items: readonly Item[]): string[] => items.map(({ PK, SK }) => `${PK} ${SK}`);

test('a restored table is as before it was restored, once everything was erased again', async () => {
  const { tenant, before } = await newShop();
  const restored = await restore(before);
  const due = await diagnose(restored);

  const { exitCode, stdout } = await replay(tenant, restored, '--yes', '--reason', 'table restored');

  expect(due).toMatchObject({
    state: 'wrong',
    says: expect.stringMatching(/^8 of the latest 8 erasures must be done again/),
  });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: `Erased again: 6 consents. Run ${forReader('`doctor`')} to check that nothing is left. Backups of the table expire after 35 days.\n`,
  });
  expect(await diagnose(restored)).toMatchObject({ state: 'ok', says: 'none of the latest 8 erasures has come back' });
  expect(await evidenceOf(tenant, restored)).toEqual(await evidenceOf(tenant));
});

test('it shows what it would do, does nothing without confirmation, and then enters it in the operations log', async () => {
  const { tenant, before } = await newShop();
  const restored = await restore(before);
  const stored = await readAllItems(restored);
  const shown = await replay(tenant, restored, '--check', '--json');
  const asked = await replay(tenant, restored);
  const kept = await readAllItems(restored);

  const done = await replay(tenant, restored, '--yes', '--json', '--reason', 'table restored');

  const plan = { accountId: tenant.accountId, unfinished: [], unlisted: 0, evidence: 4, everything: 4 };
  expect(shown.exitCode).toBe(6);
  expect(JSON.parse(shown.stdout)).toEqual([plan]);
  expect(asked).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('Erase again? Confirm with --yes.'),
  });
  expect(new Set(keysOf(kept))).toEqual(new Set(keysOf(stored)));
  expect(JSON.parse(done.stdout)).toEqual([{ ...plan, erased: 6, before: 0 }]);
  const log = await listLogEntries(restored, 8);
  expect(log.map(({ command, reason }) => [command, reason])).toEqual(
    Array.from({ length: 8 }, () => ['person erase', 'table restored']),
  );
  expect(log.slice(-4).map(({ target: { erasure: _, ...target } }) => target)).toEqual([
    { accountId: tenant.accountId, erased: 2, before: 0, missing: 0, ended: true },
    { accountId: tenant.accountId, consents: 2, extent: 'everything', repeated: true },
    { accountId: tenant.accountId, erased: 2, before: 0, missing: 0, ended: true },
    { accountId: tenant.accountId, consents: 2, extent: 'evidence', repeated: true },
  ]);
});

test('repeated, it finds nothing more to do', async () => {
  const { tenant } = await newShop();
  const { exitCode, stdout } = await replay(tenant, table, '--yes');

  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: 'Nothing that was erased has come back, and no erasure was interrupted.\n',
  });
});

test('what was listed when the command was broken off is erased at the time that it is listed with', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const time = new Date();
  await writePlan(erasures, tenant.accountId, { time, extent: 'evidence', consentIds: [consentId], by: 'local:ada' });

  expect((await replay(tenant, table, '--yes')).exitCode).toBe(0);
  expect((await ownItems(tenant)).find(({ SK }) => SK === consentId)).toMatchObject({
    eraseTime: time.toISOString(),
    revokeTime: time.toISOString(),
  });
});

test('an erasure that was broken off is finished', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const now = new Date();
  const asked = { extent: 'everything', by: 'local:ada' } as const;
  await writePlan(erasures, tenant.accountId, { time: now, ...asked, consentIds: [consentId] });

  const { stdout, stderr } = await replay(tenant, table, '--yes');

  expect(stderr).toContain(`Finished the erasure of ${formatTime(now)}.`);
  expect(stdout).toContain('Erased again: 1 consent.');
  expect(await findUndonePlans(erasures, tenant.accountId)).toEqual([]);
  expect(keysOf(await ownItems(tenant)).filter((key) => key.includes(consentId))).toEqual([]);
});

describe('where the erasures table is gone too', () => {
  const listAll = async (list: Table, { accountId }: Tenant) =>
    (await Array.fromAsync(listErasures(list, accountId))).flat();

  test('a file that was written before tells all of it', async () => {
    const { tenant, before } = await newShop();
    const [restored, empty] = [await restore(before), await createErasures()];
    const file = join(newFolder(), 'erasures.jsonl');
    await adminData('erasure', 'list', '--out', file);
    const words = [
      'person',
      'erase',
      '--replay',
      '--from',
      file,
      '--account',
      tenant.accountId,
      ...on(restored, empty),
    ];

    const shown = await runAdmin(...words, '--check', '--json');
    const { exitCode } = await runAdmin(...words, '--yes');

    expect(JSON.parse(shown.stdout)).toMatchObject([{ unlisted: 8, evidence: 4, everything: 4 }]);
    expect(exitCode).toBe(0);
    const compare = ({ PK, SK, eraseTime }: Item) => ({ PK, SK, eraseTime });
    const ofConsents = (items: readonly Item[]) => items.filter(({ PK }) => /#(?:CONSENT|ERASED)/.test(String(PK)));
    expect(ofConsents(await evidenceOf(tenant, restored)).map(compare)).toEqual(
      ofConsents(await evidenceOf(tenant)).map(compare),
    );
    expect((await listAll(empty, tenant)).length).toBe(8);
    expect(await listLogEntries(restored, 10)).toContainEqual(
      expect.objectContaining({ target: { accountId: tenant.accountId, listed: 8 } }),
    );
    const again = await runAdmin(...words, '--yes');
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing that was erased has come back'),
    });
  });

  test('the table before tells those whose evidence was kept', async () => {
    const { tenant, ids, before } = await newShop();
    const [restored, empty] = [await restore(before), await createErasures()];
    const words = ['person', 'erase', '--replay', '--from', table.name, ...on(restored, empty), '--yes', '--json'];

    const { exitCode, stdout } = await runAdmin(...words);

    const ofTenant = JSON.parse(stdout).find((told: { accountId: string }) => told.accountId === tenant.accountId);
    expect({ exitCode, ofTenant }).toMatchObject({
      exitCode: 0,
      ofTenant: { unlisted: 2, evidence: 2, everything: 0, erased: 2 },
    });
    const times = async (of: Table) =>
      (await evidenceOf(tenant, of))
        .filter(({ SK }) => ids.ada.includes(String(SK)))
        .map(({ PK, eraseTime }) => [PK, eraseTime]);
    const consents = (rows: unknown[][]) => rows.filter(([PK]) => String(PK).includes('#CONSENT#'));
    expect(consents(await times(restored))).toEqual(consents(await times(table)));
  });

  test('what is of an account that the register lacks is left out', async () => {
    const tenant = await newTenant();
    const file = join(newFolder(), 'erasures.jsonl');
    const line = {
      accountId: 'f'.repeat(32),
      consentId: 'e'.repeat(32),
      time: new Date().toISOString(),
      extent: 'evidence',
    };
    await writeFile(file, `${JSON.stringify(line)}\n\n`);
    const { exitCode, stderr } = await runAdmin('person', 'erase', '--replay', '--from', file, '--check', ...on(table));

    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Skipped, because this register does not have their account: 1 erasure.'),
    });
    expect(await listAll(erasures, tenant)).toEqual([]);
  });
});

test('a line of a file that is no erasure is named, and nothing is done', async () => {
  const file = join(newFolder(), 'half.jsonl');
  await writeFile(file, `\n{"accountId":"${'\n'.repeat(500_000)}`);
  const probe = await open(file);
  await probe.close();
  const read = vi.spyOn(Object.getPrototypeOf(probe), 'readLines');

  const { exitCode, stderr } = await runAdmin('person', 'erase', '--replay', '--from', file, '--yes', ...on(table));

  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      forReader(
        `Line 2 of ${file} is not an erasure as \`erasure list --out\` writes it. Use the file as it was written. Nothing was changed.`,
      ),
    ),
  });
  expect(read.mock.contexts).toMatchObject([{ fd: -1 }]);
  read.mockRestore();
});

test.each([
  [['email=ada@example.com', '--replay'], 2, 'Name a person or use --replay, not both.'],
  [['--replay', '--everything'], 2, '--replay erases each consent to its listed extent. Leave --everything out.'],
  [['email=ada@example.com', '--from', 'x.jsonl'], 2, '--from works only with --replay.'],
  [[], 2, 'Name a person, such as email=ada@example.com, or use --requests or --replay.'],
  [['--replay', '--from', ''], 2, '--from must not be empty.'],
  [['--replay', '--from', './missing.jsonl'], 2, './missing.jsonl cannot be read: it does not exist.'],
  [['--replay', '--from', 'a table'], 2, '"a table" cannot be the name of a table'],
  [['--replay', '--from', 'no-such-table'], 5, 'There is no file and no table no-such-table here. Check its name'],
  [
    ['--replay', '--from', table.name],
    2,
    '--from names the table that you work on. Name the table from before the restore.',
  ],
] as const)('%j is refused in one line', async (words, exitCode, message) => {
  expect(await runAdmin('person', 'erase', ...words, '--yes', ...on(table))).toMatchObject({
    exitCode,
    stderr: expect.stringContaining(message),
  });
});
