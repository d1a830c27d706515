import type { RetentionQuestion } from '../../../shared/consents/retention.ts';
import { readLapsed } from '../../../shared/consents/retention.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { toJson } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { Work } from '../../action.ts';
import { chooseScope, chooseUids } from '../../choose.ts';
import { CommandError } from '../../errors.ts';
import { printsJson } from '../../output/format.ts';
import type { Result, Stream } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { watchReading } from '../../output/progress.ts';
import { listRows } from '../../output/table.ts';
import { describeListed, listedColumns, toListedRow, toListedRows } from './describe.ts';
import type { LapsedSummary } from './lapsed.ts';
import { describeCounts, describeLeft, summarise, toListed } from './lapsed.ts';

/** The options as typed. */
export interface Wanted {
  readonly endedBefore?: Span | undefined;
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly everything: boolean;
}

/** @throws CommandError notFound; usage when the date is in the future */
export const toQuestion = async (
  { table, now }: Work,
  accountId: string,
  { endedBefore: span, project, notice, everything }: Wanted,
): Promise<RetentionQuestion> => {
  const endedBefore = span?.start;
  if (endedBefore !== undefined && endedBefore > now) {
    throw new CommandError(
      '--ended-before is in the future. Give a past time: consents in force are never purged.',
      'usage',
    );
  }
  const { pid, versionId } = await chooseScope(table, accountId, { notice });
  return {
    accountId,
    pid,
    versionId,
    projectUids: await chooseUids(table, accountId, project),
    retention: { now, endedBefore, withErased: everything },
    lineage: await readLineage(table, accountId),
  };
};

export const noneDue = 'No consent is due for a purge.';

const read = (table: Table, question: RetentionQuestion) =>
  watchReading((onRead) => readLapsed(table, question, onRead));

/** Counts the consents that are due, and notes how many stay for lack of a term. */
export const countDue = async (table: Table, question: RetentionQuestion): Promise<LapsedSummary> => {
  const summary = await summarise(read(table, question));
  const left = describeLeft(summary);
  if (summary.consents > 0) note(describeCounts(summary));
  if (left !== undefined) note(left);
  return summary;
};

/** The counts and the rows as one JSON object; rows are streamed as they are read. */
async function* wrapJson(summary: LapsedSummary, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${toJson(summary).slice(0, -2)},\n  "due": `;
  for await (const piece of rows) yield piece.replace(/\n$/, '').replaceAll('\n', '\n  ');
  yield '\n}\n';
}

/** How many rows, and in which format. */
export interface Form {
  readonly limit: number | undefined;
  readonly csv: boolean | undefined;
}

/** The due consents, in rows as `consent list` prints them, and the counts. Scripts get both in one object. */
export const listDue = async (
  { table, now }: Pick<Work, 'table' | 'now'>,
  question: RetentionQuestion,
  summary: LapsedSummary,
  form: Form,
): Promise<Result | Stream> => {
  const pages = toListed(read(table, question), now);
  const listed = await listRows({
    pages,
    ...form,
    columns: listedColumns,
    toRow: toListedRow,
    toTableRows: toListedRows(table, question.accountId),
    toData: describeListed,
    none: noneDue,
  });
  return 'pieces' in listed && printsJson() ? { pieces: wrapJson(summary, listed.pieces) } : listed;
};
