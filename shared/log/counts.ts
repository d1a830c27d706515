import pMap from 'p-map';
import * as v from 'valibot';
import { findEnding, timesOf } from '../consents/state.ts';
import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { readSoundLineage } from '../notices/lineage.ts';
import { logger } from '../runtime/logger.ts';
import { atOnce } from '../runtime/retry.ts';
import { dayMilliseconds, dayOf } from '../runtime/time.ts';
import { logKeyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { write } from '../store/write.ts';
import { readBlocks } from './blocks.ts';
import { findLastCheckpoint } from './checkpoints.ts';
import type { LogEvent } from './log-event.ts';
import type { Publisher } from './publish.ts';

/** The log table, and the table with the versions. */
export interface CountSite {
  readonly log: Table;
  readonly table: Table;
}

/**
 * The counts of a version, a project and a month (UTC). A consent counts once when it was given, and once when somebody
 * revoked or erased it, if it was in force until then. Nothing is ever taken back: whatever was given and not ended so
 * expires after its validity, or is superseded by the version that asks again.
 */
export interface MonthCounts {
  readonly versionId: string;
  /** `YYYY-MM` */
  readonly month: string;
  readonly projectUid: string;
  /** Of each day, `YYYY-MM-DD`: the consents given, and how many of them were revoked or erased while in force, at any time. */
  readonly days: ReadonlyMap<string, { readonly given: number; readonly ended: number }>;
  /** Consents in force that were revoked, or erased, in this month, whenever they were given. */
  readonly revoked: number;
  readonly erased: number;
}

const CountedVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  validityDays: v.number(),
  askAgain: v.boolean(),
  publishedAt: v.string(),
});
/** A version beside its counts, so that one Query reads both. */
export type CountedVersion = v.InferOutput<typeof CountedVersion>;

/**
 * Counts the events of a range of the log, once for each range, in any order. Called again after an interruption, it
 * completes the work. An event whose version is unknown is left out and reported, since nobody can say until when its
 * consent was in force.
 */
export const countEvents = ({ log, table }: CountSite): NonNullable<Publisher['count']> => {
  const known = new Set<string>();
  return async (events, { to }) => {
    for (const [account, own] of Map.groupBy(events, (event) => event.account)) {
      if (account === undefined) continue;
      const lineage = await readSoundLineage(table, account);
      const versions = [...lineage.values()].filter(({ id }) => !known.has(id));
      await pMap(versions, (version) => keepVersion(log, account, version), atOnce);
      for (const { id } of versions) known.add(id);
      const counted = newCounters();
      for (const event of own) counted.add(event, lineage);
      await pMap(counted.all(account), (each) => increase(log, each, to), atOnce);
    }
  };
};

/** The items of an account's counts and versions. One Query, eventually consistent. */
export const readCounts = (log: Table, account: string): Promise<Item[]> =>
  queryItems(log, logKeyOf.counts(account, ''), { isEventual: true });

/**
 * Counts the log from its first leaf to its last checkpoint, and corrects what was counted otherwise. It may run while
 * the publishing job counts; what the job counts at the same time is left as it is.
 *
 * @returns how many counts were wrong
 */
export const recount = async ({ log, table }: CountSite): Promise<number> => {
  const size = (await findLastCheckpoint(log))?.size ?? 0;
  const counters = new Map<string, ReturnType<typeof newCounters>>();
  const lineages = new Map<string, Lineage>();
  for await (const { first, leaves } of readBlocks(log)) {
    if (first >= size) break;
    for (const { event } of leaves.slice(0, size - first)) {
      const { account } = event;
      if (account === undefined) continue;
      const lineage = lineages.get(account) ?? (await readSoundLineage(table, account));
      lineages.set(account, lineage);
      const counted = counters.get(account) ?? newCounters();
      counters.set(account, counted);
      counted.add(event, lineage);
    }
  }
  let corrected = 0;
  for (const [account, counted] of counters) corrected += await correct(log, account, counted.all(account), size);
  return corrected;
};

const monthLength = 'YYYY-MM'.length;

/** The day that is a number of days after a `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMilliseconds);

export const monthOfDay = (day: string): string => day.slice(0, monthLength);

/** What an event ended, if its consent was in force until then: the act, and its moment. */
const endedBy = (
  { kind, time, isFirst }: LogEvent,
  facets: NonNullable<LogEvent['facets']>,
  version: LineageVersion,
): { readonly act: 'revoked' | 'erased'; readonly at: number } | undefined => {
  const isErasure = kind === 'erased' || (kind === 'removed' && facets.erased === undefined);
  const isRevocation = kind === 'revoked' || isFirst === true;
  if (!(isErasure || isRevocation) || (facets.revoked !== undefined && !isRevocation)) return undefined;
  const revoked = facets.revoked ?? (kind === 'revoked' ? time : undefined);
  const moments = {
    given: new Date(facets.given),
    revoked: revoked === undefined ? undefined : new Date(revoked),
    erased: isErasure ? new Date(time) : undefined,
  };
  const ending = findEnding(timesOf(moments, version));
  return ending?.state === 'erased' || ending?.state === 'revoked'
    ? { act: ending.state, at: ending.at.getTime() }
    : undefined;
};

const isGiven = ({ kind, isFirst }: LogEvent): boolean =>
  kind === 'recorded' || kind === 'imported' || (kind === 'erased' && isFirst === true);

type Counters = Readonly<Record<string, number>>;

/** What is added to an item. */
interface Counted {
  readonly key: Key;
  readonly counters: Counters;
}

/** Attributes are short: an item with every day of a month stays below 1 KB. `g07` were given on the 7th, `n07` of them ended. */
const counterPattern = /^(?:[gn]\d\d|[we])$/;

/** Adds up what the events of an account count: the items by their keys, with the attributes to increase. */
export const newCounters = () => {
  const found = new Map<string, Record<string, number>>();
  const count = (versionId: string, day: string, projectUid: string, counter: string): void => {
    const sort = `MONTH#${versionId}#${monthOfDay(day)}#${projectUid}`;
    const counters = found.get(sort) ?? {};
    counters[counter] = (counters[counter] ?? 0) + 1;
    found.set(sort, counters);
  };
  return {
    add: (event: LogEvent, lineage: Lineage): void => {
      const { facets } = event;
      if (facets === undefined) return;
      const { versionId, projectUid } = facets;
      const version = lineage.get(versionId);
      if (version === undefined) {
        logger.error('counts.version-missing');
        return;
      }
      const given = dayOf(facets.given);
      const ofMonth = given.slice(monthLength + 1);
      if (isGiven(event)) count(versionId, given, projectUid, `g${ofMonth}`);
      const ended = endedBy(event, facets, version);
      if (ended === undefined) return;
      count(versionId, given, projectUid, `n${ofMonth}`);
      count(versionId, dayOf(ended.at), projectUid, ended.act === 'revoked' ? 'w' : 'e');
    },
    all: (account: string): Counted[] =>
      [...found].map(([sort, counters]) => ({ key: logKeyOf.counts(account, sort), counters })),
  };
};

/** It has none yet, or somebody put text there. */
const isNoNumber = 'NOT attribute_type(upTo, :number)';

/**
 * Adds to an item once for each range. A range that was counted before changes nothing. One in which somebody put text
 * for a number stays as it is until a recount: it must not keep checkpoints from being published.
 */
const increase = async (log: Table, { key, counters }: Counted, upTo: number): Promise<void> => {
  const names = Object.keys(counters);
  try {
    await write(log, {
      update: key,
      expression: `SET upTo = :upTo ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
      condition: `${isNoNumber} OR upTo < :upTo`,
      values: {
        ':upTo': upTo,
        ':number': 'N',
        ...Object.fromEntries(names.map((name) => [`:${name}`, counters[name]])),
      },
    });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ValidationException')) throw error;
    logger.error('counts.damaged');
  }
};

const versionSort = 'VERSION#';

const keepVersion = async (
  log: Table,
  account: string,
  { id, pid, version, validityDays, askAgain = false, publishedAt }: LineageVersion,
): Promise<void> => {
  const kept: CountedVersion = { id, pid, version, validityDays, askAgain, publishedAt };
  const entries = Object.entries(kept);
  await write(log, {
    update: logKeyOf.counts(account, `${versionSort}${id}`),
    expression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    condition: 'attribute_not_exists(PK)',
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  });
};

const countersOf = (item: Item): Counters =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      counterPattern.test(name) && typeof value === 'number' ? [[name, value]] : [],
    ),
  );

/** Writes the counts of an account that differ. Those that the job has counted further stay. */
const correct = async (log: Table, account: string, counted: readonly Counted[], size: number): Promise<number> => {
  const stored = (await queryItems(log, logKeyOf.counts(account, ''))).filter((item) => !isVersion(item));
  const wanted = new Map(counted.map((each) => [each.key.SK, each]));
  const spare = stored
    .filter(({ SK }) => !wanted.has(String(SK)))
    .map(({ SK }): Counted => ({ key: logKeyOf.counts(account, String(SK)), counters: {} }));
  const known = new Map(stored.map((item) => [String(item.SK), countersOf(item)]));
  const wrong = [...counted, ...spare].filter(
    ({ key, counters }) => !haveSameCounts(counters, known.get(key.SK) ?? {}),
  );
  const written = await pMap(
    wrong,
    ({ key, counters }) =>
      write(log, {
        put: { ...key, ...counters, upTo: size },
        condition: `${isNoNumber} OR upTo <= :size`,
        values: { ':size': size, ':number': 'N' },
      }),
    atOnce,
  );
  return written.filter(({ done }) => done).length;
};

const haveSameCounts = (one: Counters, other: Counters): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => (one[name] ?? 0) === (other[name] ?? 0));

const Stored = v.object({ SK: v.string() });

export const isVersion = (item: Item): boolean => v.parse(Stored, item).SK.startsWith(versionSort);

export const parseVersion = (item: Item): CountedVersion => v.parse(CountedVersion, item);

const sortKey = /^MONTH#(?<versionId>[^#]*)#(?<month>[^#]*)#(?<projectUid>.*)$/s;

/** @throws Error when the item is not one of counts */
export const parseCounts = (item: Item): MonthCounts => {
  const { versionId, month, projectUid } = sortKey.exec(v.parse(Stored, item).SK)?.groups ?? {};
  if (versionId === undefined || month === undefined || projectUid === undefined)
    throw new Error('An item of the counts names no version, month and project.');
  const { w: revoked = 0, e: erased = 0, ...counters } = countersOf(item);
  const days = new Map<string, { given: number; ended: number }>();
  for (const [name, count] of Object.entries(counters)) {
    const day = `${month}-${name.slice(1)}`;
    const counted = days.get(day) ?? { given: 0, ended: 0 };
    counted[name.startsWith('g') ? 'given' : 'ended'] += count;
    days.set(day, counted);
  }
  return { versionId, month, projectUid, days, revoked, erased };
};
