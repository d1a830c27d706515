import type { Publisher } from '../../../shared/log/publication.ts';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import { makeConsents } from '../../../test/support/made-consents.ts';
import type { MemoryTable } from '../../../test/support/memory-table.ts';
import type { Damage, Ground } from './damage.ts';
import type { Change, History } from './history.ts';
import { newSigner, playHistory, toTable } from './register.ts';

/** Another past: a consent that never was, one that is gone, or one that says something else from the beginning. */
const rewrite = ({ random, history }: Ground): { readonly changes: readonly Change[]; readonly from: number } => {
  const recorded = history.changes.filter(
    ({ old, now }) => old === undefined && now?.PK.includes('#CONSENT#') && now.proofId === undefined,
  );
  const { now: target, at } = random.pick(recorded.slice(20));
  if (target === undefined) throw new Error('There is nothing to rewrite.');
  const isOf = (change: Change): boolean => (change.now ?? change.old)?.SK === target.SK;
  const sharers = history.changes.filter(({ now }) => now?.proofId === target.SK);
  const from = at.getTime();
  if (sharers.length === 0 && random.chance(0.5))
    return { from, changes: history.changes.filter((change) => !isOf(change)) };
  const [forged] = makeConsents(random, {
    now: at,
    email: 'forged@example.com',
    versions: [{ pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) }],
  });
  const place = history.changes.findIndex(isOf);
  return { from, changes: history.changes.toSpliced(place, 0, { at, now: forged }) };
};

const replace = (log: MemoryTable, by: MemoryTable): void => {
  for (const item of log.items()) log.remove(item);
  for (const item of by.items()) log.put(item);
};

const apply = ({ register }: Ground, history: Pick<History, 'changes' | 'others'>, log: MemoryTable): void => {
  replace(register.table, toTable(history));
  replace(register.log, log);
};

/** @param sign with which key, and whether the checkpoints keep their times */
const rewriteAll = (
  kind: string,
  findable: Damage['findable'],
  sign: (ground: Ground) => { readonly key: Publisher['key']; readonly keepsTimes: boolean },
): Damage => ({
  kind,
  findable,
  make: async (ground) => {
    const { changes, from } = rewrite(ground);
    const { key, keepsTimes } = sign(ground);
    const history = { ...ground.history, changes };
    const { log } = await playHistory(history, key, keepsTimes ? undefined : from - 1);
    apply(ground, history, log);
    return [];
  },
});

/** Blocks, tiles and index anew; the checkpoints stay as they were signed. */
const rewriteUnderCheckpoints: Damage = {
  kind: 'rewrite the log from a day on, under its checkpoints',
  findable: 'always',
  make: async (ground) => {
    const { changes } = rewrite(ground);
    const history = { ...ground.history, changes };
    const { log } = await playHistory(history, ground.key);
    const { PK } = logKeyOf.checkpoint('');
    for (const item of log.items()) if (item.PK === PK) log.remove(item);
    for (const item of ground.register.log.items()) if (item.PK === PK) log.put(item);
    apply(ground, history, log);
    return [];
  },
};

/** The register as it was at a checkpoint. */
const cutEnd: Damage = {
  kind: 'cut the end of the log and of the table',
  findable: 'anchors',
  make: async (ground) => {
    const { random, history, key } = ground;
    const end = new Date(random.pick(history.changes.slice(60, -60)).at.getTime());
    const changes = history.changes.filter(({ at }) => at < end);
    const { log } = await playHistory({ changes, end }, key, end.getTime() - 13 * 3_600_000);
    const { PK } = logKeyOf.checkpoint('');
    const last = log
      .items()
      .filter((item) => item.PK === PK)
      .map(({ SK }) => numberIn(SK))
      .sort((a, b) => a - b)
      .at(-1);
    if (last !== undefined) log.remove(logKeyOf.checkpoint(last));
    apply(ground, { ...history, changes }, log);
    return [];
  },
};

/** What is done to the log as a whole. */
export const wholeDamages: readonly Damage[] = [
  rewriteUnderCheckpoints,
  rewriteAll('rewrite the log from a day on, and have the job sign its end', 'anchors', ({ key }) => ({
    key,
    keepsTimes: false,
  })),
  rewriteAll('rewrite the log with its key, all checkpoints at their times', 'anchors', ({ key }) => ({
    key,
    keepsTimes: true,
  })),
  rewriteAll('rewrite the log with a key of one’s own', 'anchors', () => ({ key: newSigner(), keepsTimes: true })),
  cutEnd,
];
