import { beforeAll, expect, test } from 'vitest';
import { consentIndexes } from '../shared/consents/indexes.ts';
import { limits } from '../shared/limits.ts';
import type { Cost } from '../tools/bench/costliest/measure.ts';
import { costliestTables } from '../tools/bench/costliest/tables.ts';
import { silenceLog } from '../tools/bench/report.ts';
import { startMeter } from './support/meter.ts';
import { representedBy } from './support/representative.ts';
import { table } from './support/table.ts';

/** What the costliest requests take of an answer's and an account's bounds, of a page of 14 records to a hundred notices. */
const meter = await startMeter();
const { prepareGround } = await import('../tools/bench/costliest/ground.ts');
const { measureCostliest } = await import('../tools/bench/costliest/measure.ts');

let costs: readonly Cost[] = [];

beforeAll(async () => {
  silenceLog();
  costs = await measureCostliest(meter, table, await prepareGround(table, { records: 14, listed: 2_000, keyed: 150 }));
}, 180_000);

/** Read units of as many bytes as an answer may have. */
const answerUnits = limits.resultBytes / limits.readUnitBytes;

const find = (name: string): Cost => {
  const cost = costs.find((each) => each.name === name);
  if (cost === undefined) throw new Error(`Nothing was called ${name}.`);
  return cost;
};

const bounds = 'test/functions/consent-register/search-bounds.test.ts';
const refused = representedBy(bounds, 'so is one of consents that share a long proof, which each of them would show');
const counted = representedBy(bounds, 'a search that reads much is counted, and one that reads little is not');
const measured = representedBy(
  'test/growth.test.ts',
  'no call takes more of a small register than it did: a change that takes less lowers the figure here',
);

test('every costly request is answered, or refused as its name says', refused, () => {
  for (const { name, status } of costs) expect(status, name).toBe(name.endsWith('refused') ? 422 : 200);
});

test('no request reads more than an answer of 6 MB is worth', refused, () => {
  for (const { name, read } of costs) expect(read, name).toBeLessThanOrEqual(answerUnits);
  expect(find('a page that fills an answer').read).toBeGreaterThan(answerUnits / 2);
});

test('what no answer can hold is refused before it is read', refused, () => {
  expect(find('a page that no answer holds: refused').read).toBeLessThan(20);
  expect(find('26 large notices: refused').read).toBe(29);
});

test('the budget counts what a page takes', counted, () => {
  const { read, counted } = find('a page that fills an answer');

  expect(counted).toBeGreaterThan(0.9 * read);
});

test(
  'no request of a few bytes writes more than a hundred consents of two KB, in all indexes, with their answer',
  measured,
  () => {
    const most = limits.notices * (2 * 2 + consentIndexes.length) + 2 * 20;
    for (const { name, sentBytes, write } of costs) {
      if (sentBytes < 1_000) expect(write, name).toBeLessThanOrEqual(most);
    }
  },
);

test(
  'all are listed, with what one account can take of them in a minute',
  representedBy('test/costliest.test.ts', 'all are listed, with what one account can take of them in a minute'),
  () => {
    const listed = costliestTables(costs);

    for (const { name } of costs) expect(listed.split(`| ${name} |`)).toHaveLength(3);
  },
);
