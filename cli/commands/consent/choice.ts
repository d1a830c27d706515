import type { Account } from '../../../shared/identity/account.ts';
import type { Holdings } from '../../../shared/evidence/holdings.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { identifierPattern } from '../../../shared/identifier.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';
import { chooseAccounts } from '../account/choice.ts';
import { toTimeSpan } from '../../typed/time-span.ts';

/** The argument and options of a command about one consent. */
export const consentArgument = ['<id>', 'id of the consent'] as const;

export const atOption = [
  '--at <time>',
  'a day or time in UTC, such as 2026-11-22 or 2026-11-22T14:30; says whether the consent was in force then',
  toTimeSpan,
] as const;

export const anyAccountOption = ['--account <account>', 'id or name (default: search all accounts)'] as const;

/** @throws CommandError usage when it cannot be the id of a consent */
const checkId = (text: string): string => {
  const id = text.trim();
  if (identifierPattern.test(id)) return id;
  throw new CommandError(
    'The id of a consent has 32 characters, each 0 to 9 or a to f. Check the id that you typed.',
    'usage',
  );
};

const refuseUnknown = (id: string, [account]: readonly Account[], chosen: string | undefined): CommandError => {
  const says =
    chosen === undefined || account === undefined
      ? `There is no consent ${id}. \`consent list --person email=...\` finds the consents of a person.`
      : `Account "${account.name}" has no consent ${id}. Leave --account out to search all accounts.`;
  return new CommandError(says, 'notFound');
};

/**
 * Everything recorded about the consent, in the named account or in any.
 *
 * @param text the id as typed
 * @throws CommandError usage when it cannot be one; notFound
 */
export const findHoldings = async (table: Table, text: string, account: string | undefined): Promise<Holdings> => {
  const id = checkId(text);
  const accounts = await chooseAccounts(table, account);
  const owned = await findOwned(table, accounts, id);
  if (owned === undefined) throw refuseUnknown(id, accounts, account);
  return readHoldings(table, owned);
};
