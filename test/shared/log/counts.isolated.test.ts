import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { countEvents, readCounts, recount } from '../../../shared/log/counts.ts';
import { beginOverview, toOverview } from '../../../shared/log/overview.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import { logger } from '../../../shared/runtime/logger.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Item } from '../../../shared/store/table.ts';
import { newRandom, seed } from '../../support/make/chance.ts';
import { erase } from '../../support/make/changes.ts';
import { newRegister, onDay, seedConsents } from '../../support/make/officer-register.ts';
import type { RegisterLog } from '../../support/make/register-log.ts';
import { openRegisterLog } from '../../support/make/register-log.ts';
import { putItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';
import { drawDrafts } from '../consents/random-drafts.ts';
import { failingAfter } from './published-log.ts';

const { tenant, ...register } = await newRegister();
const { accountId } = tenant;

/** Publishes what the log has, and counts it with a process that ends after a few writes, and after a few more each time. */
const publishBroken = async ({ log, publisher }: RegisterLog): Promise<number> => {
  let ended = 0;
  for (let isMore = true; isMore; ) {
    try {
      const count = countEvents({ log: failingAfter(log, ended, ended % 2 === 0, UpdateCommand), table });
      isMore = (await publishNext({ ...publisher, log, count }, new Date())) !== undefined;
    } catch {
      ended += 1;
    }
  }
  return ended;
};

const tell = async ({ log }: RegisterLog) => toOverview(await beginOverview(log, accountId), { months: 12 }, onDay(60));

test('counts are exact whenever the process that counts ends, and a recount finds what somebody changed', async () => {
  const opened = await openRegisterLog();
  const drafts = drawDrafts(newRandom(seed), register, { count: 40, days: 44, revokedWithin: 10 });
  const ids = (await seedConsents(tenant, drafts)).map(({ id }) => id);
  await opened.feed();
  let ended = await publishBroken(opened);
  await erase(accountId, ids.slice(0, 10), { now: onDay(46) });
  await erase(accountId, ids.slice(5, 18), { extent: 'everything', now: onDay(50) });
  await opened.feed();
  ended += await publishBroken(opened);
  expect(ended).toBeGreaterThan(5);

  const site = { log: opened.log, table };
  const counted = await tell(opened);
  expect(counted.data.reduce((total, { given }) => total + given, 0)).toBe(40);
  expect(await recount(site)).toBe(0);

  const [first] = (await readCounts(opened.log, accountId)).filter(({ SK }) => String(SK).startsWith('MONTH#'));
  const { client, name: TableName } = opened.log;
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { PK: first?.PK, SK: first?.SK },
      UpdateExpression: 'ADD w :many',
      ExpressionAttributeValues: { ':many': 3 },
    }),
  );
  const spare = logKeyOf.counts(accountId, `MONTH#${'f'.repeat(32)}#2026-03#shop`);
  await client.send(
    new UpdateCommand({
      TableName,
      Key: spare,
      UpdateExpression: 'SET g01 = :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
  expect(await tell(opened)).not.toEqual(counted);

  expect(await recount(site)).toBe(2);
  expect(await tell(opened)).toEqual(counted);
  expect(await recount(site)).toBe(0);
});

test('text that somebody puts into the counts stops no checkpoint, and a recount puts it right', async () => {
  const opened = await openRegisterLog();
  await seedConsents(tenant, drawDrafts(newRandom(seed), register, { count: 4, days: 4, revokedWithin: 2 }));
  await opened.publish();
  const site = { log: opened.log, table };
  const counts = (await readCounts(opened.log, accountId)).filter(({ SK }) => String(SK).startsWith('MONTH#'));
  const text = (item: Item) => Object.fromEntries(Object.keys(item).map((name) => [name, 'text']));
  for (const { PK, SK, ...counters } of counts) await putItem(opened.log, { ...text(counters), PK, SK });
  await seedConsents(tenant, drawDrafts(newRandom(seed), register, { count: 4, days: 4, revokedWithin: 2 }));
  const error = vi.spyOn(logger, 'error').mockImplementation(() => {});

  expect(await opened.publish()).toBeGreaterThan(8);
  expect(error).toHaveBeenCalledWith('counts.damaged');
  expect(await recount(site)).toBe(counts.length);
  expect(await recount(site)).toBe(0);
});
