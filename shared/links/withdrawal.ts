import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { lifetimes, limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { valueIndexes } from '../consents/indexes.ts';
import type { Observed } from '../consents/observed.ts';
import type { Proof } from '../consents/person-data.ts';
import { linkKeys } from '../consents/person-data.ts';
import { recordRevocation } from '../consents/revocation.ts';
import { enterKnownEnds, enterRemoved } from '../log/journal.ts';
import { eventAttributes } from '../log/leaves.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { isSameBytes } from '../runtime/values.ts';
import type { Channel } from '../schema/vocabulary.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { isOutage, project, stopAt } from '../store/table.ts';
import type { LinkedConsent, LinkScope } from './link-consents.ts';
import { listLinked, readLinked } from './link-consents.ts';

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
  /** Whether every consent of the notice that was given until the press is revoked or erased. */
  readonly isDone: boolean;
  /** Consents of the notice that were found, those that this withdrawal revoked, and those that may still be in force. */
  readonly found: number;
  readonly revoked: number;
  readonly left: number;
}

/** A withdrawal under way, and what it knows of the consents so far. */
interface Work {
  readonly stores: Stores;
  readonly scope: LinkScope;
  readonly press: Press;
  readonly isLate: () => boolean;
  readonly isPassing: (error: unknown) => boolean;
  readonly ended: Set<string>;
  /** Those that had ended before, and have not been looked for in the log yet. */
  readonly known: LinkedConsent[];
  /** Those that were deleted after they were read. */
  readonly gone: string[];
  /** Those that cannot be read or revoked. */
  readonly stuck: Set<string>;
  /** Those that the last whole list had to revoke. */
  open: readonly LinkedConsent[];
  revoked: number;
}

/** What a withdrawal reads of consents: what the log needs, and the digests that lists have. Nothing of their person, and no proof. */
export const withdrawnAttributes: readonly string[] = [
  ...eventAttributes,
  'salt',
  ...linkKeys.map((key) => valueIndexes[key].partitionKey),
];
const withdrawn = project(withdrawnAttributes);

/** Whether a consent itself has the value of the link, whatever lists say. An erased one has none any more. */
const isOfLink = ({ item, eraseTime }: LinkedConsent, { key, digest }: LinkScope): boolean => {
  const own = item[valueIndexes[key].partitionKey];
  return eraseTime !== undefined || (own instanceof Uint8Array && isSameBytes(own, digest));
};

/** Milliseconds by which the clock of a function that records may be ahead of this one's. */
const clockSkew = 2_000;

/**
 * The consents to revoke, newest first. What was given after the press stays, but within the skew of two clocks nobody
 * knows what came first: that is revoked, since a person can agree again, and a mail program presses once.
 */
const findOpen = async ({
  stores: { table },
  scope,
  press,
  ended,
  stuck,
  known,
}: Work): Promise<readonly LinkedConsent[]> => {
  const open: LinkedConsent[] = [];
  for await (const { listed, damaged: unclear } of listLinked(table, scope)) {
    const ids = [...listed.map(({ SK }) => SK), ...unclear].filter((id) => !ended.has(id) && !stuck.has(id));
    const { consents, damaged } = await readLinked(table, scope.accountId, ids, withdrawn);
    for (const id of damaged) stuck.add(id);
    for (const consent of consents.values()) {
      const { id, pid, time, revokeTime, eraseTime } = consent;
      if (pid !== scope.pid || time.getTime() > press.now.getTime() + clockSkew || !isOfLink(consent, scope)) continue;
      if (revokeTime === undefined && eraseTime === undefined) open.push(consent);
      else {
        ended.add(id);
        known.push(consent);
      }
    }
  }
  return open;
};

/**
 * Enters in the journal which consents had ended before, unless the log knows it, and which are gone: the person hears that
 * they are withdrawn already.
 */
const enterKnown = async ({
  stores: { log },
  scope: { accountId: account },
  press: { now },
  known,
  gone,
}: Work): Promise<void> => {
  await enterKnownEnds(log, { account, now }, known);
  await enterRemoved(log, gone);
  known.length = 0;
  gone.length = 0;
};

/** Revokes them, as many at once as may be, each whatever becomes of the others. @throws an error that passes */
const revokeAll = async (work: Work): Promise<void> => {
  const { stores, scope, press, isLate, isPassing, ended, gone, stuck, open } = work;
  const { channel, proof, observed, now } = press;
  const revokeOne = async ({ id, item, time }: LinkedConsent): Promise<unknown> => {
    if (isLate()) return undefined;
    const circumstances = {
      observed,
      now: time > now ? time : now,
      idempotency: undefined,
      items: { consent: item },
      readAgain: async () => (await batchGetNamed(stores.table, [keyOf.consent(scope.accountId, id)], withdrawn))[0],
    };
    try {
      const { revokes } = await recordRevocation(stores, scope.accountId, { id, channel, proof }, circumstances);
      if (revokes) work.revoked += 1;
    } catch (error) {
      if (isPassing(error)) return error;
      if (!(error instanceof Problem && error.code === 'consent.not-found')) {
        logger.error('service.fault', describeFault(error));
        stuck.add(id);
        return undefined;
      }
      gone.push(id);
    }
    ended.add(id);
    return undefined;
  };
  const [error] = (await pMap(open, revokeOne, { concurrency: limits.withdrawnAtOnce })).filter(
    (each) => each !== undefined,
  );
  if (error !== undefined) throw error;
};

/** Milliseconds before the store is tried again after it failed, and in which the last revocations are answered. */
const pause = 250;
const lastCalls = 1_000;

/**
 * Revokes every consent of a notice with the value of a link that was given until the press and is neither revoked nor erased,
 * newest first. Indexes follow the table, so it is done only when a list that was begun seconds after the press shows none. What the
 * store refuses is tried again until the time is up; what cannot be revoked keeps no other in force.
 *
 * @param scope of one notice
 */
export const withdraw = async ({ table, log }: Stores, scope: LinkScope, press: Press): Promise<Withdrawal> => {
  const pressed = performance.now();
  const end = pressed + press.milliseconds;
  const settled = pressed + lifetimes.withdrawalLagSeconds * 1_000;
  const stop = AbortSignal.timeout(press.milliseconds);
  const work: Work = {
    stores: { table: stopAt(stop, table), log: stopAt(stop, log) },
    scope,
    press,
    isLate: () => performance.now() >= end - lastCalls,
    isPassing: (error) => stop.aborted || isOutage(error),
    ended: new Set(),
    known: [],
    gone: [],
    stuck: new Set(),
    open: [],
    revoked: 0,
  };
  const tell = (isOver: boolean): Withdrawal => {
    const { ended, stuck, open, revoked } = work;
    const left = stuck.size + open.filter(({ id }) => !ended.has(id) && !stuck.has(id)).length;
    return { isDone: isOver && left === 0, found: ended.size + left, revoked, left };
  };
  for (;;) {
    const begun = performance.now();
    let until = settled;
    try {
      work.open = await findOpen(work);
      await revokeAll(work);
      await enterKnown(work);
      if (work.open.length === 0 && begun >= settled) return tell(true);
    } catch (error) {
      if (!work.isPassing(error)) {
        logger.error('service.fault', describeFault(error));
        return tell(false);
      }
      logger.warn('withdrawal.delayed', describeFault(error));
      until = performance.now() + pause;
    }
    const wait = Math.max(0, until - performance.now());
    if (work.isLate() || performance.now() + wait >= end) return tell(false);
    await sleep(Math.ceil(wait) + 1);
  }
};
