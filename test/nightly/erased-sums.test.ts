import { expect, test } from 'vitest';
import { countBy } from '../../shared/consents/reports/count.ts';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import { readReport } from '../../shared/consents/reports/report.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import { dayMilliseconds } from '../../shared/time.ts';
import { drawDrafts } from '../shared/consents/reports/random-drafts.ts';
import { newRandom, seed } from '../support/make/chance.ts';
import { erase } from '../support/make/changes.ts';
import { newRegister, onDay, seedConsents } from '../support/make/officer-register.ts';
import { readAllItems } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;

const breakdowns: readonly (readonly Dimension[])[] = [
  [],
  ['notice', 'version', 'state'],
  ['month', 'channel'],
  ['project', 'lang', 'month', 'state'],
];

const eraseDay = 45;

const tellAll = async () => {
  const lineage = await readLineage(table, accountId);
  const periods = [0, 12, 31, eraseDay - 1, eraseDay, 80].flatMap((until) =>
    [undefined, onDay(8)].map((from) => ({
      from: from && new Date(Math.floor(from.getTime() / dayMilliseconds) * dayMilliseconds),
      last: new Date(Math.floor(onDay(until).getTime() / dayMilliseconds + 1) * dayMilliseconds - 1),
    })),
  );
  const countings = periods.flatMap((period) => breakdowns.map((by) => ({ period, counting: countBy(by, period) })));
  for (const period of periods) {
    const wanted = countings.filter((each) => each.period === period).map(({ counting }) => counting);
    await readReport(table, { accountId, projectUids: projects, period, lineage }, wanted);
  }
  return countings.map(({ counting }) => counting.rows());
};

const drafts = drawDrafts(newRandom(seed), { projects, versions }, { count: 60, days: 44, revokedWithin: 10 }).map(
  ({ revoked, ...draft }) => ({ ...draft, ...(revoked !== undefined && revoked < onDay(eraseDay) && { revoked }) }),
);

const seeded = await seedConsents(tenant, drafts);

const ids = seeded.map(({ id }) => id);

test('a report says the same of what was erased with everything as of erased consents', async () => {
  const before = await tellAll();
  await erase(accountId, ids.slice(0, 50), { now: onDay(eraseDay) });
  const erased = await tellAll();

  await erase(accountId, ids.slice(0, 30), { extent: 'everything', now: onDay(eraseDay + 3) });
  expect(await tellAll()).toEqual(erased);
  await erase(accountId, ids.slice(25, 60), { extent: 'everything', now: onDay(eraseDay) });

  const all = await tellAll();
  const [totals] = all[all.length - 2 * breakdowns.length] ?? [];
  expect(totals).toMatchObject({ given: 60, active: 0 });
  expect(before).not.toEqual(erased);
  const items = await readAllItems(table);
  expect(items.filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#CONSENT`))).toEqual([]);
  const sums = items.filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#ERASED#`));
  expect(sums.reduce((sum, { consents }) => sum + Number(consents), 0)).toBe(60);
});
