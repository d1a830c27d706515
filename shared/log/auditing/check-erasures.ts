import type { Erasure } from '../../consents/erasure/erasures.ts';
import { findErasures } from '../../consents/erasure/erasures.ts';
import { longestErasure } from '../../lifetimes.ts';
import type { Table } from '../../store/client.ts';
import type { LogEvent } from '../log-event.ts';
import { readIdentity } from '../log-event.ts';
import type { Report } from './finding.ts';
import type { KnownLeaves } from './known-leaves.ts';

/** A fault of a consent that only an erasure can explain. */
interface Unexplained {
  readonly account: string;
  readonly id: string;
  readonly at: number | undefined;
}

type Judge = (unexplained: Unexplained, erasure: Erasure | undefined) => void;

/** Checks for many consents, some at a time, whether they are listed as erased. */
export interface ErasureQuestions {
  readonly ask: (unexplained: Unexplained) => Promise<void>;
  readonly finish: () => Promise<void>;
}

const together = 100;

/** @param erasures undefined if the register has no erasures table yet. Then nothing is checked */
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

/** For a record that was erased or deleted. The erasures table must list it. */
export const judgeErased =
  (report: Report): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure === undefined) report({ kind: 'erased-unlisted', account, id, at, says: 'it is marked as erased' });
  };

/** For a record that was erased with everything. */
const judgeRemoved =
  (report: Report): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure?.extent !== 'everything')
      report({ kind: 'erased-unlisted', account, id, at, says: 'the item was deleted' });
  };

/** For a missing record without a leaf of its erasure. An erasure explains it, and its leaf must come within a day. */
const judgeGone =
  (report: Report, now: Date): Judge =>
  ({ account, id, at }, erasure) => {
    if (erasure?.extent !== 'everything') report({ kind: 'deleted', account, id, at });
    else if (erasure.time.getTime() < now.getTime() - longestErasure)
      report({ kind: 'erasure-unlogged', account, id, at });
  };

/** Whether a leaf is the first of its consent: a finding names a consent that is gone once, by this one. */
const isFirstOfConsent = (leaves: KnownLeaves, kind: LogEvent['kind'], id: string): boolean => {
  const before = { recorded: [], erased: ['recorded'], revoked: ['recorded', 'erased'] } as const;
  if (kind !== 'recorded' && kind !== 'erased' && kind !== 'revoked') return false;
  return before[kind].every((earlier) => leaves.find({ kind: earlier, id }) === undefined);
};

const ofConsents: ReadonlySet<string | undefined> = new Set(['recorded', 'revoked', 'erased', 'removed']);

/**
 * Finds what is in the log and not in the table. Nothing but the blocks says whose a leaf is, so an event of a consent that
 * fits none is a finding.
 *
 * @param end number of leaves of the log when the table was read
 */
export const checkGone = async (
  leaves: KnownLeaves,
  end: number,
  { erasures, report, now }: { readonly erasures: Table | undefined; readonly report: Report; readonly now: Date },
): Promise<void> => {
  const gone = newErasureQuestions(erasures, judgeGone(report, now));
  const removals = newErasureQuestions(erasures, judgeRemoved(report));
  for (const { identity, isSeen, index: at, account } of leaves.all()) {
    const { kind, id } = readIdentity(identity);
    if (at >= end || kind === undefined || isSeen) continue;
    if (account === undefined && ofConsents.has(kind))
      report({ kind: 'event-altered', id, at, says: `${kind}, without an account` });
    if (kind === 'removed' && account !== undefined) await removals.ask({ account, id, at });
    const isGone = isFirstOfConsent(leaves, kind, id) && leaves.find({ kind: 'removed', id }) === undefined;
    if (isGone && account !== undefined) {
      if (erasures === undefined) report({ kind: 'deleted', account, id, at });
      else await gone.ask({ account, id, at });
    }
    if (kind === 'published' || kind === 'key' || kind === 'operation')
      report({ kind: 'deleted', account, id, at, says: kind });
  }
  await gone.finish();
  await removals.finish();
};
