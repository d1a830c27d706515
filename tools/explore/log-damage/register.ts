import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeptCheckpoint } from '../../../shared/log/auditing/check-kept.ts';
import { feed } from '../../../shared/log/feeding.ts';
import type { Publisher } from '../../../shared/log/publication.ts';
import { publishNext } from '../../../shared/log/publication.ts';
import type { Table } from '../../../shared/store/client.ts';
import { toStreamRecord } from '../../../test/support/made-consents.ts';
import type { MemoryTable } from '../../../test/support/memory-table.ts';
import { newMemoryTable } from '../../../test/support/memory-table.ts';
import type { Change, History } from './history.ts';

/** A register as it lies in tables, and what is kept outside of them. */
export interface Register {
  readonly table: MemoryTable;
  readonly log: MemoryTable;
  readonly erasures: MemoryTable;
  readonly anchors: readonly KeptCheckpoint[];
  readonly now: Date;
}

export const origin = 'log-damage';

export const newSigner = (): Publisher['key'] => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { privateKey, publicKey: raw, sign: (bytes) => sign(null, bytes, privateKey) };
};

const every = 12 * 3_600_000;

/** Publishes all that was appended. */
export const publishAll = async (log: Table, key: Publisher['key'], now: Date): Promise<string[]> => {
  const notes: string[] = [];
  for (;;) {
    const checkpoint = await publishNext({ log, origin, key }, now);
    if (checkpoint === undefined) return notes;
    notes.push(checkpoint.note);
  }
};

/** What happened, as the job takes it. */
export const takeChange = async (log: Table, { old, now, at }: Change, serial: number, clock = at): Promise<void> => {
  await feed(log, [toStreamRecord({ old, now }, at, serial)], clock);
};

/**
 * Makes a log of what happened, with two checkpoints a day. @param quietFrom from then on there is no checkpoint until the end
 *
 * @returns it with its checkpoints
 */
export const playHistory = async (
  { changes, end }: Pick<History, 'changes' | 'end'>,
  key: Publisher['key'],
  quietFrom = Number.POSITIVE_INFINITY,
): Promise<{ readonly log: MemoryTable; readonly notes: readonly string[] }> => {
  const log = newMemoryTable();
  const notes: string[] = [];
  let next = (changes[0]?.at.getTime() ?? 0) + every;
  for (const [serial, change] of changes.entries()) {
    for (; change.at.getTime() > next; next += every)
      if (next < quietFrom) notes.push(...(await publishAll(log, key, new Date(next))));
    await takeChange(log, change, serial);
  }
  notes.push(...(await publishAll(log, key, end)));
  return { log, notes };
};

/** The table after all that happened. */
export const toTable = ({ changes, others }: Pick<History, 'changes' | 'others'>): MemoryTable => {
  const table = newMemoryTable(others);
  for (const { old, now } of changes) {
    if (now !== undefined) table.put(now);
    else if (old !== undefined) table.remove(old);
  }
  return table;
};

export const makeRegister = async (history: History, key: Publisher['key']): Promise<Register> => {
  const { log, notes } = await playHistory(history, key);
  const anchors = notes.map((note, i) => ({ from: `anchor ${i + 1}`, isAnchor: true, note }));
  return { log, anchors, table: toTable(history), erasures: newMemoryTable(history.erasures), now: history.end };
};

export const copyRegister = ({ table, log, erasures, ...rest }: Register): Register => ({
  table: table.copy(),
  log: log.copy(),
  erasures: erasures.copy(),
  ...rest,
});
