import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { lifetimes, limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import type { Observed } from '../consents/observed.ts';
import type { Proof } from '../consents/person-data.ts';
import { recordRevocation } from '../consents/revocation.ts';
import { eventAttributes } from '../log/leaves.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import type { Channel } from '../schema/vocabulary.ts';
import type { Table } from '../store/table.ts';
import { isOutage, project, stopAt } from '../store/table.ts';
import type { LinkedConsent, LinkScope, ReadLinked } from './link-consents.ts';
import { listLinked, readLinked, readWithDamaged } from './link-consents.ts';

/** The tables in which a withdrawal is written. */
interface Stores {
  readonly table: Table;
  readonly log: Table;
}

/** What was pressed behind a link, when, and what was seen of it. */
interface Press {
  readonly channel: Channel;
  readonly proof: Proof;
  readonly observed: Observed;
  readonly now: Date;
  /** Milliseconds until the withdrawal must have ended. */
  readonly milliseconds: number;
}

/** What became of a withdrawal. */
export interface Withdrawal {
  /** Whether every consent of the notice is revoked or erased. */
  readonly isDone: boolean;
  /** Consents of the notice that were found, those that this withdrawal revoked, and those that it knows to be in force. */
  readonly found: number;
  readonly revoked: number;
  readonly left: number;
}

/** What the withdrawal knows of the consents so far. */
interface Progress {
  readonly ended: Set<string>;
  readonly left: Set<string>;
  revoked: number;
}

/** What a withdrawal reads of consents: what the log needs, nothing of their person, and no proof. */
export const withdrawnAttributes: readonly string[] = [...eventAttributes, 'salt'];
const withdrawn = project(withdrawnAttributes);

/** The consents to revoke, newest first: all that the list shows and that are not known to have ended. @property damage of one that cannot be read */
interface Open {
  readonly consents: readonly ReadLinked[];
  readonly damage: Error | undefined;
}

const findOpen = async (table: Table, scope: LinkScope, { ended, left }: Progress): Promise<Open> => {
  const open: ReadLinked[] = [];
  const damages: Error[] = [];
  for await (const { entries } of listLinked(table, scope)) {
    const ids = entries.map(({ id }) => id).filter((id) => !ended.has(id));
    const { consents, damaged } = await readWithDamaged(table, scope.accountId, ids, withdrawn);
    damages.push(...damaged);
    for (const id of ids) {
      const consent = consents.get(id);
      if (consent !== undefined && consent.revokeTime === undefined && consent.eraseTime === undefined) {
        open.push(consent);
        left.add(id);
        continue;
      }
      left.delete(id);
      if (consent !== undefined) ended.add(id);
    }
  }
  return { consents: open, damage: damages[0] };
};

/** Whose clock was ahead may have given it after the press. */
const momentOf = ({ time }: LinkedConsent, now: Date): Date => (time > now ? time : now);

/** Revokes them, as many at once as may be, each whatever becomes of the others. @throws an error, first one that will not pass */
const revokeAll = async (
  stores: Stores,
  { accountId }: LinkScope,
  { channel, proof, observed, now }: Press,
  open: readonly ReadLinked[],
  progress: Progress,
  isLate: () => boolean,
): Promise<void> => {
  const revokeOne = async (consent: ReadLinked): Promise<unknown> => {
    if (isLate()) return undefined;
    const { id, item } = consent;
    const circumstances = {
      observed,
      now: momentOf(consent, now),
      idempotency: undefined,
      items: { consent: item },
      readAgain: async () => (await readLinked(stores.table, accountId, [id], withdrawn)).get(id)?.item,
    };
    try {
      const { revokes } = await recordRevocation(stores, accountId, { id, channel, proof }, circumstances);
      if (revokes) progress.revoked += 1;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'consent.not-found')) return error;
    }
    progress.ended.add(id);
    progress.left.delete(id);
    return undefined;
  };
  const errors = (await pMap(open, revokeOne, { concurrency: limits.withdrawnAtOnce })).filter(
    (error) => error !== undefined,
  );
  const lasting = errors.find((error) => !isOutage(error));
  const [first] = errors;
  if (first !== undefined) throw lasting ?? first;
};

/** Milliseconds before the store is tried again after it failed, and in which the last revocations are answered. */
const pause = 250;
const lastCalls = 1_000;

/**
 * Revokes every consent of a notice with the value of a link that is neither revoked nor erased, newest first. Indexes follow the
 * table, so it is done only when a list that was begun seconds after the press shows none. What the store refuses is tried again
 * until the time is up.
 *
 * @param scope of one notice
 * @throws an error that will not pass, after all that can be revoked is
 */
export const withdraw = async ({ table, log }: Stores, scope: LinkScope, press: Press): Promise<Withdrawal> => {
  const pressed = performance.now();
  const end = pressed + press.milliseconds;
  const settled = pressed + lifetimes.withdrawalLagSeconds * 1_000;
  const stop = AbortSignal.timeout(press.milliseconds);
  const stores = { table: stopAt(stop, table), log: stopAt(stop, log) };
  const progress: Progress = { ended: new Set(), left: new Set(), revoked: 0 };
  const isLate = (): boolean => performance.now() >= end - lastCalls;
  const tell = (isDone: boolean): Withdrawal => {
    const { ended, left, revoked } = progress;
    return { isDone, found: new Set([...ended, ...left]).size, revoked, left: left.size };
  };
  for (;;) {
    const begun = performance.now();
    let until = settled;
    try {
      const { consents, damage } = await findOpen(stores.table, scope, progress);
      const isSettled = consents.length === 0 && begun >= settled;
      if (isSettled && damage !== undefined) throw damage;
      if (isSettled) return tell(true);
      await revokeAll(stores, scope, press, consents, progress, isLate);
    } catch (error) {
      if (!stop.aborted && !isOutage(error)) throw error;
      logger.warn('withdrawal.delayed', describeFault(error));
      until = performance.now() + pause;
    }
    const wait = Math.max(0, until - performance.now());
    if (isLate() || performance.now() + wait >= end) return tell(false);
    await sleep(wait);
  }
};
