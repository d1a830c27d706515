import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { countBy } from '../../../../shared/consents/reports/count.ts';
import { readReport } from '../../../../shared/consents/reports/report.ts';
import { takeIn } from '../../../../shared/log/auditing/take-in.ts';
import { publishNext } from '../../../../shared/log/publication.ts';
import { beginOverview, tellOverview } from '../../../../shared/log/sums/overview.ts';
import { recount } from '../../../../shared/log/sums/recounting.ts';
import { countSums } from '../../../../shared/log/sums/sums-report.ts';
import { keepTakenIn } from '../../../../shared/log/taken-in.ts';
import { readLineage } from '../../../../shared/notices/lineage.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { logKeyOf } from '../../../../shared/store/keys.ts';
import { dayMilliseconds } from '../../../../shared/time.ts';
import { newRandom, seed } from '../../../support/make/chance.ts';
import { endAt, erase } from '../../../support/make/changes.ts';
import { newRegister, onDay, seedConsents } from '../../../support/make/officer-register.ts';
import { openRegisterLog } from '../../../support/make/register-log.ts';
import { table } from '../../../support/make/table.ts';
import { drawDrafts } from '../../consents/reports/random-drafts.ts';

const random = newRandom(seed);
const { tenant, ...register } = await newRegister();
const { projects, versions } = register;
const { accountId } = tenant;

const seedSome = async (count: number): Promise<string[]> => {
  const drafts = drawDrafts(random, register, { count, days: 50, revokedWithin: 15 });
  return (await seedConsents(tenant, drafts)).map(({ id }) => id);
};

const fail = (): never => {
  throw new Error('broken off');
};

const takeAllIn = (log: Table) =>
  takeIn({ table, log }, { segments: 1, onItems: () => {}, onFirst: async () => undefined });

const tell = async (log: Table) => tellOverview(await beginOverview(log, accountId), { months: 12 }, onDay(60));

const noted = { onEvents: () => {}, onFirst: async () => {} };

test('counting anew makes sums whole that began behind the register, and puts right those that somebody changed', async () => {
  const ids = await seedSome(30);
  await erase(accountId, ids.slice(0, 3), { extent: 'everything', now: onDay(55) });
  const { log, publish } = await openRegisterLog();
  await endAt(accountId, ids[29] ?? '', 'revokeTime', onDay(56));
  await erase(accountId, ids.slice(3, 8), { now: onDay(57) });
  await erase(accountId, ids.slice(6, 12), { extent: 'everything', now: onDay(58) });
  await publish();
  await takeAllIn(log);
  await publish();
  expect(await tell(log)).toMatchObject({ countedUntil: null });

  const first = await recount({ log, table }, noted);
  expect(first.mended).toBeGreaterThan(0);
  expect(await recount({ log, table }, noted)).toEqual({ ...first, mended: 0 });
  await erase(accountId, ids.slice(10, 15), { now: onDay(59) });
  await erase(accountId, ids.slice(14, 18), { extent: 'everything', now: onDay(59) });
  await seedSome(5);
  await publish();

  const period = { last: new Date(onDay(61).getTime() + dayMilliseconds / 2 - 1) };
  const question = { accountId, projectUids: projects, period, lineage: await readLineage(table, accountId) };
  const [read, summed] = [countBy(['month', 'version'], period), countBy(['month', 'version'], period)];
  await readReport(table, question, [read]);
  await countSums({ log, table }, question, [summed]);
  expect(summed.rows()).toEqual(read.rows());
  expect(await tell(log)).toMatchObject({ countedUntil: expect.any(String) });
  expect(await recount({ log, table }, noted)).toMatchObject({ mended: 0 });
});

test('counting anew makes nothing whole as long as the log has taken in what no checkpoint has yet', async () => {
  await seedSome(3);
  const { log, publisher } = await openRegisterLog();
  await takeAllIn(log);
  await publishNext(publisher, new Date());
  await seedSome(2);
  await takeAllIn(log);

  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: expect.any(Number), unknown: 0 });
  expect((await recount({ log, table }, noted)).waiting).toBeGreaterThan(1);
  expect(await tell(log)).toMatchObject({ countedUntil: null });

  await publishNext(publisher, new Date());
  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0 });
  expect(await tell(log)).toMatchObject({ countedUntil: expect.any(String) });
});

test('counting anew makes nothing whole while no take-in has come to its end', async () => {
  await seedSome(3);
  const { log, publisher } = await openRegisterLog();
  const broken = { segments: 1, mostWaiting: 1, onFirst: async () => undefined, onItems: () => fail() };
  await keepTakenIn(log, 0);
  await expect(takeIn({ table, log }, broken)).rejects.toThrow('broken off');
  expect(await recount({ log, table }, noted)).toMatchObject({ events: 0, unknown: versions.length });
  await publishNext(publisher, new Date());

  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0, unknown: versions.length });
  expect(await tell(log)).toMatchObject({ countedUntil: null });

  await takeIn({ table, log }, { ...broken, onItems: () => {} });
  await publishNext(publisher, new Date());
  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0, unknown: 0 });
  expect(await tell(log)).toMatchObject({ countedUntil: expect.any(String) });
});

test('counting anew says that versions are older than the log, also where none of them is in it', async () => {
  await seedSome(1);
  const { log, publish } = await openRegisterLog();
  await seedSome(3);
  await publish();

  expect((await recount({ log, table }, noted)).unknown).toBeGreaterThan(0);
});

test('counting anew asks for nothing where all is whole that is older than the log', async () => {
  const { log, publish, feed } = await openRegisterLog();
  await takeAllIn(log);
  await publish();
  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0, unknown: 0 });

  await seedSome(2);
  await feed();
  await takeAllIn(log);
  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0, unknown: 0 });

  await log.client.send(new DeleteCommand({ TableName: log.name, Key: logKeyOf.takenIn() }));
  expect(await recount({ log, table }, noted)).toMatchObject({ waiting: 0, unknown: 0 });
});
