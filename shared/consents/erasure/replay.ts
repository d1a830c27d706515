import type { Change, Target } from '../../identity/operations-log.ts';
import type { ErasureOutcome, ErasureSite } from './erase-all.ts';
import type { ErasureManner } from './erasure-run.ts';
import { carryOut } from './erasure-run.ts';
import type { Erasure } from './erasures.ts';
import { findErasures, findUndone, listErasures, widens } from './erasures.ts';
import { beginRun, startErasing } from './runs.ts';

/**
 * Every listed erasure of an account that the table does not show, page by page, the oldest first. So after a broken
 * replay, the latest erasures alone show whether something is left.
 *
 * @param onRead called with the number of erasures checked
 */
export async function* findAllUndone(
  { table, erasures, accountId }: ErasureSite,
  onRead: (count: number) => void,
): AsyncGenerator<readonly Erasure[]> {
  for await (const page of listErasures(erasures, accountId, { order: 'oldest-first' })) {
    yield await findUndone(table, accountId, page);
    onRead(page.length);
  }
}

/** The erasures that the erasures table does not list, or lists with a smaller extent. */
export const findUnlisted = async (
  { erasures, accountId }: ErasureSite,
  known: readonly Erasure[],
): Promise<Erasure[]> => {
  const ids = [...new Set(known.map(({ consentId }) => consentId))];
  const listed = new Map((await findErasures(erasures, accountId, ids)).map((erasure) => [erasure.consentId, erasure]));
  return known.filter((erasure) => {
    const earlier = listed.get(erasure.consentId);
    return earlier === undefined || widens(erasure, earlier);
  });
};

/**
 * Erases again what is listed, each consent once, with the listed time and extent. The operations log gets an entry
 * before and one after.
 *
 * @throws Problem store.unavailable
 */
export const repeatErasures = async (
  site: ErasureSite,
  listed: readonly Erasure[],
  { change, target, ...manner }: ErasureManner & { readonly change: Change; readonly target: Target },
): Promise<ErasureOutcome> => {
  const { table, accountId } = site;
  const run = await beginRun(table, accountId, listed.length, change, { repeated: true, ...target });
  await startErasing(table, accountId, run);
  return carryOut(site, run, [listed], manner);
};
