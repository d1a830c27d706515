import pMap from 'p-map';
import { appendLeaves } from '../../shared/log/blocks.ts';
import { addCheckpoint, findLastCheckpoint } from '../../shared/log/checkpoints.ts';
import type { CountSite } from '../../shared/log/counts.ts';
import { countEvents } from '../../shared/log/counts.ts';
import { leavesOfItem } from '../../shared/log/feed.ts';
import type { Wrapping } from '../../shared/log/keys.ts';
import { nameLog, openSigningKey } from '../../shared/log/keys.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import { signCheckpoint } from '../../shared/log/note.ts';
import { scanEvidence } from '../../shared/log/scan-evidence.ts';
import { openGrowingTree } from '../../shared/log/tiles.ts';
import { atOnce } from '../../shared/runtime/retry.ts';
import type { Table } from '../../shared/store/table.ts';

/** Milliseconds within which what happens comes into one checkpoint, as the job would have made it. */
const together = 15 * 60_000;

const readLeaves = async (table: Table): Promise<Leaf[]> => {
  const leaves: Leaf[] = [];
  for await (const page of scanEvidence(table, 1)) leaves.push(...page.flatMap(leavesOfItem));
  return leaves.sort((one, other) => one.event.time - other.event.time);
};

/** Leaves in the order of their times, a list for each checkpoint. */
const groupByTime = (leaves: readonly Leaf[]): Leaf[][] => {
  const groups: Leaf[][] = [];
  for (const leaf of leaves) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && leaf.event.time < first.event.time + together) groups.at(-1)?.push(leaf);
    else groups.push([leaf]);
  }
  return groups;
};

/**
 * Makes the log of new demo data with the checkpoints that the jobs would have made in the year of the data. Otherwise each document of
 * the demo would leave a doubt, and rightly so. All is written at once: the jobs read what the tables have before each checkpoint, which takes a
 * second. Checkpoints come last, so that an interrupted start is repeated. A log that has one stays as it is.
 */
export const logDemo = async (
  { log, table }: CountSite,
  { encryptionKey, stage }: Wrapping,
  now: Date,
): Promise<void> => {
  if ((await findLastCheckpoint(log)) !== undefined) return;
  const [key, leaves, tree] = await Promise.all([
    openSigningKey(log, 'checkpoints', { encryptionKey, stage }),
    readLeaves(table),
    openGrowingTree(log, 0),
  ]);
  const signer = {
    key: { name: nameLog(stage, key.publicKey), publicKey: key.publicKey },
    sign: key.sign,
  };
  const checkpoints = groupByTime(leaves).map((group) => {
    for (const { entry } of group) tree.append(entry);
    const size = tree.size();
    const time = new Date(Math.min((group.at(-1)?.event.time ?? 0) + together, now.getTime()));
    return { size, note: signCheckpoint({ size, root: tree.root(), time }, signer) };
  });
  const events = leaves.map(({ event }) => event);
  await Promise.all([
    tree.write(log),
    countEvents({ log, table })(events, { from: 0, to: events.length }),
    appendLeaves(log, leaves, now),
  ]);
  await pMap(checkpoints, ({ size, note }) => addCheckpoint(log, size, note), atOnce);
};
