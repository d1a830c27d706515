import * as v from 'valibot';
import { newIdentifier } from '../../identifier.ts';
import { beginHistoryEpoch } from '../../identity/account-changes.ts';
import type { Change, Target } from '../../identity/operations-log.ts';
import type { Item, Table } from '../../store/client.ts';
import { commandKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { Put } from '../../store/write.ts';
import { isNew, transact, write } from '../../store/write.ts';
import { time } from '../consent.ts';
import type { ErasureOutcome, ErasureSite } from './erase-all.ts';
import { addOutcomes, eraseAll, nothingErased } from './erase-all.ts';
import type { Erasure } from './erasures.ts';
import { findErasures, findUndone, listErasures, planErasures, widens } from './erasures.ts';

/** The phases of a run: it is being listed, it is being erased, or another command continues it. */
const Phase = v.picklist(['listing', 'erasing', 'taken-over']);

/** An erasure of many consents that has begun and not ended. If no command is working on it, it broke off. */
const ErasureRun = v.object({
  id: v.string(),
  /** The time of its erasures. */
  at: time,
  /** Who began it, as in the operations log. */
  by: v.string(),
  consents: v.number(),
  phase: Phase,
});
export type ErasureRun = v.InferOutput<typeof ErasureRun>;

const parseRun = (item: Item): ErasureRun => v.parse(ErasureRun, item);

/**
 * Records that consents will be erased, with the entry in the operations log.
 *
 * @param target what else the entry says
 */
export const beginRun = async (
  table: Table,
  accountId: string,
  consents: number,
  { now, by, record }: Change,
  target: Target,
): Promise<ErasureRun> => {
  const run = { id: newIdentifier(now), at: now, by, consents, phase: 'listing' as const };
  const put: Put = { put: { ...commandKeyOf.erasureRun(accountId, run.id), ...run, at: now.toISOString() }, ...isNew };
  await transact(table, [put, record({ accountId, erasure: run.id, consents, ...target })]);
  return run;
};

/** Goes from listing to erasing. @throws Problem store.unavailable when another command has taken over the run */
export const startErasing = async (table: Table, accountId: string, { id }: ErasureRun): Promise<void> => {
  const { done } = await write(table, {
    update: commandKeyOf.erasureRun(accountId, id),
    expression: 'SET phase = :erasing',
    condition: 'phase IN (:listing, :erasing)',
    values: { ':listing': 'listing', ':erasing': 'erasing' },
  });
  if (!done) throw unavailable(nameReason('ErasureTakenOver'));
};

/**
 * Takes over a run that broke off. If the earlier command is still listing, it erases nothing. Returns false if the run
 * has ended meanwhile.
 */
const takeOver = async (table: Table, accountId: string, { id }: ErasureRun): Promise<boolean> => {
  const { done } = await write(table, {
    update: commandKeyOf.erasureRun(accountId, id),
    expression: 'SET phase = :taken',
    condition: 'attribute_exists(PK)',
    values: { ':taken': 'taken-over' },
  });
  return done;
};

/** Ends a run, once, with the entry in the operations log that says what was done. */
const endRun = async (
  table: Table,
  accountId: string,
  { id }: ErasureRun,
  { record }: Change,
  target: Target,
): Promise<void> => {
  const remove = { remove: commandKeyOf.erasureRun(accountId, id), condition: 'attribute_exists(PK)' };
  await transact(table, [remove, record({ accountId, erasure: id, ...target })]);
};

/** The runs of an account that have not ended, the oldest first. */
export const findRuns = async (table: Table, accountId: string): Promise<ErasureRun[]> =>
  (await queryItems(table, commandKeyOf.erasureRun(accountId, ''))).map(parseRun);

/** The settings of an erasure. */
export interface ErasureManner {
  /** Begins the change whose entry in the operations log ends the erasure. */
  readonly newChange: () => Change;
  /** Called for each erased consent. */
  readonly onErased?: () => void;
}

/** Makes stored counts void, erases page by page, makes counts void again, and ends the run. */
const carryOut = async (
  site: ErasureSite,
  run: ErasureRun,
  pages: AsyncIterable<readonly Erasure[]> | Iterable<readonly Erasure[]>,
  { newChange, onErased }: ErasureManner,
): Promise<ErasureOutcome> => {
  const { table, accountId } = site;
  await beginHistoryEpoch(table, accountId);
  let outcome = nothingErased;
  for await (const wanted of pages) {
    if (wanted.length > 0) outcome = addOutcomes(outcome, await eraseAll(site, wanted, run.at, onErased));
  }
  await beginHistoryEpoch(table, accountId);
  const { erased, before, missing } = outcome;
  await endRun(table, accountId, run, newChange(), { erased, before, missing, ended: true });
  return outcome;
};

/**
 * Lists what is to be erased, page by page, and yields each page as it is now listed.
 *
 * @throws Problem store.unavailable when another command has taken over the run
 */
async function* listPages(
  { table, erasures, accountId }: ErasureSite,
  run: ErasureRun,
  pages: AsyncIterable<readonly Erasure[]> | Iterable<readonly Erasure[]>,
): AsyncGenerator<readonly Erasure[]> {
  for await (const planned of pages) {
    await planErasures(erasures, accountId, planned);
    await startErasing(table, accountId, run);
    const ids = planned.map(({ consentId }) => consentId);
    yield await findErasures(erasures, accountId, ids);
  }
}

/** The settings for the beginning of a run. */
export interface ErasureBeginning extends ErasureManner {
  readonly change: Change;
  /** What the first entry says, besides the account and the number of consents. */
  readonly target?: Target;
}

/**
 * Erases consents (docs/contract.md, Erased consents). Each page is listed in the erasures table before any of it is
 * erased. Consents that were listed earlier keep the listed time and extent. The operations log gets an entry before
 * and one after. If the run breaks off, `finishRun` continues with what is listed. Only one page is in memory at a
 * time.
 *
 * @param pages one erasure for each consent, with the time of `change` unless it was erased before. Consents of one
 * page that share a proof and are all erased need not hand it over
 * @param consents the total number of consents
 * @throws Problem store.unavailable
 */
export const erasePages = async (
  site: ErasureSite,
  pages: AsyncIterable<readonly Erasure[]> | Iterable<readonly Erasure[]>,
  consents: number,
  { change, target = {}, ...manner }: ErasureBeginning,
): Promise<ErasureOutcome> => {
  const run = await beginRun(site.table, site.accountId, consents, change, target);
  return carryOut(site, run, listPages(site, run, pages), manner);
};

/** Erases a few consents, which all fit in memory: all are listed before the first is erased. */
export const eraseConsents = (
  site: ErasureSite,
  planned: readonly Erasure[],
  beginning: ErasureBeginning,
): Promise<ErasureOutcome> => erasePages(site, [planned], planned.length, beginning);

/** The erasures that a run has listed, page by page. */
async function* listOfRun(
  { erasures, accountId }: ErasureSite,
  { at }: ErasureRun,
): AsyncGenerator<readonly Erasure[]> {
  for await (const page of listErasures(erasures, accountId)) {
    yield page.filter(({ time }) => time.getTime() === at.getTime());
    if (page.some(({ time }) => time < at)) return;
  }
}

/**
 * Continues a run that broke off: erases what it listed, with the listed times. Returns undefined if the run has ended
 * meanwhile.
 *
 * @throws Problem store.unavailable
 */
export const finishRun = async (
  site: ErasureSite,
  run: ErasureRun,
  manner: ErasureManner,
): Promise<ErasureOutcome | undefined> => {
  if (!(await takeOver(site.table, site.accountId, run))) return undefined;
  return carryOut(site, run, listOfRun(site, run), manner);
};

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
