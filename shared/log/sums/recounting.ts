import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Item, Key } from '../../store/client.ts';
import { logKeyOf } from '../../store/log-keys.ts';
import { queryItems } from '../../store/query.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import { write } from '../../store/write.ts';
import { findLastCheckpoint } from '../checkpoints.ts';
import type { CountedLog } from './counted-log.ts';
import { countLog } from './counted-log.ts';
import type { Lacking } from './older-versions.ts';
import { keepWholeOnes } from './older-versions.ts';
import type { Counters } from './parsed-sums.ts';
import { countersOf, isVersionItem } from './parsed-sums.ts';
import { sumsRanges } from './sums-items.ts';
import type { SumsSite } from './sums-report.ts';

/** The result of a recount. */
export interface Recount extends Lacking {
  /** Leaves of the log. */
  readonly events: number;
  /** How many sums there are now, and how many of them were wrong. */
  readonly sums: number;
  readonly mended: number;
}

/** Options of a recount. */
interface Manner {
  /** Called with the number of leaves just counted. */
  readonly onEvents: (count: number) => void;
  /** Called before the first sum is written. */
  readonly onFirst: () => Promise<void>;
}

const writesAtOnce = 16;
const mostAttempts = 10;
const pause = 2_000;

const nameOf = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string => `${PK}\n${SK}`;

const isSame = (one: Counters, other: Counters): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

/** The stored sums of the accounts in the log. */
const readStored = async ({ log }: SumsSite, accounts: Iterable<string>): Promise<Item[]> => {
  const stored: Item[] = [];
  for (const account of accounts) {
    const items = await queryItems(log, logKeyOf.sums(account, ''), { range: sumsRanges.all });
    stored.push(...items.filter((item) => !isVersionItem(item)));
  }
  return stored;
};

/** The corrected form of each wrong sum. */
const compare = (
  counted: CountedLog,
  stored: readonly Item[],
): { readonly key: Key; readonly counters: Counters }[] => {
  const wanted = new Map(counted.additions.map(({ key, counters }) => [nameOf(key), { key, counters }]));
  const known = new Map(stored.map((item) => [nameOf(item), countersOf(item)]));
  const spare = stored
    .filter((item) => !wanted.has(nameOf(item)) && Object.keys(countersOf(item)).length > 0)
    .map(({ PK, SK }) => ({ key: { PK: String(PK), SK: String(SK) }, counters: {} }));
  return [
    ...[...wanted.values()].filter(({ key, counters }) => !isSame(counters, known.get(nameOf(key)) ?? {})),
    ...spare,
  ];
};

/** Returns whether all could be written, which fails if the job has counted more meanwhile. */
const mend = async ({ log }: SumsSite, wrong: ReturnType<typeof compare>, size: number): Promise<boolean> => {
  const done = await pMap(
    wrong,
    async ({ key, counters }) =>
      (
        await write(log, {
          put: { ...key, ...counters, upTo: size },
          condition: 'attribute_not_exists(upTo) OR upTo <= :size',
          values: { ':size': size },
        })
      ).done,
    { concurrency: writesAtOnce },
  );
  return done.every((isDone) => isDone);
};

/**
 * Recounts the log up to its last checkpoint and corrects wrong sums. It may run at any time, repeatedly, and while the
 * publishing job counts new events.
 *
 * @throws Problem store.unavailable if others kept counting
 */
export const recount = async (site: SumsSite, { onEvents, onFirst }: Manner): Promise<Recount> => {
  let mended = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const size = (await findLastCheckpoint(site.log))?.size ?? 0;
    const counted = await countLog(site, size, onEvents);
    const accounts = new Set([...counted.versions.keys(), ...counted.additions.map(({ account }) => account)]);
    const wrong = compare(counted, await readStored(site, accounts));
    if (wrong.length > 0 && mended === 0) await onFirst();
    mended += wrong.length;
    if (await mend(site, wrong, size))
      return {
        events: size,
        sums: counted.additions.length,
        mended,
        ...(await keepWholeOnes(site.log, counted, size)),
      };
    await sleep(pause * Math.random());
  }
  throw unavailable(nameReason('SumsContention'));
};
