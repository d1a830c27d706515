import pMap from 'p-map';
import * as v from 'valibot';
import { longestLogLag } from '../../lifetimes.ts';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import type { Item, Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import { write } from '../../store/write.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import { findLastCheckpoint } from '../checkpoints.ts';
import type { LogEvent } from '../log-event.ts';
import { sumsRanges, versionKey } from './sums-items.ts';

/** A version beside the sums. It shows how the versions of a notice end each other's consents. */
const SummedVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  askAgain: v.boolean(),
  publishedAt: v.string(),
  /**
   * All consents to the version are counted: the log existed when it was published, or has taken in everything and was
   * recounted.
   */
  isWhole: v.optional(v.literal(true)),
});
export type SummedVersion = v.InferOutput<typeof SummedVersion>;

const writesAtOnce = 16;

/** @param isWhole whether all consents to it are counted, which stays true */
const keepVersion = async (
  log: Table,
  account: string,
  { id, pid, version, askAgain = false, publishedAt }: LineageVersion,
  isWhole: boolean,
): Promise<void> => {
  const kept: SummedVersion = { id, pid, version, askAgain, publishedAt, ...(isWhole && { isWhole }) };
  const values = Object.entries(kept);
  await write(log, {
    update: versionKey(account, id),
    expression: `SET ${values.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    condition: isWhole ? 'attribute_not_exists(isWhole)' : 'attribute_not_exists(PK)',
    names: Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
  });
};

/** Stores that all consents to these versions are counted. */
export const keepWhole = async (log: Table, account: string, versions: readonly LineageVersion[]): Promise<void> => {
  await pMap(versions, (version) => keepVersion(log, account, version, true), { concurrency: writesAtOnce });
};

/** Whether the log existed when a version was published, and so has all consents to it. */
export const isLive = ({ kind, takenIn }: LogEvent): boolean => kind === 'published' && takenIn === undefined;

/** Ids of stored versions, and whether each is whole. */
type Kept = Map<string, boolean>;

export const parseVersions = (items: readonly Item[]): SummedVersion[] =>
  items.map((item) => v.parse(SummedVersion, item));

const readVersions = async (log: Table, account: string): Promise<SummedVersion[]> =>
  parseVersions(await queryItems(log, logKeyOf.sums(account, ''), { range: sumsRanges.versions }));

/** The stored versions of an account. */
export const readKept = async (log: Table, account: string): Promise<Kept> =>
  new Map((await readVersions(log, account)).map(({ id, isWhole }) => [id, isWhole === true]));

/** Whether the sums have all consents to all existing versions. */
export const areWhole = (versions: readonly SummedVersion[]): boolean =>
  versions.length > 0 && versions.every(({ isWhole }) => isWhole === true);

/** The time up to which the sums of a log count. Undefined if nothing was published yet. */
export const findCountedUntil = async (log: Table): Promise<Date | undefined> => {
  const checkpoint = await findLastCheckpoint(log);
  return checkpoint && parseCheckpoint(checkpoint.note)?.time;
};

/** The time up to which the sums of an account have all its consents. Undefined if they do not. */
export const findWholeUntil = async (log: Table, account: string): Promise<Date | undefined> => {
  const [countedUntil, versions] = await Promise.all([findCountedUntil(log), readVersions(log, account)]);
  return areWhole(versions) ? countedUntil : undefined;
};

/**
 * Stores the versions of accounts beside their sums, so that one Query reads both. Versions from before the log are
 * stored as not whole. The newest version is left to the log, which will soon have it.
 */
export const newVersionKeeper = (log: Table) => {
  const known = new Map<string, Kept>();
  return async (account: string, events: readonly LogEvent[], lineage: Lineage): Promise<void> => {
    const kept = known.get(account) ?? (await readKept(log, account));
    known.set(account, kept);
    const live = new Set(events.filter(isLive).map(({ id }) => id));
    const named = new Set(events.map(({ facets }) => facets?.versionId));
    const old = Math.max(...events.map(({ time }) => time)) - longestLogLag;
    const wanted = [...lineage.values()].filter(({ id, publishedAt }) =>
      live.has(id) ? kept.get(id) !== true : !kept.has(id) && (named.has(id) || Date.parse(publishedAt) < old),
    );
    await pMap(wanted, (version) => keepVersion(log, account, version, live.has(version.id)), {
      concurrency: writesAtOnce,
    });
    for (const { id } of wanted) kept.set(id, live.has(id));
  };
};
