import type { Table } from '../../store/client.ts';
import { readBlocks } from '../blocks.ts';
import { findTakenIn } from '../taken-in.ts';
import type { CountedLog } from './counted-log.ts';
import { isLive, keepWhole, readKept } from './summed-versions.ts';

/** What prevents versions older than the log from being whole. */
export interface Lacking {
  /** Taken-in leaves that no checkpoint has yet. Until they are counted, no older version is whole. */
  readonly waiting: number;
  /**
   * Versions published before the log or while it was off, without a completed `log take-in` since. Nobody knows
   * whether all consents to them are counted.
   */
  readonly unknown: number;
}

/** The place of a version in the log, and whether the log was on when it was published. */
interface Placed {
  readonly id: string;
  readonly index: number;
  readonly isLive: boolean;
}

/** Leaves after the counted ones: how many were taken in, and the versions that they publish, by account. */
interface Behind {
  readonly waiting: number;
  readonly versions: ReadonlyMap<string, readonly Placed[]>;
}

const readBehind = async (log: Table, size: number): Promise<Behind> => {
  const versions = new Map<string, Placed[]>();
  let waiting = 0;
  for await (const { first, leaves } of readBlocks(log, size))
    for (const [i, { event }] of leaves.entries()) {
      if (event.takenIn !== undefined) waiting += 1;
      if (event.kind !== 'published' || event.account === undefined) continue;
      const placed = { id: event.id, index: first + i, isLive: isLive(event) };
      const ofAccount = versions.get(event.account) ?? [];
      ofAccount.push(placed);
      versions.set(event.account, ofAccount);
    }
  return { waiting, versions };
};

/**
 * Stores which versions are whole: those published while the log was on and, once a checkpoint has everything that was
 * taken in, the older ones that were in the log when `log take-in` ended.
 *
 * @param size number of counted leaves
 */
export const keepWholeOnes = async (
  log: Table,
  { versions, additions }: CountedLog,
  size: number,
): Promise<Lacking> => {
  const takenIn = (await findTakenIn(log)) ?? 0;
  const behind = await readBehind(log, size);
  const isKnown = (found: Omit<Placed, 'id'>): boolean => found.isLive || found.index < takenIn;
  const accounts = [...additions.map(({ account }) => account), ...versions.keys(), ...behind.versions.keys()];
  let unknown = 0;
  for (const account of new Set(accounts)) {
    const kept = await readKept(log, account);
    const counted = versions.get(account) ?? [];
    const whole = counted.filter((each) => each.isLive || (isKnown(each) && behind.waiting === 0));
    await keepWhole(
      log,
      account,
      whole.map(({ version }) => version),
    );
    const placed = [
      ...counted.map(({ version: { id }, ...place }) => ({ id, ...place })),
      ...(behind.versions.get(account) ?? []),
    ];
    const known = new Set(placed.filter(isKnown).map(({ id }) => id));
    const all = new Set([...kept.keys(), ...placed.map(({ id }) => id)]);
    unknown += [...all].filter((id) => kept.get(id) !== true && !known.has(id)).length;
  }
  return { waiting: behind.waiting, unknown };
};
