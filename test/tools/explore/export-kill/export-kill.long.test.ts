import { expect, test } from 'vitest';
import { listLogEntries } from '../../../../shared/identity/operations-log.ts';
import { exportUnderKills, putLargeConsents } from '../../../../tools/explore/export-kill/killed-export.ts';
import { admin, runAdmin } from '../../../support/admin.ts';
import { newTenant } from '../../../support/builders.ts';
import { consentLines, newPath, readManifest } from '../../../support/export-folder.ts';
import { openPatiently } from '../../../support/patient-table.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { seed } from '../../../support/seed.ts';
import { findShelf } from '../../../support/stock.ts';
import { table } from '../../../support/table.ts';

representFile(
  'test/cli/commands/consent-export-trouble.test.ts',
  'an export that dies is finished by the same command: nothing twice, nothing missing',
);

test('however often an export is killed, the same command finishes it: nothing twice, nothing missing', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  await putLargeConsents(
    openPatiently(table.name),
    await findShelf(table, accountId, tenant.projectUid, tenant.pid),
    400,
  );
  const [reference, folder] = [newPath(), newPath()];
  await admin('consent', 'export', reference, '--account', accountId);
  const entries = (await listLogEntries(table, 1_000)).length;
  const target = { tableName: table.name, accountId, folder, pace: 600 };

  const outcome = await exportUnderKills(target, newRandom(seed), 6, consentLines(reference));

  expect({ seed, ...outcome }).toMatchObject({ seed, violations: [] });
  expect(outcome.resumed).toBeGreaterThan(0);
  expect(readManifest(folder)).toMatchObject({ digest: readManifest(reference).digest });
  expect(await runAdmin('consent', 'export', folder, '--verify')).toMatchObject({ exitCode: 0 });
  expect((await listLogEntries(table, 1_000)).length).toBeGreaterThan(entries);
}, 240_000);
