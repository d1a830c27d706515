import pMap from 'p-map';
import { beginHistoryEpoch } from '../accounts/account-changes.ts';
import type { Change, Target } from '../accounts/operations-log.ts';
import { keyedDigest } from '../digest.ts';
import { readLineage } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import type { Erasing } from './erasing.ts';
import { eraseConsent } from './erasing.ts';
import { takeErasureKey } from './erasure-key.ts';
import type { Erasure } from './erasures.ts';
import { findErasures, listErasures, planErasures } from './erasures.ts';
import type { Leaving } from './leaving.ts';
import { waitToLeave } from './leaving.ts';
import type { ErasureRun } from './runs.ts';
import { beginRun, endRun, startErasing, takeOver } from './runs.ts';

/** Where an erasure works. */
export interface ErasureSite {
  readonly table: Table;
  readonly erasures: Table;
  readonly accountId: string;
}

/** How an erasure works. */
export interface ErasureManner {
  /** Begins the change whose entry in the operations log ends the erasure. */
  readonly newChange: () => Change;
  /** Is called for each consent that was erased. */
  readonly onErased?: () => void;
}

/** What became of the consents of an erasure. */
export interface ErasureOutcome {
  /** How many were erased now, and how many had been before. */
  readonly erased: number;
  readonly before: number;
  /** How many are not there. */
  readonly missing: number;
  /** Of the erased, how many an index still lists. That gives nothing away; the index follows by itself. */
  readonly listed: number;
}

/** Consents that are erased before one looks whether the indexes have followed, and how many of them at a time. */
const consentsOfBatch = 1_000;
const consentsAtOnce = 16;

const eraseAll = async (
  { table, erasures, accountId }: ErasureSite,
  wanted: readonly Erasure[],
  now: Date,
  onErased: () => void = () => {},
): Promise<ErasureOutcome> => {
  const [key, lineage] = await Promise.all([takeErasureKey(erasures, now), readLineage(table, accountId)]);
  const planned = new Map(wanted.map((erasure) => [erasure.consentId, erasure]));
  const ids = [...planned.keys()];
  let [erased, missing] = [0, 0];
  const listed = new Set<string>();
  for (let from = 0; from < ids.length; from += consentsOfBatch) {
    const leaving: Leaving[] = [];
    const erasing: Erasing = {
      ...{ table, accountId, digester: keyedDigest(key), lineage, planned },
      onErased: (consentId, leaves) => {
        erased += 1;
        leaving.push(...leaves.map((list) => ({ consentId, list })));
        onErased();
      },
    };
    const batch = [...planned.values()].slice(from, from + consentsOfBatch);
    const gone = await pMap(batch, (erasure) => eraseConsent(erasing, erasure), { concurrency: consentsAtOnce });
    missing += gone.filter((isGone) => isGone).length;
    for (const { consentId } of await waitToLeave(table, leaving)) listed.add(consentId);
  }
  return { erased, missing, before: planned.size - erased - missing, listed: listed.size };
};

/** Voids what was counted, erases, voids what was counted meanwhile, and ends the run. */
const carryOut = async (
  site: ErasureSite,
  run: ErasureRun,
  wanted: readonly Erasure[],
  { newChange, onErased }: ErasureManner,
): Promise<ErasureOutcome> => {
  const { table, accountId } = site;
  await beginHistoryEpoch(table, accountId);
  const outcome = await eraseAll(site, wanted, run.at, onErased);
  await beginHistoryEpoch(table, accountId);
  const { erased, before, missing } = outcome;
  await endRun(table, accountId, run, newChange(), { ...{ erased, before, missing }, ended: true });
  return outcome;
};

/**
 * Erases consents (docs/contract.md, Erased consents). What is to be erased is listed in the erasures table before the first is, and
 * those that were listed earlier keep the time and the extent that they have there. The operations log gets an entry before and one
 * after. Where it is broken off, `finishRun` goes on.
 *
 * @param planned one for each consent, with the time of `change` unless it had been erased once
 * @param target what the entry before tells beside the account and the number of consents
 * @throws Problem store.unavailable
 */
export const eraseConsents = async (
  site: ErasureSite,
  planned: readonly Erasure[],
  { change, target = {}, ...manner }: ErasureManner & { readonly change: Change; readonly target?: Target },
): Promise<ErasureOutcome> => {
  const { table, erasures, accountId } = site;
  const run = await beginRun(table, accountId, planned.length, change, target);
  await planErasures(erasures, accountId, planned);
  await startErasing(table, accountId, run);
  const ids = planned.map(({ consentId }) => consentId);
  return carryOut(site, run, await findErasures(erasures, accountId, ids), manner);
};

/** The erasures that a run has listed. */
const listOfRun = async ({ erasures, accountId }: ErasureSite, { at }: ErasureRun): Promise<Erasure[]> => {
  const found: Erasure[] = [];
  for await (const page of listErasures(erasures, accountId)) {
    found.push(...page.filter(({ time }) => time.getTime() === at.getTime()));
    if (page.some(({ time }) => time < at)) break;
  }
  return found;
};

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
  return carryOut(site, run, await listOfRun(site, run), manner);
};
