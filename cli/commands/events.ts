import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import type { Announcement } from '../../shared/log/announcing.ts';
import { openAnnouncing, toEventKeySet } from '../../shared/log/announcing.ts';
import { readBlocks, readBlocksBack } from '../../shared/log/blocks.ts';
import { typeOf } from '../../shared/log/event-schemas.ts';
import { readPublicKey } from '../../shared/log/keys.ts';
import type { LogEvent } from '../../shared/log/log-event.ts';
import type { Period } from '../../shared/runtime/time.ts';
import type { Table } from '../../shared/store/table.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { CommandError, setInterruptionNote } from '../errors.ts';
import { askFirst } from '../input/terminal.ts';
import { fromOption, toPeriod, untilOption } from '../input/values.ts';
import { writeNewFile } from '../output/files.ts';
import { note } from '../output/print.ts';
import { countEach, countOf, withProgress } from '../output/progress.ts';
import { toTable } from '../output/rows.ts';
import { isTableAlone, needLog, notOfTableAlone } from '../stage/open-table.ts';
import type { Stage } from '../stage/stage.ts';

const describe = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([type, count]) => countOf(count, type)).join(', ');

const resend = changingCommand(
  'resend',
  'Sends the events of a period to the event bus again, in log order, after a fault of a receiver, a rule or the bus',
  "events resend --from 2026-11-22 --until 2026-11-22 --stage prod --reason 'the CRM was down'",
)
  .requiredOption(
    fromOption[0],
    'start of the period: a month, a day or a time in UTC, when the log received the events',
    fromOption[2],
  )
  .option(...untilOption)
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async ({ stage, table, newChange }, { from, until, yes = false }) => {
      const period = toPeriod({ from, until });
      const [log, announcement] = [needLog(stage), needAnnouncement(stage)];
      const announce = openAnnouncing(log, announcement);
      const found = await countEvents(log, period);
      if (found.events === 0) return { data: { events: 0 }, text: '', remark: 'The log has no events in that period.' };
      if ((await readPublicKey(log, 'events')) === undefined) throw new CommandError(noKey, 'refused');
      note(`Found: ${describe(found.counts)}`);
      await askFirst(`Send ${countEach(found.events, 'event')} to the bus ${announcement.bus} again?`, yes);
      await writeLogEntry(table, newChange(), { bus: announcement.bus, events: found.events });
      let put = 0;
      await withProgress('events sent', async (advance) => {
        for await (const events of readEvents(log, found.first, period)) {
          put += await announce(events);
          advance(events.length);
          setInterruptionNote(
            `sent again so far: ${put.toLocaleString('en')}. The same command sends all of them again.`,
          );
        }
      });
      return {
        data: { events: put, ...Object.fromEntries(found.counts) },
        text: `Sent again: ${countEach(put, 'event')}.`,
      };
    }),
  );

/** The message before the first event, which makes the key. Commands make none. */
const noKey = 'No key signs events yet. The first event creates it: record a consent, then try again.';

const keys = command(
  'keys',
  'Lists the public key that verifies events',
  'events keys --out event-keys.json --stage prod',
)
  .option('--out <file>', 'write the key file, a JWK set for programs that receive events, to a new file')
  .action(
    looks(async ({ stage }, { out }) => {
      const publicKey = await readPublicKey(needLog(stage), 'events');
      const { keys } = publicKey === undefined ? { keys: [] } : await toEventKeySet(publicKey);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(noKey, 'notFound');
        await writeNewFile(out, `${JSON.stringify({ keys }, undefined, 2)}\n`);
        note(`Written to ${out}`);
      }
      return toTable(
        keys.map(({ kid, alg, x }) => ({ key: kid, algorithm: alg, publicKey: x })),
        noKey,
        keys,
      );
    }),
  );

/** Counts the events of a period in the log. It reads blocks from the last one back, until the start of the period. */
const countEvents = async (log: Table, { from, before }: Period): Promise<Appended> => {
  const counts = new Map<string, number>();
  let [start, events] = [0, 0];
  for await (const { first, appendedAt, leaves } of readBlocksBack(log)) {
    if (from !== undefined && appendedAt < from.getTime()) break;
    if (before !== undefined && appendedAt >= before.getTime()) continue;
    start = first;
    for (const { event } of leaves) {
      const type = typeOf(event);
      if (type === undefined) continue;
      counts.set(type, (counts.get(type) ?? 0) + 1);
      events += 1;
    }
  }
  return { first: start, events, counts };
};

/**
 * The event bus, for a command that needs one.
 *
 * @throws CommandError usage for a table alone, unreachable when events are off
 */
const needAnnouncement = (stage: Stage): Announcement => {
  const { announcement, label } = stage;
  if (announcement !== undefined) return announcement;
  if (isTableAlone(stage)) throw notOfTableAlone('where its events go');
  throw new CommandError(
    `Events are off for ${label}. Deploy the stage again with "events": true to switch them on (docs/integrate.md, Events).`,
    'unreachable',
  );
};

export const events = command(
  'events',
  'Events: messages to other programs about consents and notices',
  'events keys --out event-keys.json --stage prod',
)
  .addCommand(keys)
  .addCommand(resend);

/** What events say of a period, as the log has it. */
export interface Appended {
  /** Index of the first leaf of the period. */
  readonly first: number;
  readonly events: number;
  /** By type. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The events of a period, block by block. @param first index of its first leaf */
async function* readEvents(log: Table, first: number, { before }: Period): AsyncGenerator<readonly LogEvent[]> {
  for await (const { appendedAt, leaves } of readBlocks(log, first)) {
    if (before !== undefined && appendedAt >= before.getTime()) return;
    yield leaves.map(({ event }) => event);
  }
}
