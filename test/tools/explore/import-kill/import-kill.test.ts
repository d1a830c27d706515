import { expect, test } from 'vitest';
import { writeCrmFile } from '../../../../tools/explore/import-kill/killed-import.ts';
import { dieAtWrite } from '../../../support/death.ts';
import { makeFolder } from '../../../support/import-file.ts';
import { startStoreProxy } from '../../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../../support/admin.ts');
const { newTenant } = await import('../../../support/builders.ts');
const { table } = await import('../../../support/table.ts');
const { findMissingEntries, findWrong } = await import('../../../../tools/explore/import-kill/killed-import.ts');

const files = makeFolder();

test.each([true, false])(
  'an import that dies at a consent of two items, written %s, is finished by the same command',
  async (isDone) => {
    const tenant = await newTenant();
    const { accountId } = tenant;
    const consents = 20;
    const { file, mapping } = await writeCrmFile(files.folder, tenant, consents);
    const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--account', accountId, '--yes'];
    const target = { table, accountId, consents };
    let apart = 0;
    const isSecondApart = ({ input }: { readonly input: object }): boolean => {
      if (/REVOKE-PROOF|revokeProofBytes/.test(JSON.stringify(input))) apart += 1;
      return apart === 2;
    };

    const { isDead } = await dieAtWrite(proxy, isSecondApart, isDone, () => admin(...words));

    expect(isDead).toBe(true);
    expect(await findWrong(target, false)).toEqual([]);
    const { imported, there } = await adminData(...words);
    expect(imported + there).toBe(consents);
    expect(there).toBeGreaterThan(0);
    expect([...(await findWrong(target, true)), ...(await findMissingEntries(target))]).toEqual([]);
  },
);
