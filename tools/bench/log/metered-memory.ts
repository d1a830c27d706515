import type { Item } from '../../../shared/store/client.ts';
import { itemSize } from '../../../shared/store/item-size.ts';
import type { MemoryCall } from '../../../test/support/memory-table.ts';

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
