import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import { openAnnouncing } from '../../shared/log/events/announcing.ts';
import type { LogEvent } from '../../shared/log/log-event.ts';
import { readPublicKey } from '../../shared/log/signing-keys.ts';
import { CommandError } from '../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import { note } from '../printing/output.ts';
import { beginProgress, countEach, countOf } from '../printing/progress.ts';
import { needAnnouncement } from '../stage/announcement.ts';
import { needLog } from '../stage/log.ts';
import { askFirst } from '../terminal.ts';
import { fromOption, toPeriod, untilOption } from '../typed/period.ts';
import { countEvents, readEvents } from './appended.ts';
import { noKey } from './cli-admin-events-keys.ts';

const describe = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([type, count]) => countOf(count, type)).join(', ');

export const resend = changingCommand(
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
      const progress = beginProgress((count) => countOf(count, 'events sent'));
      const putAll = async (events: readonly LogEvent[]): Promise<void> => {
        put += await announce(events);
        progress.advance(events.length);
        saySoFar(`${countOf(put, 'of them')} were sent again. The same command sends all of them again.`);
      };
      try {
        for await (const events of readEvents(log, found.first, period)) await putAll(events);
      } finally {
        progress.end();
      }
      return {
        data: { events: put, ...Object.fromEntries(found.counts) },
        text: `Sent again: ${countEach(put, 'event')}.`,
      };
    }),
  );
