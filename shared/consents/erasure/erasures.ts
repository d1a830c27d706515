import pMap from 'p-map';
import * as v from 'valibot';
import { listProjects } from '../../identity/project.ts';
import { newSalt } from '../../runtime/digest.ts';
import { newIdentifier } from '../../runtime/identifier.ts';
import { atOnce } from '../../runtime/retry.ts';
import { toChunks } from '../../runtime/values.ts';
import { storedId, storedTime } from '../../schema/scalar.ts';
import { erasuresKeyOf, keyOf } from '../../store/keys.ts';
import { batchGet, queryPages } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import type { Put } from '../../store/write.ts';
import { commit, isNew, setAttribute, write } from '../../store/write.ts';
import { time } from '../consent.ts';
import { projectList, readList } from '../lists.ts';
import { extents } from './request-schemas.ts';

export const Extent = v.picklist(extents);
export type Extent = v.InferOutput<typeof Extent>;

/** A consent that was erased or is about to be. */
export interface Erasure {
  readonly consentId: string;
  readonly time: Date;
  readonly extent: Extent;
}

/** An erasure of consents, written before any of them is erased. */
const ErasurePlan = v.object({
  id: v.string(),
  /** When its consents count as erased. */
  time,
  extent: Extent,
  /** Who erases, as in the operations log. */
  by: v.string(),
  consentIds: v.array(v.string()),
  /** The request to erase that it carries out, and the reference in the files of whoever asked. */
  request: v.optional(v.string()),
  reference: v.optional(v.string()),
  /** When all of it was done. */
  doneTime: v.optional(time),
});
export type ErasurePlan = v.InferOutput<typeof ErasurePlan>;

const parsePlan = (item: Item): ErasurePlan => v.parse(ErasurePlan, item);

/** The most consents of a plan: with them it fits an item. */
export const consentsOfPlan = 5_000;

/** A plan to write, or several that differ in their consents. */
type Planned = Omit<ErasurePlan, 'id' | 'doneTime'>;

const newPlan = (accountId: string, planned: Planned): { readonly plan: ErasurePlan; readonly write: Put } => {
  const plan = { id: newIdentifier(planned.time), ...planned };
  const put = { ...erasuresKeyOf.plan(accountId, plan.id), ...plan, time: plan.time.toISOString() };
  return { plan, write: { put, ...isNew } };
};

/** The most plans of a transaction, which has room for 4 MiB. */
const plansAtOnce = 20;

/** Writes plans for any number of consents, which are undone until `endPlan`. Up to 100,000 are listed all or none: no erasure of one person is known in part. */
export const writePlans = async (
  erasures: Table,
  accountId: string,
  { consentIds, ...planned }: Planned,
): Promise<ErasurePlan[]> => {
  const plans = toChunks(consentIds, consentsOfPlan).map((ids) =>
    newPlan(accountId, { ...planned, consentIds: [...ids] }),
  );
  for (const [first, ...others] of toChunks(plans, plansAtOnce)) {
    if (first !== undefined) await commit(erasures, [first.write, ...others.map((other) => other.write)]);
  }
  return plans.map(({ plan }) => plan);
};

/** Notes that all consents of a plan are erased. */
export const endPlan = async (erasures: Table, accountId: string, { id }: ErasurePlan, now: Date): Promise<void> => {
  await write(erasures, setAttribute(erasuresKeyOf.plan(accountId, id), 'doneTime', now.toISOString()));
};

/** The plans that meet a condition, the oldest first. */
export const findPlans = async (
  erasures: Table,
  accountId: string,
  isWanted: (plan: ErasurePlan) => boolean,
): Promise<ErasurePlan[]> => {
  const found: ErasurePlan[] = [];
  for await (const items of queryPages(erasures, erasuresKeyOf.plan(accountId, ''))) {
    found.push(...items.map(parsePlan).filter(isWanted));
  }
  return found;
};

/** The plans that are not done: a command is working on them, or was interrupted. */
export const findUndonePlans = (erasures: Table, accountId: string): Promise<ErasurePlan[]> =>
  findPlans(erasures, accountId, ({ doneTime }) => doneTime === undefined);

const PlannedConsent = v.object({
  consentId: v.string(),
  time,
  extent: Extent,
  salt: v.instance(Uint8Array),
  /** When everything was erased of a consent whose evidence had been kept. */
  widenTime: v.optional(time),
});

/** A consent with what its erasure leaves: every repetition leaves the same, which fits its leaf in the log. */
export type PlannedConsent = Omit<v.InferOutput<typeof PlannedConsent>, 'salt'> & { readonly salt: Uint8Array };

/** Whether an erasure removes more than the listed one. */
export const isWider = ({ extent }: Pick<Erasure, 'extent'>, listed: Pick<Erasure, 'extent'>): boolean =>
  extent === 'everything' && listed.extent === 'evidence';

const listConsent = async (erasures: Table, accountId: string, erasure: Erasure): Promise<PlannedConsent> => {
  const key = erasuresKeyOf.consent(accountId, erasure.consentId);
  const entry = { ...erasure, salt: newSalt() };
  const written = await write(erasures, { put: { ...key, ...entry, time: entry.time.toISOString() }, ...isNew });
  if (written.done) return entry;
  const listed = v.parse(PlannedConsent, written.existing);
  if (!isWider(erasure, listed)) return listed;
  await write(erasures, {
    update: key,
    expression: 'SET extent = :extent, widenTime = :time',
    condition: 'extent = :listed',
    values: { ':extent': erasure.extent, ':time': erasure.time.toISOString(), ':listed': listed.extent },
  });
  return { ...listed, extent: erasure.extent };
};

/**
 * Lists the consents of a plan before any of them is erased. A consent that is listed already keeps its time. If it is
 * now erased with everything, and was not before, its extent changes.
 *
 * @returns how they are listed now
 */
export const listConsents = (
  erasures: Table,
  accountId: string,
  { consentIds, time: at, extent }: Pick<ErasurePlan, 'consentIds' | 'time' | 'extent'>,
): Promise<PlannedConsent[]> =>
  pMap(consentIds, (consentId) => listConsent(erasures, accountId, { consentId, time: at, extent }), atOnce);

/** The consents of a plan, as it was asked for. */
export const erasuresOf = ({ consentIds, time: at, extent }: ErasurePlan): Erasure[] =>
  consentIds.map((consentId) => ({ consentId, time: at, extent }));

/**
 * The planned erasures of an account, plan by plan, newest first. A consent appears twice if its evidence was kept at
 * first and everything was erased later.
 */
export async function* listErasures(erasures: Table, accountId: string): AsyncGenerator<readonly Erasure[]> {
  for await (const items of queryPages(erasures, erasuresKeyOf.plan(accountId, ''), { order: 'descending' })) {
    for (const item of items) yield erasuresOf(parsePlan(item));
  }
}

/** How each of the consents was erased last. Consents that are not listed are left out. */
export const findErasures = async (
  erasures: Table,
  accountId: string,
  consentIds: readonly string[],
): Promise<Erasure[]> => {
  const keys = consentIds.map((id) => erasuresKeyOf.consent(accountId, id));
  const items = await batchGet(erasures, keys, { consistent: true });
  return items
    .filter((item) => item !== undefined)
    .map((item) => v.parse(PlannedConsent, item))
    .map(({ consentId, time: at, extent, widenTime }) => ({ consentId, time: widenTime ?? at, extent }));
};

const Erased = v.object({ eraseTime: v.optional(v.string()) });

const isDone = ({ extent }: Erasure, consent: Item | undefined): boolean =>
  consent === undefined || (extent === 'evidence' && v.parse(Erased, consent).eraseTime !== undefined);

/**
 * The listed erasures that the table does not show, because it was restored to an earlier moment or because the command
 * broke off. It reads nothing else of the consents.
 *
 * @throws Problem store.unavailable
 */
export const findUndone = async (table: Table, accountId: string, listed: readonly Erasure[]): Promise<Erasure[]> => {
  const ids = [...new Set(listed.map(({ consentId }) => consentId))];
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const found = await batchGet(table, keys, {
    consistent: true,
    projection: { ProjectionExpression: 'PK,SK,eraseTime' },
  });
  const consents = new Map(ids.map((id, i) => [id, found[i]]));
  return listed.filter((erasure) => !isDone(erasure, consents.get(erasure.consentId)));
};

/** An erasure as a line of JSON in a file: whose, what, when and to which extent. */
export interface ListedErasure {
  readonly accountId: string;
  readonly consentId: string;
  readonly time: string;
  readonly extent: Erasure['extent'];
}

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    accountId: storedId,
    consentId: storedId,
    time: storedTime,
    extent: Extent,
  }),
);

export const toListed = (accountId: string, { consentId, time, extent }: Erasure): ListedErasure => ({
  accountId,
  consentId,
  time: time.toISOString(),
  extent,
});

/** The erasure of a line, with its account. Undefined if the line is not one. */
export const parseErasureLine = (
  line: string,
): { readonly accountId: string; readonly erasure: Erasure } | undefined => {
  const { success, output } = v.safeParse(Line, line);
  if (!success) return undefined;
  const { accountId, consentId, time, extent } = output;
  return { accountId, erasure: { consentId, time: new Date(time), extent } };
};

/**
 * The erased consents of a table whose evidence was kept, page by page, from its lists of projects. It does not read
 * the erasures table. Of consents that were erased with everything, nothing is left to find.
 */
export async function* readErasedOf(table: Table, accountId: string): AsyncGenerator<readonly Erasure[]> {
  for (const { uid } of await listProjects(table, accountId)) {
    const pages = readList(table, projectList(accountId, uid), { order: 'oldest-first' });
    for await (const { entries } of pages) {
      yield entries.flatMap(({ id, eraseTime }) =>
        eraseTime === undefined ? [] : [{ consentId: id, time: eraseTime, extent: 'evidence' as const }],
      );
    }
  }
}
