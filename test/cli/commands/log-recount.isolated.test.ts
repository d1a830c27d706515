import { expect, test } from 'vitest';
import { takeIn } from '../../../shared/log/auditing/take-in.ts';
import { countersOf, isVersionItem } from '../../../shared/log/sums/parsed-sums.ts';
import { sumsRanges } from '../../../shared/log/sums/sums-items.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/query.ts';
import { write } from '../../../shared/store/write.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { openOwnLog } from '../../support/make/register-log.ts';
import { logTable, table } from '../../support/make/table.ts';

const older = await newTenant();
await addConsent(older);
const register = await openOwnLog();
const tenant = await newTenant();
for (let i = 0; i < 3; i += 1) await addConsent(tenant);
await register.publish();

const readSums = async () => {
  const items = await queryItems(logTable, logKeyOf.sums(tenant.accountId, ''), { range: sumsRanges.all });
  return items.filter((item) => !isVersionItem(item));
};

test('sums that somebody changed are put right, with an entry in the operations log', async () => {
  const before = await readSums();
  const [{ PK, SK, ...rest } = {}] = before;
  const [[name = ''] = []] = Object.entries(countersOf(rest));
  await write(logTable, {
    update: { PK: String(PK), SK: String(SK) },
    expression: `SET ${name} = :count`,
    condition: 'attribute_exists(PK)',
    values: { ':count': 77 },
  });

  expect(await adminData('log', 'recount', '--reason', 'somebody changed sums')).toEqual({
    events: 8,
    sums: 2,
    mended: 1,
    waiting: 0,
    unknown: 0,
  });
  expect(await readSums()).toEqual(before);
  expect(await admin('log', 'recount')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('All sums were right'),
  });
  expect(await adminData('operations', 'list', '--command', 'log recount')).toEqual([
    expect.objectContaining({ target: { sums: logTable.name }, reason: 'somebody changed sums' }),
  ]);
});

test('what is older than the log is a finding until it is taken in and a checkpoint has it', async () => {
  const manner = { segments: 1, onFirst: async () => undefined, onItems: () => {} };
  expect(await admin('log', 'recount')).toMatchObject({ exitCode: 0 });
  const breakOff = () => {
    throw new Error('broken off');
  };
  const brokenOff = takeIn({ table, log: logTable }, { ...manner, mostWaiting: 1, onItems: breakOff });
  await expect(brokenOff).rejects.toThrow('broken off');
  await register.publish();
  const early = await admin('log', 'recount');

  expect(early).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('The log was off when 1 version of notices was published'),
  });

  await addConsent(older);
  await takeIn({ table, log: logTable }, manner);
  expect(await admin('log', 'recount')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/\d+ events? from .*waits? for a checkpoint/),
  });

  await register.publish();
  expect(await admin('log', 'recount')).toMatchObject({ exitCode: 0 });
});
