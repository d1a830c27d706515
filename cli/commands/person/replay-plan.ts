import type { Account } from '../../../shared/identity/account.ts';
import type { ErasureSite } from '../../../shared/consents/erasure/erase-all.ts';
import type { Erasure } from '../../../shared/consents/erasure/erasures.ts';
import { findAllUndone, findUnlisted } from '../../../shared/consents/erasure/replay.ts';
import type { ErasureRun } from '../../../shared/consents/erasure/runs.ts';
import { findRuns } from '../../../shared/consents/erasure/runs.ts';
import { findUndone } from '../../../shared/consents/erasure/undone.ts';
import type { Row } from '../../printing/output.ts';
import { toTable } from '../../printing/output.ts';

/** What to erase again in an account. */
export interface Replay {
  readonly account: Account;
  readonly site: ErasureSite;
  /** Interrupted erasures: they are finished first. */
  readonly unfinished: readonly ErasureRun[];
  /** Erasures that `--from` lists and the erasures table does not: they are added to it next. */
  readonly unlisted: readonly Erasure[];
  /** The consents that are erased then. */
  readonly undone: readonly Erasure[];
}

/** Reads what a replay would do, and changes nothing. @param known the erasures of the account in `--from` */
export const planReplay = async (
  account: Account,
  site: ErasureSite,
  known: readonly Erasure[],
  onRead: (count: number) => void,
): Promise<Replay> => {
  const { table, accountId } = site;
  const undone: Erasure[] = [];
  for await (const page of findAllUndone(site, onRead)) undone.push(...page);
  const unlisted = await findUnlisted(site, known);
  undone.push(...(await findUndone(table, accountId, unlisted)));
  return { account, site, unlisted, undone, unfinished: await findRuns(table, accountId) };
};

export const isNeeded = ({ unfinished, unlisted, undone }: Replay): boolean =>
  unfinished.length + unlisted.length + undone.length > 0;

const countExtent = ({ undone }: Replay, wanted: Erasure['extent']): number =>
  undone.filter(({ extent }) => extent === wanted).length;

/** The same for scripts. */
export const toReplayData = (replay: Replay) => ({
  account: replay.account.id,
  unfinished: replay.unfinished.map(({ id, at, by, consents }) => ({ id, at, by, consents })),
  unlisted: replay.unlisted.length,
  evidence: countExtent(replay, 'evidence'),
  everything: countExtent(replay, 'everything'),
});

const toRow = (replay: Replay): Row => ({
  account: replay.account.name,
  'to finish': replay.unfinished.length,
  'to list': replay.unlisted.length,
  'to erase': countExtent(replay, 'evidence'),
  'with everything': countExtent(replay, 'everything'),
});

/** The plan, for people. */
export const describeReplay = (replays: readonly Replay[]): string =>
  [
    toTable(replays.map(toRow), '').text,
    'These consents were erased, or were about to be, but the table still has them. They are erased again, each with its listed time and extent.',
  ].join('\n\n');
