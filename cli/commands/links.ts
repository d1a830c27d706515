import { InvalidArgumentError } from '@commander-js/extra-typings';
import { endLinks, findAccount } from '../../shared/identity/account.ts';
import { dayMilliseconds, dayOf, isDay } from '../../shared/runtime/time.ts';
import { changes, changingCommand, command } from '../action.ts';
import { accountOption, chooseAccountOrOnly } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { askFirst } from '../input/terminal.ts';
import { note } from '../output/print.ts';
import { toDetails } from '../output/rows.ts';

const toDay = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day in UTC, such as 2026-03-01.');
  return text;
};

const end = changingCommand(
  'end',
  'Makes all links for people void that an account made before a day, also those in mails',
  "links end --before 2026-03-01 --stage prod --reason 'a mailing list leaked'",
)
  .requiredOption('--before <day>', 'a day in UTC, at most tomorrow: links made on it and later go on working', toDay)
  .option(...accountOption)
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, { before, account: named, yes = false }) => {
      const tomorrow = dayOf(work.now.getTime() + dayMilliseconds);
      if (before > tomorrow) {
        throw new CommandError(`--before may be tomorrow, ${tomorrow}, at the latest.`, 'usage');
      }
      const { id, name, linksEndBefore = '' } = await chooseAccountOrOnly(work.table, named);
      const isLater = before > linksEndBefore;
      if (isLater) {
        await askFirst(
          `Nobody can open a link any more that account "${name}" on ${work.stage.label} made before ${before}, or unsubscribe by one.${before === tomorrow ? ' Until then it can make none.' : ''} Nothing brings these links back. Go on?`,
          yes,
        );
      }
      const isDone = isLater && (await endLinks(work.table, id, before, work.newChange()));
      if (!isDone) note('The links of these days are void already. Nothing was changed.');
      const account = await findAccount(work.table, id);
      return toDetails({ account: id, name, linksEndBefore: account?.linksEndBefore });
    }),
  );

export const links = command(
  'links',
  'Links for people: to see what they agreed to, to withdraw, to unsubscribe',
  'links end --before 2026-03-01 --stage prod',
).addCommand(end);
