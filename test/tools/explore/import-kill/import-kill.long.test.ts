import { expect, test } from 'vitest';
import { importUnderKills, writeCrmFile } from '../../../../tools/explore/import-kill/killed-import.ts';
import { adminData } from '../../../support/admin.ts';
import { newTenant } from '../../../support/builders.ts';
import { makeFolder } from '../../../support/import-file.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { seed } from '../../../support/seed.ts';
import { table } from '../../../support/table.ts';

representFile(
  'test/tools/explore/import-kill/import-kill.test.ts',
  'an import that dies at a consent of two items, written true, is finished by the same command',
);

const files = makeFolder();

test('however often an import is killed, the same command finishes it: nothing twice, nothing missing', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const consents = 150;
  const { file, mapping } = await writeCrmFile(files.folder, tenant, consents);

  const outcome = await importUnderKills({ table, accountId, file, mapping, pace: 300, consents }, newRandom(seed), 3);

  expect({ seed, ...outcome }).toMatchObject({ seed, violations: [] });
  expect(outcome.resumed).toBeGreaterThan(0);
  const words = ['--mapping', mapping, '--source', 'CRM', '--account', accountId, '--yes'];
  expect(await adminData('consent', 'import', file, ...words)).toMatchObject({ imported: 0, there: consents });
}, 240_000);
