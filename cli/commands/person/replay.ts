import { writeLogEntry } from '../../../shared/identity/operations-log.ts';
import type { ErasureOutcome } from '../../../shared/consents/erasure/erase-all.ts';
import { addOutcomes } from '../../../shared/consents/erasure/erase-all.ts';
import { planErasures } from '../../../shared/consents/erasure/erasures.ts';
import { repeatErasures } from '../../../shared/consents/erasure/replay.ts';
import { findUndone } from '../../../shared/consents/erasure/undone.ts';
import { chooseAccounts } from '../account/choice.ts';
import type { ChangingWork } from '../../command.ts';
import { countConsents, finishRuns, watchErasing } from '../erasure/unfinished.ts';
import type { Result } from '../../printing/output.ts';
import { note } from '../../printing/output.ts';
import { beginProgress, countEach, countOf } from '../../printing/progress.ts';
import { needErasures } from '../../stage/erasures.ts';
import { askFirst } from '../../terminal.ts';
import type { Replay } from './replay-plan.ts';
import { describeReplay, isNeeded, planReplay, toReplayData } from './replay-plan.ts';
import { readKnown } from './replay-source.ts';

/** The options of a replay. */
interface ReplayOptions {
  readonly from?: string | undefined;
  readonly account?: string | undefined;
  readonly check: boolean;
  readonly yes: boolean;
}

const planAll = async ({ stage, table }: ChangingWork, { from, account }: ReplayOptions): Promise<Replay[]> => {
  const erasures = needErasures(stage);
  const known = from === undefined ? new Map<string, never>() : await readKnown(from, table);
  const accounts = await chooseAccounts(table, account);
  const unknown = [...known].filter(([id]) => account === undefined && !accounts.some((each) => each.id === id));
  if (unknown.length > 0) {
    const count = unknown.reduce((sum, [, erasures]) => sum + erasures.length, 0);
    note(`Skipped, because this register does not have their account: ${countEach(count, 'erasure')}.`);
  }
  const progress = beginProgress((count) => countOf(count, 'erasures checked'));
  const replays: Replay[] = [];
  try {
    for (const each of accounts) {
      const site = { table, erasures, accountId: each.id };
      replays.push(await planReplay(each, site, known.get(each.id) ?? [], progress.advance));
    }
  } finally {
    progress.end();
  }
  return replays.filter(isNeeded);
};

/** Lists the erasures of another source, with an entry in the operations log. */
const listKnown = async ({ newChange, table }: ChangingWork, { site, unlisted }: Replay): Promise<void> => {
  if (unlisted.length === 0) return;
  const { accountId, erasures } = site;
  await writeLogEntry(table, newChange(), { accountId, listed: unlisted.length });
  await planErasures(erasures, accountId, unlisted);
};

/** Evidence comes first: if a consent is listed twice, it was erased in this order. */
const extents = ['evidence', 'everything'] as const;

const replayOne = async (work: ChangingWork, replay: Replay) => {
  const { site, undone, unfinished } = replay;
  const { newChange, table } = work;
  let outcome: ErasureOutcome = await finishRuns(work, site, unfinished);
  await listKnown(work, replay);
  for (const extent of extents) {
    const wanted = undone.filter((erasure) => erasure.extent === extent);
    const left = await findUndone(table, site.accountId, wanted);
    if (left.length === 0) continue;
    const change = newChange();
    const done = await watchErasing(left.length, (onErased) =>
      repeatErasures(site, left, { change, newChange, onErased, target: { extent } }),
    );
    outcome = addOutcomes(outcome, done);
  }
  return { ...toReplayData(replay), erased: outcome.erased, before: outcome.before };
};

const describeDone = (accounts: readonly { readonly erased: number }[]): string => {
  const erased = accounts.reduce((sum, each) => sum + each.erased, 0);
  return `Erased again: ${countConsents(erased)}. Run \`doctor\` to check that nothing is left.`;
};

/** Erases again what is listed but still in the table: after a restore, or after an interrupted command. */
export const replayErasures = async (work: ChangingWork, options: ReplayOptions): Promise<Result> => {
  const replays = await planAll(work, options);
  if (replays.length === 0)
    return { data: [], text: 'Nothing that was erased has come back, and no erasure was interrupted.' };
  if (options.check) {
    return {
      data: replays.map(toReplayData),
      text: describeReplay(replays),
      finding: 'Some consents must be erased again.',
    };
  }
  note(`${describeReplay(replays)}\n`);
  await askFirst('This cannot be undone. Erase again?', options.yes);
  const done = [];
  for (const replay of replays) done.push(await replayOne(work, replay));
  return { data: done, text: describeDone(done) };
};
