import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { LogEntry } from '../../../shared/accounts/operations-log.ts';
import { listLogEntries } from '../../../shared/accounts/operations-log.ts';
import { command, looks } from '../command.ts';
import { toTable } from '../output.ts';

const describe = ({ at, by, command, target, reason }: LogEntry) => ({
  at,
  by,
  command,
  target: Object.entries(target)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
  reason,
});

const toLimit = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return Number(text);
};

const list = command(
  'list',
  'Lists who changed what, when and why, the latest first',
  'log list --limit 20 --stage prod',
)
  .option('--limit <number>', 'how many at most', toLimit, 100)
  .action(
    looks(async ({ table }, { limit }) => {
      const entries = await listLogEntries(table, limit);
      return toTable(entries.map(describe), 'Nothing has been changed by these commands yet.', entries);
    }),
  );

export const log = command(
  'log',
  'The operations log: every change by these commands',
  'log list --stage prod',
).addCommand(list);
