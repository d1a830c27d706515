import { expect, test } from 'vitest';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { newTenant, noticeContent } from '../../support/builders.ts';
import { publishVersion } from '../../support/notices.ts';
import { table } from '../../support/table.ts';

const at = (second: number): Date => new Date(Date.now() + second * 1_000);

test('tells of each version how long it holds and which later one asks again, the first that does', async () => {
  const { accountId, pid } = await newTenant();
  const publish = (second: number, terms: object) =>
    publishVersion(table, accountId, pid, noticeContent(terms), at(second));
  const limited = await publish(1, { validityDays: 365 });
  const asking = await publish(2, { validityDays: 365, askAgain: true });
  const later = await publish(3, { askAgain: true });

  const lineage = await readLineage(table, accountId);

  const told = [...lineage.values()].map(({ version, validityDays, askedAgainBy }) => [
    version,
    validityDays,
    askedAgainBy?.version,
  ]);
  expect(told).toEqual([
    [1, 0, 3],
    [2, 365, 3],
    [3, 365, 4],
    [4, 0, undefined],
  ]);
  expect([...lineage.keys()].slice(1)).toEqual([limited, asking, later].map(({ versionId }) => versionId));
});
