import { expect, test, vi } from 'vitest';
import { representFile } from './support/representative.ts';
import { startStoreProxy } from './support/store-proxy.ts';
import { table } from './support/table.ts';

representFile(
  'test/growth.test.ts',
  'no call takes more of a small register than it did: a change that takes less lowers the figure here',
);

const proxy = await startStoreProxy();
const { firstLimit, recordForms, scaleTables } = await import('../tools/bench/scale/partitions.ts');

test('one account records 1,000 consents a second, 500 where all share a value of an own key', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});

  const forms = await recordForms(table, proxy);

  expect(forms.map((form) => [form.name, firstLimit(form)])).toEqual([
    ['3 known keys, no value shared by all', 1_000],
    ['3 known keys, one value shared by all', 1_000],
    ['an own key that all share', 500],
  ]);
  expect(scaleTables(forms)).toContain('| an own key that all share | 1000 | 5000 | 7000 | enough | at 500, ');
});
