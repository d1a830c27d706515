import { beginHistoryEpoch } from '../accounts/account-changes.ts';
import type { Change, Target } from '../accounts/operations-log.ts';
import type { ErasureOutcome, ErasureSite } from './erase-all.ts';
import { addOutcomes, eraseAll, nothingErased } from './erase-all.ts';
import type { Erasure } from './erasures.ts';
import { findErasures, listErasures, planErasures } from './erasures.ts';
import type { ErasureRun } from './runs.ts';
import { beginRun, endRun, startErasing, takeOver } from './runs.ts';

/** How an erasure works. */
export interface ErasureManner {
  /** Begins the change whose entry in the operations log ends the erasure. */
  readonly newChange: () => Change;
  /** Is called for each consent that was erased. */
  readonly onErased?: () => void;
}

/** Voids what was counted, erases page by page, voids what was counted meanwhile, and ends the run. */
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
  await endRun(table, accountId, run, newChange(), { ...{ erased, before, missing }, ended: true });
  return outcome;
};

/** Lists what is to be erased, page by page, and gives each page as it is listed then. @throws Problem store.unavailable when somebody else has taken the run over */
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

/** What a run begins with. */
export interface ErasureBeginning extends ErasureManner {
  readonly change: Change;
  /** What the entry before tells beside the account and the number of consents. */
  readonly target?: Target;
}

/**
 * Erases consents (docs/contract.md, Erased consents). What is to be erased is listed in the erasures table before any of its page is, and
 * those that were listed earlier keep the time and the extent that they have there. The operations log gets an entry before and one
 * after. Where it is broken off, `finishRun` goes on with what is listed. One page at a time is held.
 *
 * @param pages one erasure for each consent, with the time of `change` unless it had been erased once. Of consents that share a proof and go together,
 *   those of one page need not hand it over
 * @param consents how many there will be
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

/** The same of so few that they are held together: all are listed before the first is erased. */
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
 * Goes on with a run that was broken off: what it had listed is erased, at the time that it was to be. Undefined when it has ended
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
