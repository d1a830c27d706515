import { open, stat } from 'node:fs/promises';
import { listAccounts } from '../../../shared/identity/account.ts';
import { readErasedOf } from '../../../shared/consents/erasure/erased-in-table.ts';
import { parseErasureLine } from '../../../shared/consents/erasure/erasure-line.ts';
import type { Erasure } from '../../../shared/consents/erasure/erasures.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/client.ts';
import { stopAt } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';
import { interruption } from '../../interruption.ts';
import { checkTableName, openBeside } from '../../stage/named-table.ts';
import { refuseReading } from '../../typed/file-reading.ts';

/** Erasures by account id. */
export type ErasuresByAccount = ReadonlyMap<string, readonly Erasure[]>;

const readTable = async (name: string): Promise<ErasuresByAccount> => {
  checkTableName(name);
  const table = stopAt(interruption(), openBeside(name, 'file and no table'));
  const found = new Map<string, Erasure[]>();
  for (const { id } of await listAccounts(table)) {
    const erasures: Erasure[] = [];
    for await (const page of readErasedOf(table, id)) erasures.push(...page);
    found.set(id, erasures);
  }
  return found;
};

const readLines = async (file: string): Promise<ErasuresByAccount> => {
  const found = new Map<string, Erasure[]>();
  const handle = await open(file).catch((error) => {
    throw refuseReading(file, error);
  });
  try {
    let number = 0;
    for await (const line of handle.readLines()) {
      number += 1;
      if (line.trim() === '') continue;
      const parsed = parseErasureLine(line);
      if (parsed === undefined) {
        throw new CommandError(
          `Line ${number} of ${tame(file)} is not an erasure as \`erasure list --out\` writes it. Use the file as it was written. Nothing was changed.`,
          'usage',
        );
      }
      const { accountId, erasure } = parsed;
      const erasures = found.get(accountId) ?? [];
      erasures.push(erasure);
      found.set(accountId, erasures);
    }
  } finally {
    await handle.close();
  }
  return found;
};

const isFile = async (name: string): Promise<boolean> => {
  const found = await stat(name).catch(() => undefined);
  return found?.isFile() ?? name.includes('/');
};

/**
 * What `--from` names: an existing file, or else a table. A name with a slash is never a table.
 *
 * @param own the table that the command works on
 * @throws CommandError usage when it cannot be read, unreachable when there is no such table
 */
export const readKnown = async (from: string, own: Table): Promise<ErasuresByAccount> => {
  if (from === '') throw new CommandError('--from must not be empty.', 'usage');
  if (from === own.name)
    throw new CommandError('--from names the table that you work on. Name the table from before the restore.', 'usage');
  return (await isFile(from)) ? readLines(from) : readTable(from);
};
