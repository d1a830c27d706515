import * as v from 'valibot';
import { shortDigest } from '../../runtime/digest.ts';
import { logKeyOf } from '../../store/keys.ts';
import { getItem } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { write } from '../../store/write.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import type { StoredCheckpoint } from '../checkpoints.ts';
import { findLastCheckpoint, readCheckpoints } from '../checkpoints.ts';
import { DamagedLog } from '../tiles.ts';
import type { Detail } from './event-bus.ts';
import { openEventBus, putEvents } from './event-bus.ts';

/** The last announced checkpoint. */
const Told = v.object({
  size: v.number(),
  /** Such as `2026-11-23`. */
  day: v.string(),
});
type Told = v.InferOutput<typeof Told>;

/** The event of a checkpoint: the signed note, unchanged, and its content. */
interface CheckpointEvent extends Detail {
  readonly id: string;
  readonly time: string;
  readonly size: number;
  readonly note: string;
}

const tell = (type: string, { size, note }: StoredCheckpoint, time: string): CheckpointEvent => ({
  id: shortDigest(type, note).toString('hex'),
  type,
  time,
  size,
  note,
});

/** The checkpoints that are not announced yet. If none ever was, it begins with the last one. */
const findUntold = async (log: Table, told: Told | undefined): Promise<StoredCheckpoint[]> => {
  if (told !== undefined) return Array.fromAsync(readCheckpoints(log, told.size));
  const last = await findLastCheckpoint(log);
  return last === undefined ? [] : [last];
};

const remember = async (log: Table, told: Told): Promise<void> => {
  await write(log, {
    put: { ...logKeyOf.announced(), ...told },
    condition: 'attribute_not_exists(PK) OR #size < :size',
    names: { '#size': 'size' },
    values: { ':size': told.size },
  });
};

/**
 * Puts each new checkpoint on the bus as `checkpoint.published`, and the first of a UTC day also as `checkpoint.daily`.
 * If one fails, the next run puts it.
 *
 * @param bus name or ARN. Without one nothing is announced
 */
export const announceCheckpoints = async (log: Table, bus: string | undefined): Promise<void> => {
  if (bus === undefined) return;
  const item = await getItem(log, logKeyOf.announced());
  let told = item && v.parse(Told, item);
  const events: CheckpointEvent[] = [];
  for (const checkpoint of await findUntold(log, told)) {
    const time = parseCheckpoint(checkpoint.note)?.time.toISOString();
    if (time === undefined) throw new DamagedLog(`The checkpoint of ${checkpoint.size} leaves is damaged.`);
    const day = time.slice(0, 10);
    events.push(tell('checkpoint.published', checkpoint, time));
    const lastDay = told?.day ?? '';
    if (day > lastDay) events.push(tell('checkpoint.daily', checkpoint, time));
    told = { size: checkpoint.size, day: day > lastDay ? day : lastDay };
  }
  if (events.length === 0 || told === undefined) return;
  await putEvents(openEventBus(bus), events);
  await remember(log, told);
};
