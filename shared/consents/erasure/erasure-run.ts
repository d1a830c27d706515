import { beginHistoryEpoch } from '../../identity/account-changes.ts';
import type { Change, Target } from '../../identity/operations-log.ts';
import type { ErasureOutcome, ErasureSite } from './erase-all.ts';
import { addOutcomes, eraseAll, nothingErased } from './erase-all.ts';
import type { Erasure } from './erasures.ts';
import { findErasures, listErasures, planErasures } from './erasures.ts';
import type { ErasureRun } from './runs.ts';
import { beginRun, endRun, startErasing, takeOver } from './runs.ts';

/** The settings of an erasure. */
export interface ErasureManner {
  /** Begins the change whose entry in the operations log ends the erasure. */
  readonly newChange: () => Change;
  /** Called for each erased consent. */
  readonly onErased?: () => void;
}

/** Makes stored counts void, erases page by page, makes counts void again, and ends the run. */
export const carryOut = async (
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
