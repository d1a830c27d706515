import { open, stat } from 'node:fs/promises';
import type { ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import { addOutcomes } from '../../../shared/consents/erasure/erase.ts';
import type { Erasure, ErasurePlan } from '../../../shared/consents/erasure/erasures.ts';
import {
  erasuresOf,
  findErasures,
  findPlans,
  findUndone,
  isWider,
  parseErasureLine,
  readErasedOf,
  writePlans,
} from '../../../shared/consents/erasure/erasures.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { writeLogEntry } from '../../../shared/identity/operations-log.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import { stopAt } from '../../../shared/store/table.ts';
import type { ChangingWork } from '../../action.ts';
import { chooseAccounts } from '../../choose.ts';
import { CommandError, interruption } from '../../errors.ts';
import { failReading } from '../../input/files.ts';
import { askFirst } from '../../input/terminal.ts';
import { forReader } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { countEach, withProgress } from '../../output/progress.ts';
import type { Row } from '../../output/rows.ts';
import { toTable } from '../../output/rows.ts';
import { checkTableName, needErasures, openBeside } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeBackups } from '../../stage/stage.ts';
import { countConsents, describeUndoneData, finishPlans } from '../erasure/plans.ts';

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
  const replays = await withProgress('erasures checked', (advance) =>
    Array.fromAsync(accounts, (each) => {
      const site = { table, erasures, log: stage.log, accountId: each.id };
      return planReplay(each, site, known.get(each.id) ?? [], advance);
    }),
  );
  return replays.filter(isNeeded);
};

/** Plans the erasures of another source as they were, with an entry in the operations log. @returns the plans */
const planKnown = async ({ newChange, table }: ChangingWork, { site, unlisted }: Replay): Promise<ErasurePlan[]> => {
  if (unlisted.length === 0) return [];
  const { accountId, erasures } = site;
  const change = newChange();
  await writeLogEntry(table, change, { accountId, listed: unlisted.length });
  const alike = Map.groupBy(unlisted, ({ time, extent }) => `${time.toISOString()} ${extent}`);
  const plans: ErasurePlan[] = [];
  for (const same of alike.values()) {
    const [first] = same.map(({ time, extent }) => ({ time, extent }));
    if (first === undefined) continue;
    const consentIds = same.map(({ consentId }) => consentId);
    plans.push(...(await writePlans(erasures, accountId, { ...first, consentIds, by: change.by })));
  }
  return plans.sort((one, other) => (one.id < other.id ? -1 : 1));
};

const replayOne = async (work: ChangingWork, replay: Replay) => {
  const again = await finishPlans(work, replay.site, replay.plans);
  const known = await finishPlans(work, replay.site, await planKnown(work, replay));
  const { erased, before } = addOutcomes(again, known);
  return { isWhole: again.isWhole && known.isWhole, data: { ...toReplayData(replay), erased, before } };
};

const describeDone = (accounts: readonly { readonly erased: number }[], stage: Stage): string => {
  const erased = accounts.reduce((sum, each) => sum + each.erased, 0);
  return forReader(
    `Erased again: ${countConsents(erased)}. Run \`doctor\` to check that nothing is left. ${describeBackups(stage)}`,
  );
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
  const replayed = await Array.fromAsync(replays, (replay) => replayOne(work, replay));
  if (!replayed.every(({ isWhole }) => isWhole))
    throw new CommandError('Not all of it is erased again, because some consents cannot be read.', 'refused');
  const done = replayed.map(({ data }) => data);
  return { data: done, text: describeDone(done, work.stage) };
};

/** Erasures by account id. */
export type ErasuresByAccount = ReadonlyMap<string, readonly Erasure[]>;

const readTable = async (name: string): Promise<ErasuresByAccount> => {
  checkTableName(name);
  const table = stopAt(interruption(), openBeside(name, 'file and no table'));
  const found = new Map<string, Erasure[]>();
  for (const { id } of await listAccounts(table)) {
    found.set(id, (await Array.fromAsync(readErasedOf(table, id))).flat());
  }
  return found;
};

const readLines = async (file: string): Promise<ErasuresByAccount> => {
  const found = new Map<string, Erasure[]>();
  const handle = await open(file).catch(failReading(file));
  try {
    let number = 0;
    for await (const line of handle.readLines()) {
      number += 1;
      if (line.trim() === '') continue;
      const parsed = parseErasureLine(line);
      if (parsed === undefined) {
        throw new CommandError(
          `Line ${number} of ${escapeInvisible(file)} is not an erasure as \`erasure list --out\` writes it. Use the file as it was written. Nothing was changed.`,
          'usage',
        );
      }
      const { accountId, erasure } = parsed;
      const erasures = found.get(accountId) ?? [];
      erasures.push(erasure);
      found.set(accountId, erasures);
    }
  } finally {
    await handle.close();
  }
  return found;
};

const isFile = async (name: string): Promise<boolean> => {
  const found = await stat(name).catch(() => undefined);
  return found?.isFile() ?? name.includes('/');
};

/**
 * What `--from` names: an existing file, or else a table. A name with a slash is never a table.
 *
 * @param own the table that the command works on
 * @throws CommandError usage when it cannot be read, unreachable when there is no such table
 */
const readKnown = async (from: string, own: Table): Promise<ErasuresByAccount> => {
  if (from === '') throw new CommandError('--from must not be empty.', 'usage');
  if (from === own.name)
    throw new CommandError('--from names the table that you work on. Name the table from before the restore.', 'usage');
  return (await isFile(from)) ? readLines(from) : readTable(from);
};

/** What to erase again in an account. */
interface Replay {
  readonly account: Account;
  readonly site: ErasureSite;
  /** Plans with something to erase, the oldest first: of those that had ended, only what came back. */
  readonly plans: readonly ErasurePlan[];
  /** Erasures that `--from` lists and the erasures table does not: they are planned next. */
  readonly unlisted: readonly Erasure[];
  /** What the table still has of all of these. */
  readonly undone: readonly Erasure[];
}

/** Reads what a replay would do, and changes nothing. @param known the erasures of the account in `--from` */
const planReplay = async (
  account: Account,
  site: ErasureSite,
  known: readonly Erasure[],
  onRead: (count: number) => void,
): Promise<Replay> => {
  const { table, accountId } = site;
  const plans: ErasurePlan[] = [];
  const undone: Erasure[] = [];
  for (const plan of await findPlans(site.erasures, accountId, () => true)) {
    const left = await findUndone(table, accountId, erasuresOf(plan));
    onRead(plan.consentIds.length);
    undone.push(...left);
    if (plan.doneTime === undefined) plans.push(plan);
    else if (left.length > 0) plans.push({ ...plan, consentIds: left.map(({ consentId }) => consentId) });
  }
  const unlisted = await findUnlisted(site, known);
  undone.push(...(await findUndone(table, accountId, unlisted)));
  return { account, site, plans, unlisted, undone };
};

/** The erasures that the erasures table does not list, or lists with a smaller extent. */
const findUnlisted = async ({ erasures, accountId }: ErasureSite, known: readonly Erasure[]): Promise<Erasure[]> => {
  const ids = [...new Set(known.map(({ consentId }) => consentId))];
  const listed = new Map((await findErasures(erasures, accountId, ids)).map((erasure) => [erasure.consentId, erasure]));
  return known.filter((erasure) => {
    const earlier = listed.get(erasure.consentId);
    return earlier === undefined || isWider(erasure, earlier);
  });
};

const isNeeded = ({ plans, unlisted }: Replay): boolean => plans.length + unlisted.length > 0;

const pickUndone = ({ plans }: Replay): readonly ErasurePlan[] =>
  plans.filter(({ doneTime }) => doneTime === undefined);

const countExtent = ({ undone }: Replay, wanted: Erasure['extent']): number =>
  undone.filter(({ extent }) => extent === wanted).length;

/** The same for scripts. */
const toReplayData = (replay: Replay) => ({
  accountId: replay.account.id,
  unfinished: pickUndone(replay).map(describeUndoneData),
  unlisted: replay.unlisted.length,
  evidence: countExtent(replay, 'evidence'),
  everything: countExtent(replay, 'everything'),
});

const toRow = (replay: Replay): Row => ({
  account: replay.account.name,
  'to finish': pickUndone(replay).length,
  'to list': replay.unlisted.length,
  'to erase': countExtent(replay, 'evidence'),
  'with everything': countExtent(replay, 'everything'),
});

/** The plan, for people. */
const describeReplay = (replays: readonly Replay[]): string =>
  [
    toTable(replays.map(toRow), '').text,
    'These consents were erased, or were about to be, but the table still has them. They are erased again, each with its listed time and extent.',
  ].join('\n\n');
