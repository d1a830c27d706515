import type { Account } from '../../../shared/accounts/account.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { identifierPattern } from '../../../shared/identifier.ts';
import { CommandError } from '../../command-error.ts';
import { nameSpan } from '../../wording/consent-state.ts';
import { chooseAccounts } from '../account/choice.ts';
import { command, looks, programName } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import { note } from '../printing/output.ts';
import { toTimeSpan } from '../typed/time-span.ts';
import { describeConsent } from './view.ts';

/** @throws CommandError usage when it cannot be the id of a consent */
const checkId = (text: string): string => {
  const id = text.trim();
  if (identifierPattern.test(id)) return id;
  throw new CommandError('The id of a consent has 32 characters, each 0 to 9 or a to f.', 'usage');
};

const refuseUnknown = (id: string, [account]: readonly Account[], chosen: string | undefined): CommandError => {
  const says =
    chosen === undefined || account === undefined
      ? `There is no consent ${id}. \`consent list --person email=...\` finds those of a person.`
      : `Account "${account.name}" has no consent ${id}. Without --account all accounts are looked through.`;
  return new CommandError(says, 'notFound');
};

/** The command that shows the same again, but for where it works and where the page is written. */
const nameCommand = ({ id, state }: Statement, isAt: boolean): string =>
  [programName, 'consent', 'show', id, ...(isAt ? ['--at', nameSpan(state).replace(' ', 'T')] : [])].join(' ');

export const show = command(
  'show',
  'Shows all that is held of one consent: whether it holds, what was agreed to, by whom, when and how',
  'consent show 019a0000000070008000000000000001 --at 2026-11-22 --html consent.html --stage prod',
)
  .argument('<id>', 'id of the consent')
  .option(
    '--at <time>',
    'a day or a time in UTC, such as 2026-11-22 or 2026-11-22T14:30: whether it held then',
    toTimeSpan,
  )
  .option('--html <file>', 'write it to an HTML file as well, to be read, printed and filed')
  .option('--account <account>', 'id or name; all are looked through without it')
  .action(
    looks(async ({ table, now, stage }, text, { at, html, account }) => {
      const id = checkId(text);
      const accounts = await chooseAccounts(table, account);
      const owned = await findOwned(table, accounts, id);
      if (owned === undefined) throw refuseUnknown(id, accounts, account);
      const statement = toStatement(await readHoldings(table, owned), now, at);
      if (html !== undefined) {
        const { renderConsentPage } = await import('../../pages/consent/consent-page.ts');
        const made = { command: nameCommand(statement, at !== undefined), place: stage.label };
        await writeNewFile(html, renderConsentPage(statement, made));
        note(`Written to ${html}`);
      }
      return { data: statement, text: describeConsent(statement) };
    }),
  );
