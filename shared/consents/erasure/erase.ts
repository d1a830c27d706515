import pMap from 'p-map';
import { beginHistoryEpoch } from '../../identity/account.ts';
import type { Change, Target } from '../../identity/operations-log.ts';
import { writeLogEntry } from '../../identity/operations-log.ts';
import { enterKnownEnds, enterRemoved, isFuture, journalAlone, journalKnownEnd, orJournal } from '../../log/journal.ts';
import { eventAttributes } from '../../log/leaves.ts';
import { atOnce, attemptsWithin } from '../../runtime/retry.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGetNamed, getItem } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import { contention, nameReason, project, unavailable } from '../../store/table.ts';
import type { Delete, Put } from '../../store/write.ts';
import { commit, transact } from '../../store/write.ts';
import { parseConsent } from '../consent.ts';
import { eraseButEvidence, eraseWholly } from '../erased-form.ts';
import type { ErasurePlan, PlannedConsent } from './erasures.ts';
import { endPlan, findUndone, listConsents, writePlans } from './erasures.ts';

/** The tables and the account of an erasure. */
export interface ErasureSite {
  readonly table: Table;
  readonly erasures: Table;
  /** The log table, for its journal. Undefined where it is not known. */
  readonly log: Table | undefined;
  readonly accountId: string;
}

/** The result of an erasure: how many consents were erased now, how many earlier, and how many do not exist. */
export interface ErasureOutcome {
  readonly erased: number;
  readonly before: number;
  readonly missing: number;
}

export const nothingErased: ErasureOutcome = { erased: 0, before: 0, missing: 0 };

export const addOutcomes = (one: ErasureOutcome, other: ErasureOutcome): ErasureOutcome => ({
  erased: one.erased + other.erased,
  before: one.before + other.before,
  missing: one.missing + other.missing,
});

/**
 * Consents of a plan that cannot be read, so that nobody knows which lists have them. They stay as they are, all others
 * of the plan are erased, and the plan is undone.
 */
export class DamagedConsents extends Error {
  override readonly name = 'DamagedConsents';
  readonly consentIds: readonly string[];

  constructor(consentIds: readonly string[]) {
    super('Some consents are damaged.');
    this.consentIds = consentIds;
  }
}

/** Which consents to erase, and for which request. */
export interface ErasureSelection extends Pick<ErasurePlan, 'extent' | 'request' | 'reference'> {
  readonly consentIds: readonly string[];
}

/** The settings of an erasure. */
export interface ErasureOptions {
  /** Begins a change: the operations log gets an entry before and one after. */
  readonly newChange: () => Change;
  /** What the first entry says, besides the account, the plan and the number of consents. */
  readonly target?: Target;
  /** Called for each erased consent. */
  readonly onErased?: () => void;
}

/**
 * Enters in the journal that consents were erased before or are gone, because somebody is told so instead of erasing them.
 *
 * @param erased ids of those that the table has as erased
 * @param missing ids of those that it does not have
 */
export const enterErased = async (
  { table, log, accountId }: Omit<ErasureSite, 'erasures'>,
  { erased, missing }: { readonly erased: readonly string[]; readonly missing: readonly string[] },
  now: Date,
): Promise<void> => {
  if (log === undefined || erased.length + missing.length === 0) return;
  const keys = erased.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, project([...eventAttributes, 'salt']));
  const known = erased.flatMap((id, i) => (items[i] ? [{ id, item: items[i] }] : []));
  await enterKnownEnds(log, { account: accountId, now }, known);
  await enterRemoved(log, [...missing, ...erased.filter((_, i) => items[i] === undefined)]);
};

/** The settings of an erasure that begins with its plans. */
export interface PlanningOptions {
  /** Called with the ids of the plans, before anything is erased. */
  readonly onPlanned?: (ids: readonly string[]) => void;
  /** Awaited when all is erased, before the plans end. */
  readonly beforeEnd?: () => Promise<void>;
}

/**
 * Erases consents (docs/api.md, Erased consents). All of it is planned before the first is erased. If the command
 * breaks off, the plans are undone, and `completeErasure` completes them.
 *
 * @param asked the consents, each once, and who asked
 * @throws Problem store.unavailable
 * @throws DamagedConsents
 */
export const eraseConsents = async (
  site: ErasureSite,
  asked: ErasureSelection,
  { now, by }: Pick<Change, 'now' | 'by'>,
  { beforeEnd = async () => {}, onPlanned = () => {}, ...manner }: ErasureOptions & PlanningOptions,
): Promise<ErasureOutcome> => {
  const plans = await writePlans(site.erasures, site.accountId, {
    ...asked,
    consentIds: [...asked.consentIds],
    time: now,
    by,
  });
  onPlanned(plans.map(({ id }) => id));
  const done: (readonly [ErasurePlan, ErasureOutcome])[] = [];
  for (const plan of plans) done.push([plan, await erasePlanned(site, plan, manner)]);
  await beforeEnd();
  for (const each of done) await endErasure(site, ...each, manner);
  return done.map(([, outcome]) => outcome).reduce(addOutcomes, nothingErased);
};

/**
 * Erases what a plan lists, to the listed extents, and makes stored counts void before and after. Ends the plan when a
 * consistent read shows that all of it is erased. It may be repeated at any time, also by several commands at once.
 *
 * @throws Problem store.unavailable, also if another write brought a consent back
 * @throws DamagedConsents
 */
export const completeErasure = async (
  site: ErasureSite,
  plan: ErasurePlan,
  manner: ErasureOptions,
): Promise<ErasureOutcome> => {
  const outcome = await erasePlanned(site, plan, manner);
  await endErasure(site, plan, outcome, manner);
  return outcome;
};

/** What both entries of an erasure in the operations log say. */
const nameErasure = ({ accountId }: ErasureSite, { id }: ErasurePlan) => ({ accountId, erasure: id });

const erasePlanned = async (
  site: ErasureSite,
  plan: ErasurePlan,
  { newChange, target = {}, onErased = () => {} }: ErasureOptions,
): Promise<ErasureOutcome> => {
  const { table, erasures, accountId } = site;
  const { request, reference, extent, consentIds } = plan;
  const asked = { ...(request !== undefined && { request }), ...(reference !== undefined && { reference }) };
  const begin = { ...nameErasure(site, plan), consents: consentIds.length, extent, ...asked, ...target };
  const change = newChange();
  await writeLogEntry(table, change, begin);
  const listed = await listConsents(erasures, accountId, plan);
  await beginHistoryEpoch(table, accountId);
  const outcomes = await pMap(
    listed,
    async (consent) => {
      const outcome = await eraseConsent(site, consent, change.now);
      if (outcome === 'erased') onErased();
      return outcome;
    },
    atOnce,
  );
  await beginHistoryEpoch(table, accountId);
  const damaged = consentIds.filter((_, i) => outcomes[i] === 'damaged');
  if (damaged.length > 0) throw new DamagedConsents(damaged);
  if ((await findUndone(table, accountId, listed)).length > 0) throw unavailable(nameReason('ErasureConflict'));
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { erased: count('erased'), before: count('before'), missing: count('missing') };
};

const endErasure = async (
  site: ErasureSite,
  plan: ErasurePlan,
  outcome: ErasureOutcome,
  { newChange }: ErasureOptions,
): Promise<void> => {
  const change = newChange();
  await writeLogEntry(site.table, change, { ...nameErasure(site, plan), ...outcome, ended: true });
  await endPlan(site.erasures, site.accountId, plan, change.now);
};

type Outcome = 'erased' | 'before' | 'missing' | 'damaged';

/** The writes that erase a consent; none if it is erased already. */
const toWrites = (
  { log, accountId }: ErasureSite,
  item: Item,
  erasure: PlannedConsent,
  now: Date,
): readonly [] | readonly [Put | Delete, ...(Put | Delete)[]] => {
  if (erasure.extent === 'everything') return eraseWholly(log, accountId, item);
  return parseConsent(item).eraseTime === undefined ? eraseButEvidence(log, accountId, item, erasure, now) : [];
};

const readWrites = (...of: Parameters<typeof toWrites>): ReturnType<typeof toWrites> | 'damaged' => {
  try {
    return toWrites(...of);
  } catch {
    return 'damaged';
  }
};

/**
 * Erases one consent, unless it is erased already. If another write such as a revocation comes in between, it stands,
 * and the consent is read again.
 *
 * @throws Problem store.unavailable
 */
const eraseConsent = async (site: ErasureSite, erasure: PlannedConsent, now: Date): Promise<Outcome> => {
  const { table, log, accountId } = site;
  const { consentId: id, extent } = erasure;
  const kind = extent === 'everything' ? 'removed' : 'erased';
  const end = { log, id, kind, time: isFuture(erasure.time, now) ? now : erasure.time } as const;
  for await (const _ of attemptsWithin(contention)) {
    const item = await getItem(table, keyOf.consent(accountId, id));
    if (item === undefined) return 'missing';
    const writes = readWrites(site, item, erasure, now);
    if (writes === 'damaged') {
      await journalAlone(end);
      return 'damaged';
    }
    const [first, ...others] = writes;
    if (first === undefined) {
      const known = journalKnownEnd(log, { account: accountId, id, now }, item);
      if (known.length > 0) await transact(table, known);
      return 'before';
    }
    const refusals = await orJournal(
      () => ('put' in first ? commit(table, [first, ...others]) : transact(table, [first, ...others])),
      end,
    );
    if (refusals === undefined) return 'erased';
  }
  throw unavailable(nameReason('ErasureConflict'));
};
