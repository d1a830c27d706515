import type { ListedErasure } from '../../shared/consents/erasure/erasures.ts';
import { listErasures, toListed } from '../../shared/consents/erasure/erasures.ts';
import type { Account } from '../../shared/identity/account.ts';
import type { Table } from '../../shared/store/client.ts';
import { formatTime } from '../../shared/time.ts';
import { chooseAccounts } from '../choose.ts';
import { command, looks } from '../command.ts';
import { csvOption } from '../printing/csv.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { Result } from '../printing/output.ts';
import { toDetails } from '../printing/output.ts';
import { watchReading } from '../printing/progress.ts';
import { listRows } from '../printing/rows.ts';
import { needErasures } from '../stage/named-table.ts';
import { limitOption } from '../typed-values.ts';

const columns = ['account', 'consentId', 'time', 'extent'] as const;

const writeLines = async (file: string, pages: AsyncIterable<readonly ListedErasure[]>): Promise<Result> => {
  let count = 0;
  const toLines = async function* () {
    for await (const page of pages) {
      count += page.length;
      yield page.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
    }
  };
  await writeNewFile(file, toLines());
  return toDetails({ file, erasures: count });
};

const list = command(
  'list',
  'Lists erased consents, for each account the latest first, with ids and times and no personal data. Extent "evidence": the evidence remains; "everything": only a count',
  'erasure list --out erasures.jsonl --stage prod',
)
  .option(
    '--out <file>',
    'write all erasures to a new file, one JSON line each; `person erase --replay --from` reads it. Keep it outside AWS',
  )
  .option(...limitOption)
  .option(...csvOption)
  .option('--account <account>', 'id or name (default: all accounts)')
  .action(
    looks(async ({ stage, table }, { out, limit, csv, account }) => {
      const erasures = needErasures(stage);
      const accounts = await chooseAccounts(table, account);
      const pages = watchReading((onRead) => listAll(erasures, accounts, onRead), 'erasures read');
      if (out !== undefined) return writeLines(out, pages);
      return listRows({
        pages,
        limit,
        csv,
        columns,
        toRow: ({ accountId, consentId, time, extent }) => ({
          account: accountId,
          consentId,
          time: formatTime(new Date(time)),
          extent,
        }),
        none: 'Nobody was erased.',
      });
    }),
  );

export const erasure = command(
  'erasure',
  'Erasures: which consents were erased, when, and what remains of them',
  'erasure list --stage prod',
).addCommand(list);

async function* listAll(
  erasures: Table,
  accounts: readonly Account[],
  onRead: (count: number) => void,
): AsyncGenerator<readonly ListedErasure[]> {
  for (const { id } of accounts) {
    for await (const page of listErasures(erasures, id)) {
      onRead(page.length);
      yield page.map((erasure) => toListed(id, erasure));
    }
  }
}
