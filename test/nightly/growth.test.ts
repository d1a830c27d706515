import { expect, test, vi } from 'vitest';
import { startMeter } from '../support/call/meter.ts';
import { table } from '../support/make/table.ts';

/** What each call takes of registers whose lists are long enough to be counted by tallies: a large one, and a larger one. */
const meter = await startMeter();
const { measureLedger } = await import('../ledger.ts');

/** Of the fewer, the half that wants news is worth a tally already, and the latest that a list reads have as many values as those of the more. */
const [few, many] = [3_500, 5_000];

const countedOnce = { timeout: 180_000 };

test(
  'no call takes more when the register holds more, but for counting a list the first time: N / 28 units',
  countedOnce,
  async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const isFirstCount = ({ name }: { readonly name: string }): boolean => name.endsWith('first count');
    const [smaller, larger] = [await measureLedger(meter, table, few), await measureLedger(meter, table, many)];
    // When a container writes down what its calls have read depends on the calls before, so reads and rounds are compared.
    const takenOf = (rows: typeof larger) =>
      rows.filter((row) => !isFirstCount(row)).map(({ taken }) => taken.replace(/\d+ calls, (.*), \d+ WU$/, '$1'));

    expect(takenOf(larger)).toEqual(takenOf(smaller));
    expect(larger.filter(isFirstCount)).toHaveLength(5);
    for (const { operation, name, read, found = 0 } of larger) {
      const later = larger.find((row) => row.name === name.replace('first count', 'later'));
      if (isFirstCount({ name })) expect(read - (later?.read ?? 0), name).toBeLessThanOrEqual(found / 28 + 1);
      else if (operation === 'searchConsents') expect(read, name).toBeLessThan(128);
    }
  },
);
