import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { countBy } from '../../shared/consents/reports/count.ts';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import { readReport } from '../../shared/consents/reports/report.ts';
import { publishNext } from '../../shared/log/publication.ts';
import { countEvents } from '../../shared/log/sums/counting.ts';
import { countersOf } from '../../shared/log/sums/parsed-sums.ts';
import { countSums } from '../../shared/log/sums/sums-report.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import type { Item, Table } from '../../shared/store/client.ts';
import { dayMilliseconds } from '../../shared/time.ts';
import { drawDrafts } from '../shared/consents/reports/random-drafts.ts';
import { failingAfter } from '../shared/log/published-log.ts';
import { newRandom, seed } from '../support/make/chance.ts';
import { erase } from '../support/make/changes.ts';
import { newRegister, onDay, seedConsents } from '../support/make/officer-register.ts';
import type { RegisterLog } from '../support/make/register-log.ts';
import { openRegisterLog } from '../support/make/register-log.ts';
import { readAllItems } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const breakdowns: readonly (readonly Dimension[])[] = [
  [],
  ['month'],
  ['notice', 'version', 'month'],
  ['project', 'lang', 'channel'],
];

const readSums = async (log: Table): Promise<Item[]> => {
  const items = (await readAllItems(log)).filter(({ PK }) => String(PK).endsWith('#SUMS'));
  return items.sort((one, other) => (`${one.PK}${one.SK}` < `${other.PK}${other.SK}` ? -1 : 1));
};

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

test('sums are exact whenever the process that counts ends, and say what reading all consents says', async () => {
  const [register, sound] = [await openRegisterLog(), await openRegisterLog()];
  const { tenant, projects, versions } = await newRegister();
  const { accountId } = tenant;
  const drafts = drawDrafts(newRandom(seed), { projects, versions }, { count: 40, days: 44, revokedWithin: 10 });
  const seeded = await seedConsents(tenant, drafts);
  await register.feed();
  let ended = await publishBroken(register);
  const ids = seeded.map(({ id }) => id);
  await erase(accountId, ids.slice(0, 10), { now: onDay(46) });
  await register.feed();
  ended += await publishBroken(register);
  await erase(accountId, ids.slice(5, 18), { extent: 'everything', now: onDay(50) });
  await register.feed();
  ended += await publishBroken(register);
  await sound.feed();
  while (
    (await publishNext({ ...sound.publisher, count: countEvents({ log: sound.log, table }) }, new Date())) !== undefined
  ) {}

  expect(ended).toBeGreaterThan(15);
  const bare = (items: readonly Item[]) =>
    items
      .map(({ PK, SK, ...rest }) => ({ PK, SK, counters: countersOf(rest) }))
      .filter(({ counters }) => Object.keys(counters).length > 0);
  expect(bare(await readSums(register.log))).toEqual(bare(await readSums(sound.log)));

  const lineage = await readLineage(table, accountId);
  for (const until of [0, 12, 20, 31, 45, 46, 50, 90])
    for (const from of [undefined, 8]) {
      if (from !== undefined && from > until) continue;
      const period = {
        from: from === undefined ? undefined : new Date(onDay(from).getTime() - dayMilliseconds / 2),
        last: new Date(onDay(until).getTime() + dayMilliseconds / 2 - 1),
      };
      const question = { accountId, projectUids: projects, period, lineage };
      const [read, summed] = [0, 1].map(() => breakdowns.map((by) => countBy(by, period))) as [
        ReturnType<typeof countBy>[],
        ReturnType<typeof countBy>[],
      ];
      await readReport(table, question, read);
      await countSums({ log: register.log, table }, question, summed);
      const lapsed = (countings: typeof read) =>
        countings.map((counting) =>
          counting.rows().map(({ expired, superseded, ...rest }) => ({ ...rest, lapsed: expired + superseded })),
        );

      expect(lapsed(summed), `${from} ${until}`).toEqual(lapsed(read));
    }
});
