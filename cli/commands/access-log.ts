import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { ListedAccess } from '../../shared/consents/access.ts';
import { listAccesses } from '../../shared/consents/access.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { command, looks } from '../action.ts';
import { accountOption, beginsId, chooseAccountOrOnly } from '../choose.ts';
import { fromOption, limitOption, toPeriod, untilOption } from '../input/values.ts';
import { watchReading } from '../output/progress.ts';
import { csvOption, listRows } from '../output/rows.ts';

const toUserId = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Give the number of a user, such as 2.');
  return Number(text);
};

const toConsentId = (text: string): string => {
  if (!beginsId(text)) throw new InvalidArgumentError('Give the id of a consent, or its first 16 characters.');
  return text;
};

const columns = ['time', 'user', 'operation', 'consents', 'consentId'] as const;

const toRow = ({ time, userId, operation, consentIds }: ListedAccess) => ({
  time: formatTime(time),
  user: userId,
  operation,
  consents: consentIds.length,
  consentId: `${consentIds[0] ?? ''}${consentIds.length > 1 ? ` and ${consentIds.length - 1} more` : ''}`,
});

const list = command(
  'list',
  'Lists who looked at which consents and when, the latest first, where the stage has the option `accessLog`. `search`, `list`, `due` and `evidence` are the operations that show what consents hold',
  'access-log list --consent 01a203b847867fd1bb46680a628c6caf --from 2026-11 --stage prod',
)
  .option('--user <id>', 'only what the user with this number looked at; `user list` has the numbers', toUserId)
  .option(
    '--consent <id>',
    'only who looked at this consent; `person show` has the ids of a person, `person erased` those erased',
    toConsentId,
  )
  .option(...fromOption)
  .option(...untilOption)
  .option(...limitOption)
  .option(...csvOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, { user: userId, consent: consentId, from, until, limit, csv, account }) => {
      const { id } = await chooseAccountOrOnly(table, account);
      const filter = { ...toPeriod({ from, until }), userId, consentId };
      const pages = watchReading(async function* read(onRead) {
        for await (const page of listAccesses(table, id, filter, now)) {
          onRead(page.length);
          yield page;
        }
      }, 'entries read');
      return listRows({
        pages,
        limit,
        csv,
        columns,
        toRow,
        toData: ({ time, consentIds, ...entry }) => ({ time, ...entry, consents: consentIds.length, consentIds }),
        none: 'No entry fits. Entries are kept while the stage has the option `accessLog`, for two years.',
      });
    }),
  );

export const accessLog = command(
  'access-log',
  'The access log: who looked at which consents (option `accessLog`)',
  'access-log list --stage prod',
).addCommand(list);
