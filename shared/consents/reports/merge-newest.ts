import pMap from 'p-map';

/** Lists to read at the same time. */
const listsAtOnce = 16;

interface Listed {
  readonly id: string;
}

/** A list during reading: the entries that were read and not used yet, newest first. */
interface Reading<Entry extends Listed> {
  readonly iterator: AsyncIterator<readonly Entry[]>;
  waiting: readonly Entry[];
  isOver: boolean;
}

const fill = async <Entry extends Listed>(reading: Reading<Entry>): Promise<void> => {
  while (reading.waiting.length === 0 && !reading.isOver) {
    const { value, done } = await reading.iterator.next();
    if (done) reading.isOver = true;
    else reading.waiting = value;
  }
};

/** The oldest entry that may be used. Before an older one, a list that continues may still have newer entries. */
const findBound = <Entry extends Listed>(readings: readonly Reading<Entry>[]): string =>
  readings.map(({ waiting }) => waiting.at(-1)?.id ?? '').reduce((newest, id) => (id > newest ? id : newest), '');

const take = <Entry extends Listed>(reading: Reading<Entry>, bound: string): readonly Entry[] => {
  const end = reading.waiting.findIndex(({ id }) => id < bound);
  const taken = end < 0 ? reading.waiting : reading.waiting.slice(0, end);
  reading.waiting = reading.waiting.slice(taken.length);
  return taken;
};

/**
 * Entries of several lists, each newest first, as one list, newest first. One page of each list is in memory at a time.
 */
export async function* mergeNewest<Entry extends Listed>(
  lists: readonly AsyncIterable<readonly Entry[]>[],
): AsyncGenerator<readonly Entry[]> {
  const readings = lists.map((list) => ({
    iterator: list[Symbol.asyncIterator](),
    waiting: [] as readonly Entry[],
    isOver: false,
  }));
  for (;;) {
    const empty = readings.filter(({ waiting, isOver }) => waiting.length === 0 && !isOver);
    await pMap(empty, fill, { concurrency: listsAtOnce });
    const bound = findBound(readings);
    const taken = readings.flatMap((reading) => take(reading, bound));
    if (taken.length === 0) return;
    yield taken.sort((one, other) => (one.id > other.id ? -1 : 1));
  }
}
