import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tenant } from '../../../test/support/builders.ts';
import { noiseOf } from '../../../test/support/export-stock.ts';

/** A file of so many consents, each with a lookup and every tenth with a long proof of its revocation; and its mapping. */
export const writeCrmFile = async (
  folder: string,
  { projectUid, notices: [notice] }: Pick<Tenant, 'projectUid' | 'notices'>,
  consents: number,
): Promise<{ readonly file: string; readonly mapping: string }> => {
  const [file, mapping] = [join(folder, 'crm.csv'), join(folder, 'crm.json')];
  const rows = Array.from({ length: consents }, (_, i) => {
    const given = new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString();
    const left = i % 10 === 0 ? `${new Date(Date.UTC(2025, 0, 1)).toISOString()},${noiseOf(i, 20_000)}` : ',';
    return `${i},${given},ada-${i}@example.com,${left}`;
  });
  await writeFile(file, ['id,given,email,left,why', ...rows, ''].join('\n'));
  const says = {
    key: ['id'],
    project: { value: projectUid },
    notice: { value: notice?.name },
    version: { value: '1' },
    time: { column: 'given' },
    userData: { email: { column: 'email' }, number: { column: 'id' } },
    proof: { source: { value: 'The CRM' } },
    revocation: { time: { column: 'left' }, proof: { html: { column: 'why' } } },
  };
  await writeFile(mapping, JSON.stringify(says));
  return { file, mapping };
};
