import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Table } from '../../shared/store/client.ts';
import type { Stocked } from '../../test/support/stock.ts';
import { stock } from '../../test/support/stock.ts';
import { makeShelves } from './consent-report/shelves.ts';
import { measureCommand } from './measured-process.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { round } from './report.ts';
import { reportSizes } from './store.ts';

/** Reads the whole table in so many segments side by side, and does nothing with the items. Returns how many there are, and the seconds. */
const scanBarely = async ({ name, client }: Table, segments: number) => {
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: segments }, async (_, Segment) => {
      let items = 0;
      const input = { TableName: name, ConsistentRead: true, Segment, TotalSegments: segments };
      for await (const { Items = [] } of paginateScan({ client }, input)) items += Items.length;
      return items;
    }),
  );
  return {
    items: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - start) / 1_000,
  };
};

const day = 86_400_000;
const years = 5;

/** One in so many consents has a form as its proof, the others an address. */
const formEvery = 10;

const form = (i: number): string =>
  `<form action="/newsletter" method="post">${Array.from({ length: 40 }, (_, field) => `<label>Field ${field}<input name="f${field}" value="${i * field}"></label>`).join('')}</form>`;

function* consents(count: number, now: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const url = `https://shop.example/checkout?order=${i}`;
    yield {
      time: new Date(now - years * 365 * day + Math.floor((i / count) * years * 365 * day)),
      lang: i % 3 === 0 ? 'ita' : 'eng',
      proof: i % formEvery === 0 ? { url, html: form(i) } : { url },
      userData: { email: `ada-${i}@example.com`, first_name: `Ada ${i}`, last_name: 'Lovelace' },
    };
  }
}

/** Makes a register whose account has so many consents, with all that the service writes of each. */
const fillWhole = async (table: Table, count: number): Promise<void> => {
  const now = Date.now();
  const { account, project, versions } = await makeShelves(table, now);
  const version = versions.at(-1);
  if (version === undefined) throw new Error('There is no version.');
  await stock(table, { account, project, version }, consents(count, now));
};

const { consents: sizes } = describeProgram(
  'bench export',
  'What `consent export` takes of memory, time and DynamoDB, beside a bare parallel scan of the same table.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 100_000])
  .parse()
  .opts();

const segments = 4;
const megabyte = 1_000_000;

const Exported = v.object({
  readUnits: v.number(),
  counts: v.object({ consents: v.number() }),
  files: v.array(v.object({ bytes: v.number() })),
});

const header = ['read units', 'files, MB', 'peak memory, MB', 'seconds', 'bare scan, seconds', 'rate of it'];
await reportSizes('export', sizes, header, async ({ size, table, folder: home }) => {
  await fillWhole(table, size);
  const bare = await scanBarely(table, segments);
  const folder = join(home, table.name);
  const words = ['consent', 'export', folder, '--segments', String(segments), '--json', '--table', table.name];
  const { printed, peak, seconds } = await measureCommand(words);
  const { counts, readUnits, files } = v.parse(Exported, JSON.parse(printed));
  if (counts.consents !== size) throw new Error(`${counts.consents} of ${size} consents were exported.`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  rmSync(folder, { recursive: true });
  return [
    readUnits,
    round(bytes / megabyte),
    round(peak / megabyte),
    round(seconds),
    round(bare.seconds),
    round(bare.seconds / seconds, 2),
  ];
});
