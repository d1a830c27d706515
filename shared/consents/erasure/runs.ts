import * as v from 'valibot';
import { newIdentifier } from '../../identifier.ts';
import type { Change, Target } from '../../identity/operations-log.ts';
import type { Item, Table } from '../../store/client.ts';
import { commandKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { Put } from '../../store/write.ts';
import { isNew, transact, write } from '../../store/write.ts';

/** The phases of a run: it is being listed, it is being erased, or another command continues it. */
const Phase = v.picklist(['listing', 'erasing', 'taken-over']);

/** An erasure of many consents that has begun and not ended. If no command is working on it, it broke off. */
export const ErasureRun = v.object({
  id: v.string(),
  /** The time of its erasures. */
  at: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
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
export const takeOver = async (table: Table, accountId: string, { id }: ErasureRun): Promise<boolean> => {
  const { done } = await write(table, {
    update: commandKeyOf.erasureRun(accountId, id),
    expression: 'SET phase = :taken',
    condition: 'attribute_exists(PK)',
    values: { ':taken': 'taken-over' },
  });
  return done;
};

/** Ends a run, once, with the entry in the operations log that says what was done. */
export const endRun = async (
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
