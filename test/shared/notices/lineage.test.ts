import { expect, test } from 'vitest';
import { historyOf, readLineage, readNoticeLineage } from '../../../shared/notices/lineage.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { newTenant, noticeContent } from '../../support/make/builders.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

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

test('tells of one notice the same as of all, and reads the head of no other', async () => {
  const { accountId, notices } = await newTenant({ notices: 3 });
  const [first, second] = notices;
  if (first === undefined || second === undefined) throw new Error('There are three notices.');
  for (const [i, { pid }] of [first, second, first, second].entries())
    await publishVersion(table, accountId, pid, noticeContent({ askAgain: i === 2 }), at(i + 1));
  const all = await readLineage(table, accountId);

  const { result: own, calls } = await recordCalls(() => readNoticeLineage(table, accountId, first.pid));

  expect([...own.entries()]).toEqual([...all.entries()].filter(([, { pid }]) => pid === first.pid));
  expect(calls.sort()).toEqual(['BatchGetItem', 'Query']);
  const version = all.get(second.versionId);
  expect(version && historyOf(all, version).map(({ pid, version: number }) => [pid, number])).toEqual([
    [second.pid, 1],
    [second.pid, 2],
    [second.pid, 3],
  ]);
});
