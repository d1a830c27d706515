import type { Erasure } from '../erasure/erasures.ts';
import { findErasures } from '../erasure/erasures.ts';
import type { Table } from '../store/client.ts';
import type { LogEvent } from '../transparency/log-event.ts';
import type { Report } from './finding.ts';
import type { KnownLeaves } from './known-leaves.ts';

/** Something of a consent that only an erasure explains. */
interface Unexplained {
  readonly account: string;
  readonly id: string;
  readonly at: number | undefined;
}

type Judge = (unexplained: Unexplained, erasure: Erasure | undefined) => void;

/** Asks of many consents whether they are listed as erased, some at a time. */
export interface ErasureQuestions {
  readonly ask: (unexplained: Unexplained) => Promise<void>;
  readonly finish: () => Promise<void>;
}

const together = 100;

/** @param erasures none where the register has none yet: then nothing is asked */
export const newErasureQuestions = (erasures: Table | undefined, judge: Judge): ErasureQuestions => {
  const waiting = new Map<string, Unexplained[]>();
  const flush = async (account: string): Promise<void> => {
    const asked = waiting.get(account) ?? [];
    waiting.delete(account);
    if (erasures === undefined || asked.length === 0) return;
    const found = await findErasures(
      erasures,
      account,
      asked.map(({ id }) => id),
    );
    const byId = new Map(found.map((erasure) => [erasure.consentId, erasure]));
    for (const each of asked) judge(each, byId.get(each.id));
  };
  return {
    ask: async (unexplained) => {
      const { account } = unexplained;
      const asked = [...(waiting.get(account) ?? []), unexplained];
      waiting.set(account, asked);
      if (asked.length >= together) await flush(account);
    },
    finish: async () => {
      for (const account of [...waiting.keys()]) await flush(account);
    },
  };
};

/** A record that was erased, or deleted: the erasures table has to list it. */
export const judgeErased =
  (report: Report, says: string): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure === undefined) report({ kind: 'erased-unlisted', account, id, at, says });
  };

/** The same of one that was erased with everything. */
const judgeRemoved =
  (report: Report): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure?.extent !== 'everything')
      report({ kind: 'erased-unlisted', account, id, at, says: 'the item was deleted' });
  };

/** Milliseconds that an erasure of many may take, from the time that it is listed with to the last of its deletions. */
const longestErasure = 24 * 60 * 60 * 1_000;

/** One that is gone without a leaf of that: an erasure explains it, whose leaf comes within a day. */
const judgeGone =
  (report: Report, now: Date): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure?.extent !== 'everything') report({ kind: 'deleted', account, id, at });
    else if (erasure.time.getTime() < now.getTime() - longestErasure)
      report({ kind: 'erasure-unlogged', account, id, at });
  };

const kindsBySlot: Readonly<Record<string, LogEvent['kind']>> = {
  '01': 'recorded',
  '03': 'erased',
  '04': 'removed',
  '05': 'published',
  '06': 'key',
};

/**
 * Looks for what the log has and the table lacks.
 *
 * @param end leaves of the log when the table was read
 */
export const checkGone = async (
  leaves: KnownLeaves,
  end: number,
  { erasures, report, now }: { readonly erasures: Table | undefined; readonly report: Report; readonly now: Date },
): Promise<void> => {
  const gone = newErasureQuestions(erasures, judgeGone(report, now));
  const removals = newErasureQuestions(erasures, judgeRemoved(report));
  for (const { identity, isSeen, index: at, account } of leaves.all()) {
    const [kind, id] = [kindsBySlot[identity.slice(0, 2)], identity.slice(2)];
    if (at >= end || kind === undefined || isSeen) continue;
    if (kind === 'removed' && account !== undefined) await removals.ask({ account, id, at });
    const isGone = kind === 'recorded' || (kind === 'erased' && leaves.find({ kind: 'recorded', id }) === undefined);
    if (isGone && account !== undefined && leaves.find({ kind: 'removed', id }) === undefined) {
      if (erasures === undefined) report({ kind: 'deleted', account, id, at });
      else await gone.ask({ account, id, at });
    }
    if (kind === 'published' || kind === 'key') report({ kind: 'deleted', account, id, at, says: kind });
  }
  await gone.finish();
  await removals.finish();
};
