import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { log as journal } from '../../logger.ts';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import { readLineage } from '../../notices/lineage.ts';
import type { Item, Key, Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import { write } from '../../store/write.ts';
import { readBlocks } from '../blocks.ts';
import { findLastCheckpoint } from '../checkpoints.ts';
import type { LogEvent } from '../log-event.ts';
import { findTakenIn } from '../taken-in.ts';
import type { ConsentFacetsOfEvent } from './contributions.ts';
import { contributionsOf, contributionsOfErased } from './contributions.ts';
import type { Counters } from './parsed-sums.ts';
import { countersOf, isVersionItem } from './parsed-sums.ts';
import { isLive, keepWhole, readKept } from './summed-versions.ts';
import type { Addition } from './sums-items.ts';
import { newAdditions, sumsRanges } from './sums-items.ts';
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
    const accounts = new Set([...counted.versions, ...counted.additions].map(({ account }) => account));
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

/** The events of an erased consent in the log. */
interface Erased {
  readonly account: string;
  readonly facets: ConsentFacetsOfEvent;
  readonly revoked?: number | undefined;
  readonly erased?: number | undefined;
  readonly isRemoved: boolean;
}

/** The place of a version in the log, and whether the log existed when it was published. If so, the log has all consents to it. */
interface Placed {
  readonly account: string;
  readonly id: string;
  /** Index of its leaf. */
  readonly index: number;
  readonly isLive: boolean;
}

interface CountedVersion extends Placed {
  readonly version: LineageVersion;
}

/** The sums of a whole log. */
interface CountedLog {
  readonly additions: readonly Addition[];
  /** The versions in the log. */
  readonly versions: readonly CountedVersion[];
}

/** An event, and the index of its leaf. */
interface Indexed {
  readonly event: LogEvent;
  readonly index: number;
}

/** The events from a leaf on, which must be the first of a block, up to but not including another one. */
async function* readEvents(log: Table, from: number, to = Number.POSITIVE_INFINITY): AsyncGenerator<Indexed> {
  for await (const { first, leaves } of readBlocks(log, from)) {
    for (const [i, { event }] of leaves.entries()) {
      if (first + i >= to) return;
      yield { event, index: first + i };
    }
  }
}

/**
 * The erased consents. The log may lack their earlier events, if it was switched on but had not taken in the existing
 * data.
 */
const findErased = async (log: Table, size: number): Promise<Map<string, Erased>> => {
  const found = new Map<string, Erased>();
  for await (const { event } of readEvents(log, 0, size)) {
    const { kind, id, account, facets, time } = event;
    if ((kind !== 'erased' && kind !== 'removed') || account === undefined || facets === undefined) continue;
    const known = found.get(id);
    const erased = kind === 'erased' ? time : (known?.erased ?? facets.erased ?? time);
    const isRemoved = kind === 'removed' || known?.isRemoved === true;
    found.set(id, { account, facets, revoked: facets.revoked, erased, isRemoved });
  }
  return found;
};

const newLineages = ({ table }: SumsSite) => {
  const known = new Map<string, Promise<Lineage>>();
  return (account: string): Promise<Lineage> => {
    const lineage = known.get(account) ?? readLineage(table, account);
    known.set(account, lineage);
    return lineage;
  };
};

/**
 * Counts the log from its first leaf. Each erased consent is counted from all its events together. It holds only the
 * sums and the erased consents in memory.
 *
 * @param size number of leaves to count
 */
const countLog = async (site: SumsSite, size: number, onEvents: (count: number) => void): Promise<CountedLog> => {
  const erased = await findErased(site.log, size);
  const lineageOf = newLineages(site);
  const additions = newAdditions();
  const versions: CountedVersion[] = [];
  const versionOf = async (account: string, id: string): Promise<LineageVersion | undefined> => {
    const version = (await lineageOf(account)).get(id);
    if (version === undefined) journal.error('sums.version-missing');
    return version;
  };
  for await (const { event, index } of readEvents(site.log, 0, size)) {
    onEvents(1);
    const { kind, id, account, facets } = event;
    if (account === undefined) continue;
    const version = await versionOf(account, kind === 'published' ? id : (facets?.versionId ?? ''));
    if (version === undefined) continue;
    if (facets === undefined) versions.push({ account, id, version, index, isLive: isLive(event) });
    else if (!erased.has(id))
      for (const each of contributionsOf(event, facets, version)) additions.add(account, facets, each);
  }
  for (const { account, facets, ...ended } of erased.values()) {
    const version = await versionOf(account, facets.versionId);
    if (version === undefined) continue;
    for (const each of contributionsOfErased({ ...ended, given: facets.given }, version))
      additions.add(account, facets, each);
  }
  return { additions: additions.all(), versions };
};

/** What prevents versions older than the log from being whole. */
interface Lacking {
  /** Taken-in leaves that no checkpoint has yet. Until they are counted, no older version is whole. */
  readonly waiting: number;
  /**
   * Versions published before the log or while it was off, without a completed `log take-in` since. Nobody knows
   * whether all consents to them are counted.
   */
  readonly unknown: number;
}

/** Leaves after the counted ones: how many were taken in, and the versions that they publish. */
interface Behind {
  readonly waiting: number;
  readonly published: readonly Placed[];
}

const readBehind = async (log: Table, size: number): Promise<Behind> => {
  const published: Placed[] = [];
  let waiting = 0;
  for await (const { event, index } of readEvents(log, size)) {
    const { kind, id, account, takenIn } = event;
    if (takenIn !== undefined) waiting += 1;
    if (kind === 'published' && account !== undefined) published.push({ account, id, index, isLive: isLive(event) });
  }
  return { waiting, published };
};

/**
 * Stores which versions are whole: those published while the log was on and, once a checkpoint has everything that was
 * taken in, the older ones that were in the log when `log take-in` ended.
 *
 * @param size number of counted leaves
 */
const keepWholeOnes = async (log: Table, { versions, additions }: CountedLog, size: number): Promise<Lacking> => {
  const takenIn = (await findTakenIn(log)) ?? 0;
  const behind = await readBehind(log, size);
  const isKnown = (found: Placed): boolean => found.isLive || found.index < takenIn;
  const placed = [...versions, ...behind.published];
  let unknown = 0;
  for (const account of new Set([...additions, ...placed].map((each) => each.account))) {
    const kept = await readKept(log, account);
    const own = placed.filter((each) => each.account === account);
    const whole = versions.filter(
      (each) => each.account === account && (each.isLive || (isKnown(each) && behind.waiting === 0)),
    );
    await keepWhole(
      log,
      account,
      whole.map(({ version }) => version),
    );
    const known = new Set(own.filter(isKnown).map(({ id }) => id));
    const all = new Set([...kept.keys(), ...own.map(({ id }) => id)]);
    unknown += [...all].filter((id) => kept.get(id) !== true && !known.has(id)).length;
  }
  return { waiting: behind.waiting, unknown };
};
