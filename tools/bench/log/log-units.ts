import { feed } from '../../../shared/log/feeding.ts';
import { publishNext } from '../../../shared/log/publication.ts';
import { countEvents } from '../../../shared/log/sums/counting.ts';
import type { Item } from '../../../shared/store/client.ts';
import { itemSize } from '../../../shared/store/item-size.ts';
import { toStreamRecord } from '../../../test/support/made-consents.ts';
import type { MemoryCall } from '../../../test/support/memory-table.ts';
import { newMemoryTable } from '../../../test/support/memory-table.ts';
import { newSigner } from '../../explore/log-damage/register.ts';
import type { LogPart } from '../capacity/prices.ts';
import type { MadeMillion } from './made-million.ts';
import { versionItem } from './made-million.ts';

/** What calls took, by the rules of DynamoDB (developer guide, "Read and write capacity"). */
export interface Taken {
  calls: number;
  read: number;
  write: number;
}

export const nothingTaken = (): Taken => ({ calls: 0, read: 0, write: 0 });

const kilobyte = 1_024;
const readUnits = (items: readonly (Item | undefined)[]): number =>
  Math.max(1, Math.ceil(items.reduce((sum, item) => sum + (item ? itemSize(item) : 0), 0) / (4 * kilobyte)));

interface Answer {
  readonly Items?: readonly Item[];
  readonly Item?: Item;
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}

/** Counts the units of each call. An update is of a small item, and not done. @param taken is asked for with each call */
export const meter =
  (taken: () => Taken) =>
  ({ name, input }: MemoryCall, forward: () => unknown): unknown => {
    const counts = taken();
    counts.calls += 1;
    if (name === 'PutCommand') counts.write += Math.ceil(itemSize(input.Item ?? {}) / kilobyte);
    if (name === 'UpdateCommand') {
      counts.write += 1;
      return { Attributes: {} };
    }
    const answer = forward() as Answer;
    if (name === 'QueryCommand') counts.read += readUnits(answer.Items ?? []);
    if (name === 'GetCommand') counts.read += readUnits([answer.Item]);
    if (name === 'BatchGetCommand')
      for (const item of Object.values(answer.Responses ?? {}).flat()) counts.read += readUnits([item]);
    return answer;
  };

const quarterHour = 900_000;

/** Runs of the jobs of a log: each feeds so many leaves in so many batches, and publishes them. @returns what one takes, the sums included */
export const countLogRuns = async (
  made: MadeMillion,
  { leaves, batches, runs }: { readonly leaves: number; readonly batches: number; readonly runs: number },
): Promise<LogPart> => {
  const taken = nothingTaken();
  const log = newMemoryTable(
    [],
    meter(() => taken),
  );
  const table = newMemoryTable(
    [versionItem(made.timeOf(0))],
    meter(() => taken),
  );
  const publisher = { log, origin: 'bench', key: newSigner(), count: countEvents({ log, table }) };
  const storedBytes = (): number => log.items().reduce((bytes, item) => bytes + itemSize(item) + 100, 0);
  const run = async (number: number): Promise<void> => {
    const now = new Date(made.timeOf(0) + number * quarterHour);
    const records = Array.from({ length: leaves }, (_, i) => {
      const sequence = number * leaves + i;
      const time = new Date(now.getTime() - 1_000).toISOString();
      return toStreamRecord({ now: { ...made.item(sequence % made.count), time } }, now, sequence);
    });
    for (let batch = 0; batch < batches; batch += 1) {
      const own = records.filter((_, i) => i % batches === batch);
      await feed(log, own, now);
    }
    for (;;) if ((await publishNext(publisher, now)) === undefined) return;
  };
  await run(0);
  const first = { ...taken, bytes: storedBytes() };
  for (let number = 1; number <= runs; number += 1) await run(number);
  return {
    calls: (taken.calls - first.calls) / runs,
    read: (taken.read - first.read) / runs,
    write: (taken.write - first.write) / runs,
    bytes: (storedBytes() - first.bytes) / runs,
  };
};
