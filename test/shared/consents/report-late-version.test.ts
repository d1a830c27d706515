import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { readDueConsents } from '../../../shared/consents/due.ts';
import { listConsents } from '../../../shared/consents/list-consents.ts';
import { countBy, readReport } from '../../../shared/consents/report.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { addConsent, newTenant, noticeContent } from '../../support/make/builders.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** A consent to the first version, one to a second version that asks again, and the lineage as it was before that one. */
const publishMeanwhile = async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  await pause();
  const first = await addConsent(tenant);
  const lineage = await readLineage(table, accountId);
  await pause();
  const asking = noticeContent({ validityDays: 1, askAgain: true });
  const { versionId } = await publishVersion(table, accountId, pid, asking, new Date());
  await pause();
  const second = await addConsent(tenant, { userData: { email: 'bo@example.com' } });
  return { ...tenant, lineage, versionId, ids: [first.consentId, second.consentId] };
};

test.each([
  ['of all people', new Map(), 2],
  ['of a person', new Map([['email', 'bo@example.com']]), 1],
])('a list %s knows a version that is published while it is read', async (_whose, values, ownQueries) => {
  const { accountId, lineage, versionId, ids } = await publishMeanwhile();
  const listing = { lineage, filter: {}, values, onRead: () => {}, now: new Date() };

  const { result, calls } = await recordCalls(() => Array.fromAsync(listConsents(table, accountId, listing)));

  expect(result.flat()[0]).toMatchObject({ id: ids[1], state: 'active', version: { id: versionId, version: 2 } });
  /** Two more read the lineage anew. */
  expect(calls.filter((call) => call === 'Query')).toHaveLength(ownQueries + 2);
});

test('a report and a list of who is due know a version that is published while they are read', async () => {
  const { accountId, projectUid, lineage, ids } = await publishMeanwhile();
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  const question = { accountId, projectUids: [projectUid], pid: undefined, lineage };
  const counting = countBy(['version'], { last: new Date() });

  await readReport(table, { ...question, period: { last: new Date() } }, [counting]);
  const due = await Array.fromAsync(readDueConsents(table, { ...question, horizon: inTwoDays }));

  expect(counting.rows()).toMatchObject([
    { traits: { version: 1 }, given: 1, superseded: 1, active: 0 },
    { traits: { version: 2 }, given: 1, active: 1 },
  ]);
  expect(due.flat().map(({ id, reasons }) => [id, reasons.map(({ reason }) => reason)])).toEqual([
    [ids[0], ['superseded']],
    [ids[1], ['expires']],
  ]);
});

test('a version that is gone is looked for once, then it is a fault', async () => {
  const { accountId, projectUid, lineage, versionId } = await publishMeanwhile();
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.noticeVersion(accountId, versionId) }));
  const question = { accountId, projectUids: [projectUid], lineage, horizon: new Date() };

  const { calls } = await recordCalls(() =>
    expect(Array.fromAsync(readDueConsents(table, question))).rejects.toThrow('which is not there'),
  );

  expect(calls).toEqual(['Query', 'Query', 'Query']);
});
