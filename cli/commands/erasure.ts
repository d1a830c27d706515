import type { ListedErasure } from '../../shared/consents/erasure/erasures.ts';
import { listErasures, toListed } from '../../shared/consents/erasure/erasures.ts';
import type { RequestedErasure } from '../../shared/consents/erasure/request-schemas.ts';
import { toRequestedErasure } from '../../shared/consents/erasure/request-schemas.ts';
import { findRequest, listRequests, refuseErasureRequest } from '../../shared/consents/erasure/requests.ts';
import type { Account } from '../../shared/identity/account.ts';
import { identifierPattern } from '../../shared/runtime/identifier.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import type { Table } from '../../shared/store/table.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { beginsId, chooseAccounts } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { limitOption } from '../input/values.ts';
import { writeNewPrivateFile } from '../output/files.ts';
import type { Result } from '../output/print.ts';
import { watchReading } from '../output/progress.ts';
import type { Row } from '../output/rows.ts';
import { csvOption, listRows, toDetails } from '../output/rows.ts';
import { needErasures } from '../stage/open-table.ts';

const columns = ['account', 'consentId', 'time', 'extent'] as const;

const writeLines = async (file: string, pages: AsyncIterable<readonly ListedErasure[]>): Promise<Result> => {
  let count = 0;
  const toLines = async function* () {
    for await (const page of pages) {
      count += page.length;
      yield page.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
    }
  };
  await writeNewPrivateFile(file, toLines());
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
        none: 'Nobody was erased. `erasure requests` lists what is asked for.',
      });
    }),
  );

const requestColumns = [
  'account',
  'request',
  'state',
  'dueOn',
  'requestTime',
  'userId',
  'consents',
  'extent',
  'reason',
  'reference',
] as const;

/** A request, or the id of one that is damaged, of an account. */
type ListedRequest =
  | (RequestedErasure & { readonly accountId: string })
  | { readonly accountId: string; readonly id: string; readonly state: 'damaged' };

const toRequestRow = (request: ListedRequest): Row => {
  const { accountId: account, id, state } = request;
  const of = { account, request: id, state };
  if (state === 'damaged') return { ...of, ...Object.fromEntries(requestColumns.slice(3).map((name) => [name, ''])) };
  const { dueOn, requestTime, userId, consentIds, extent, reason, reference } = request;
  const time = formatTime(new Date(requestTime));
  return {
    ...of,
    dueOn,
    requestTime: time,
    userId,
    consents: consentIds.length,
    extent,
    reason,
    reference: reference ?? '',
  };
};

const requests = command(
  'requests',
  'Lists requests to erase consents, for each account the newest first, with their state and the day by which the person must have an answer',
  'erasure requests --stage prod',
)
  .option(...limitOption)
  .option(...csvOption)
  .option('--account <account>', 'id or name (default: all accounts)')
  .action(
    looks(async ({ table }, { limit, csv, account }) => {
      const accounts = await chooseAccounts(table, account);
      return listRows({
        pages: watchReading((onRead) => listAllRequests(table, accounts, onRead), 'requests read'),
        limit,
        csv,
        columns: requestColumns,
        toRow: toRequestRow,
        none: 'There is no request to erase consents.',
      });
    }),
  );

const refuse = changingCommand(
  'refuse',
  'Refuses a request to erase consents, and says why to the user who made it. Only an open one can be refused',
  "erasure refuse 0199f1d5a1b27e4c8f6d3b2a19087654 --reason 'Needed for a legal claim (Article 17(3)(e) GDPR)' --stage prod",
)
  .argument('<request>', 'id of the request, or its first characters, as `erasure requests` shows it')
  .option('--account <account>', 'id or name (default: all accounts)')
  .action(
    changes(async ({ table, newChange }, typed, { reason, account: wanted }) => {
      if (reason === undefined) {
        throw new CommandError('Say why with --reason. The user reads it: write nothing about the person.', 'usage');
      }
      const accounts = await chooseAccounts(table, wanted);
      const id = await completeRequestId(table, accounts, typed);
      for (const account of accounts) {
        if (id === undefined) break;
        const request = await findRequest(table, account.id, id);
        if (request === undefined) continue;
        if (request === 'damaged')
          throw new CommandError('The request is damaged. `doctor` says what to do.', 'refused');
        const change = newChange();
        const isRefused = await refuseErasureRequest(table, account.id, id, { refusal: reason, change });
        if (!isRefused) throw new CommandError('The request is not open. Only an open one can be refused.', 'refused');
        return toDetails({ request: id, account: account.id, time: formatTime(change.now), refusal: reason });
      }
      throw new CommandError(
        'There is no request to erase consents with this id. `erasure requests` lists all.',
        'notFound',
      );
    }),
  );

export const erasure = command(
  'erasure',
  'Erasures: which consents were erased, when, and what remains of them; which requests there are, and refusing one',
  'erasure list --stage prod',
)
  .addCommand(list)
  .addCommand(requests)
  .addCommand(refuse);

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

/** The id that a text is, or that begins with it; undefined if there is none. @throws CommandError usage for several */
const completeRequestId = async (
  table: Table,
  accounts: readonly Account[],
  typed: string,
): Promise<string | undefined> => {
  if (identifierPattern.test(typed) || !beginsId(typed)) return identifierPattern.exec(typed)?.[0];
  const pages = await Array.fromAsync(listAllRequests(table, accounts, () => {}));
  const [id, ...others] = pages.flat().flatMap((request) => (request.id.startsWith(typed) ? [request.id] : []));
  if (others.length === 0) return id;
  throw new CommandError(`Several requests have ids that begin so: ${[id, ...others].join(', ')}.`, 'usage');
};

const requestsOfPage = 100;

async function* listAllRequests(
  table: Table,
  accounts: readonly Account[],
  onRead: (count: number) => void,
): AsyncGenerator<readonly ListedRequest[]> {
  for (const { id: accountId } of accounts) {
    for (let after: string | null | undefined; after !== null; ) {
      const page: Awaited<ReturnType<typeof listRequests>> = await listRequests(table, accountId, {
        after,
        limit: requestsOfPage,
      });
      const found: readonly ListedRequest[] = [
        ...page.requests.map((request) => ({ accountId, ...toRequestedErasure(request) })),
        ...page.damaged.map((id) => ({ accountId, id, state: 'damaged' as const })),
      ];
      onRead(found.length);
      yield found.toSorted((one, other) => (one.id > other.id ? -1 : 1));
      after = page.next;
    }
  }
}
