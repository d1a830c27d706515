import { parseBlock, toBlockItem } from '../../../shared/log/blocks.ts';
import { planIndex } from '../../../shared/log/leaf-index.ts';
import type { Leaf, LogEvent } from '../../../shared/log/log-event.ts';
import type { Publisher } from '../../../shared/log/publication.ts';
import type { Item, Key } from '../../../shared/store/client.ts';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import { makeConsents } from '../../../test/support/made-consents.ts';
import type { MemoryTable } from '../../../test/support/memory-table.ts';
import type { Damage, Ground } from './damage.ts';
import { changeUnseen, consentsOf, flip, isWhole } from './damage.ts';
import type { Change, History } from './history.ts';
import { newSigner, playHistory, toTable } from './register.ts';

type Stored = Item & Key;

const inPartition = ({ register }: Ground, fits: (partition: string) => boolean): Stored[] =>
  register.log.items().filter(({ PK }) => fits(PK));

const blocksOf = (ground: Ground): Stored[] => inPartition(ground, (PK) => PK === logKeyOf.block('').PK);
const isEntries = (PK: string): boolean => PK === logKeyOf.entries('').PK;
const isTile = (PK: string): boolean => PK.startsWith('TILE#');
const isIndex = (PK: string): boolean => PK.startsWith('INDEX#');
const isCheckpoint = (PK: string): boolean => PK === logKeyOf.checkpoint('').PK;

const at = (kind: string, make: (ground: Ground) => void, findable: Damage['findable'] = 'always'): Damage => ({
  kind,
  findable,
  make: async (ground) => {
    make(ground);
    return [];
  },
});

const editBlock = (kind: string, edit: (leaves: Leaf[], ground: Ground) => Leaf[]): Damage =>
  at(kind, (ground) => {
    const block = parseBlock(ground.random.pick(blocksOf(ground)));
    ground.register.log.put(toBlockItem({ ...block, leaves: edit([...block.leaves], ground) }) as Stored);
  });

const change = (
  kind: string,
  fits: (partition: string) => boolean,
  edit: (item: Stored, ground: Ground) => Item,
): Damage =>
  at(kind, (ground) => {
    const item = ground.random.pick(inPartition(ground, fits));
    ground.register.log.put({ ...item, ...edit(item, ground) });
  });

const remove = (kind: string, fits: (partition: string) => boolean, findable: Damage['findable'] = 'always'): Damage =>
  at(kind, (ground) => ground.register.log.remove(ground.random.pick(inPartition(ground, fits))), findable);

const cut = (bytes: unknown): Uint8Array => (bytes as Uint8Array).subarray(0, (bytes as Uint8Array).length - 32);

/** One character of a note by another. */
const spoil = (note: unknown, { random }: Ground): string => {
  const text = String(note);
  const place = random.below(text.length);
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
};

/** Writes the index anew from what blocks say. */
const writeIndexAnew = (ground: Ground): void => {
  const { log } = ground.register;
  const events = blocksOf(ground)
    .map(parseBlock)
    .sort((one, other) => one.first - other.first)
    .flatMap(({ leaves }) => leaves.map(({ event }) => event));
  const sizes = inPartition(ground, isCheckpoint).map(({ SK }) => numberIn(SK));
  for (const item of inPartition(ground, isIndex)) log.remove(item);
  let first = 0;
  for (const treeSize of sizes.sort((one, other) => one - other)) {
    for (const item of planIndex(events.slice(first, treeSize), { first, treeSize })) log.put(item);
    first = treeSize;
  }
};

/** Deletes a consent, and gives its leaf another event: the tree has the entry of a leaf, and not its event. */
const hideDeleted = (
  kind: string,
  hide: (event: LogEvent, removed: string) => LogEvent,
  findable: Damage['findable'] = 'always',
): Damage => ({
  kind: `delete a consent, and ${kind}`,
  findable,
  make: async (ground) => {
    const { register, random } = ground;
    const all = consentsOf(
      ground,
      (item) => isWhole(item) && item.revokeTime === undefined && item.proof !== undefined,
    );
    const keepers = new Set(consentsOf(ground).map(({ proofId }) => proofId));
    const isOf =
      ({ SK }: Stored) =>
      (leaf: Leaf) =>
        leaf.event.id === SK;
    const old = random.pick(all.filter(({ SK }) => !keepers.has(SK)));
    const block = blocksOf(ground)
      .map(parseBlock)
      .find(({ leaves }) => leaves.some(isOf(old)));
    if (block === undefined) throw new Error('The log does not have the consent.');
    const leavesOfAll = blocksOf(ground).flatMap((item) => parseBlock(item).leaves);
    const removed = leavesOfAll.find(
      ({ event: { kind: removal, id } }) =>
        removal === 'removed' && !leavesOfAll.some((leaf) => leaf.event.kind === 'revoked' && leaf.event.id === id),
    );
    const leaves = block.leaves.map((leaf) =>
      isOf(old)(leaf) ? { ...leaf, event: hide(leaf.event, removed?.event.id ?? '') } : leaf,
    );
    changeUnseen(register, old, undefined);
    register.log.put(toBlockItem({ ...block, leaves }) as Stored);
    writeIndexAnew(ground);
    return [];
  },
});

/** What is done to single items of the log table. */
export const logDamages: readonly Damage[] = [
  hideDeleted('take the account from its leaf', ({ account: _, ...event }) => event),
  hideDeleted('call its leaf a revocation', (event) => ({ ...event, kind: 'revoked', id: '9'.repeat(32) })),
  hideDeleted('call its leaf a revocation of an erased one', (event, id) => ({ ...event, kind: 'revoked', id }), {
    never: 'nothing is left of a consent that was erased with everything, so nothing shows whose a leaf is',
  }),
  editBlock('edit an entry of a block', ([first, ...rest], { random }) =>
    first === undefined ? rest : [{ ...first, entry: flip(first.entry, random) }, ...rest],
  ),
  editBlock('edit an event of a block', ([first, ...rest]) =>
    first === undefined ? rest : [{ ...first, event: { ...first.event, time: first.event.time - 1 } }, ...rest],
  ),
  editBlock('put a leaf into a block', (leaves, { random }) => {
    const [first] = leaves;
    if (first === undefined) return leaves;
    return [...leaves, { event: { ...first.event, id: '9'.repeat(32) }, entry: flip(first.entry, random) }];
  }),
  change(
    'tell another time of a block',
    (PK) => PK === logKeyOf.block('').PK,
    ({ SK }) => ({
      appendedAt: SK === logKeyOf.block(0).SK ? Date.parse('2027-01-01') : 1,
    }),
  ),
  change(
    'spoil a block',
    (PK) => PK === logKeyOf.block('').PK,
    ({ events }, { random }) => ({ events: flip(events, random) }),
  ),
  remove('delete a block', (PK) => PK === logKeyOf.block('').PK),
  at('put a block between', (ground) => {
    const block = parseBlock(ground.random.pick(blocksOf(ground)));
    ground.register.log.put(toBlockItem({ ...block, first: block.first + 5_000 }) as Stored);
  }),
  change('edit entries of a tile', isEntries, ({ hashes }, { random }) => ({ hashes: flip(hashes, random) })),
  change('cut entries of a tile', isEntries, ({ hashes }) => ({ hashes: cut(hashes) })),
  remove('delete entries of a tile', isEntries),
  change('edit a tile', isTile, ({ hashes }, { random }) => ({ hashes: flip(hashes, random) })),
  change('cut a tile', isTile, ({ hashes }) => ({ hashes: cut(hashes) })),
  remove('delete a tile', isTile),
  change('edit the index', isIndex, ({ rows }, { random }) => ({ rows: flip(rows, random) })),
  change('edit which checkpoint the index names', isIndex, ({ treeSize }) => ({ treeSize: Number(treeSize) + 1 })),
  remove('delete an item of the index', isIndex),
  at('put another item into the index', (ground) => {
    const item = ground.random.pick(inPartition(ground, isIndex));
    ground.register.log.put({ ...item, SK: `${item.SK}1`, rows: flip(item.rows, ground.random) });
  }),
  change('edit a checkpoint', isCheckpoint, ({ note }, ground) => ({ note: spoil(note, ground) })),
  change('put another checkpoint in the place of one', isCheckpoint, ({ SK }, ground) => {
    const others = inPartition(ground, isCheckpoint).filter((other) => other.SK !== SK);
    return { note: ground.random.pick(others).note };
  }),
  remove('delete a checkpoint', isCheckpoint),
  at(
    'delete a checkpoint, and write the index anew',
    (ground) => {
      const [, ...before] = inPartition(ground, isCheckpoint).sort((one, other) => (one.SK < other.SK ? 1 : -1));
      ground.register.log.remove(ground.random.pick(before));
      writeIndexAnew(ground);
    },
    'anchors',
  ),
];

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
