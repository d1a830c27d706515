import { InvalidArgumentError } from '@commander-js/extra-typings';
import { limits } from '../../shared/api/limits.ts';
import { projectIndex } from '../../shared/consents/indexes.ts';
import type { Counting, Dimension, Question, Reading, ReportPeriod, ReportRow } from '../../shared/consents/report.ts';
import { countBy, dimensions, figures, readReport } from '../../shared/consents/report.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import type { Span } from '../../shared/schema/time-span.ts';
import type { Table } from '../../shared/store/table.ts';
import { command, looks } from '../action.ts';
import { accountOption, chooseAccountOrOnly, chooseUids, projectOption } from '../choose.ts';
import type { NoticeScope } from '../choose-consent.ts';
import { chooseScope, noticeOption } from '../choose-consent.ts';
import { CommandError } from '../errors.ts';
import { fromOption, toPeriod, untilOption } from '../input/values.ts';
import { writeNewFile } from '../output/files.ts';
import { note } from '../output/print.ts';
import { countEach, withProgress } from '../output/progress.ts';
import type { Row } from '../output/rows.ts';
import { csvOption, toCsv, toTable } from '../output/rows.ts';
import type { Stage } from '../stage/stage.ts';
import { describePrice, describeTable, describeUnits, priceOf } from '../stage/stage.ts';
import { nameState } from './consent/describe.ts';

/** The options that say what to count. */
interface Wanted {
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly account?: string | undefined;
  readonly by: readonly Dimension[];
}

/** What to count, with the names of its filters. */
interface NamedQuestion extends Question, NoticeScope {
  readonly account: string;
  readonly project: string | undefined;
}

/** @throws CommandError usage when the period is empty or has not begun */
const toReportPeriod = (wanted: Pick<Wanted, 'from' | 'until'>, now: Date): ReportPeriod => {
  const { from, before } = toPeriod(wanted);
  if (from !== undefined && from > now) {
    throw new CommandError('--from is in the future. Give a past time.', 'usage');
  }
  return { from, last: before === undefined || before > now ? now : new Date(before.getTime() - 1) };
};

/** @throws CommandError */
const toQuestion = async (table: Table, wanted: Wanted, now: Date): Promise<NamedQuestion> => {
  const period = toReportPeriod(wanted, now);
  const { id: accountId, name: account } = await chooseAccountOrOnly(table, wanted.account);
  const scope = await chooseScope(table, accountId, { notice: wanted.notice });
  const projectUids = await chooseUids(table, accountId, wanted.project);
  const lineage = await readLineage(table, accountId);
  return {
    accountId,
    account,
    project: wanted.project,
    period,
    ...scope,
    projectUids,
    lineage,
  };
};

const toCells = (by: readonly Dimension[], { traits, ...counts }: ReportRow) => ({
  ...Object.fromEntries(by.map((dimension) => [dimension, traits[dimension]])),
  ...counts,
});

/** The same for people. */
const toToldCells = ({ active, ...cells }: ReturnType<typeof toCells>): Row => ({
  ...cells,
  ...('state' in cells && { state: nameState(String(cells.state)) }),
  [nameState('active')]: active,
});

/** The question, for scripts. */
const describe = ({ accountId, account, project, notice, version, period }: NamedQuestion) => ({
  accountId,
  accountName: account,
  project,
  notice,
  version,
  from: period.from?.toISOString(),
  at: period.last.toISOString(),
});

/** The question, and what counts the answer. */
interface Asked {
  readonly by: readonly Dimension[];
  readonly asked: Counting;
  readonly html: string | undefined;
}

const read = async (stage: Stage, question: NamedQuestion, { by, asked, html }: Asked): Promise<Reading> => {
  await announceCost(stage);
  return html === undefined
    ? readWithProgress(stage.table, question, [asked])
    : drawWhileReading(html, stage.table, question, { by, asked });
};

const isDimension = (name: string): name is Dimension => (dimensions as readonly string[]).includes(name);

const toDimension = (text: string): Dimension => {
  const name = text.trim();
  if (isDimension(name)) return name;
  throw new InvalidArgumentError(
    `${name === '' ? 'A word is missing.' : `There is no "${name}".`} Use ${dimensions.join(', ')}.`,
  );
};

/** The dimensions in --by, in order. Versions belong to a notice, which comes before them. @throws InvalidArgumentError */
const toDimensions = (text: string): Dimension[] => {
  const named = text.split(',').map(toDimension);
  const repeated = named.find((name, i) => named.indexOf(name) !== i);
  if (repeated !== undefined) throw new InvalidArgumentError(`"${repeated}" is given twice. Give it once.`);
  return named.includes('notice') ? named : named.flatMap((name) => (name === 'version' ? ['notice', name] : [name]));
};

const cent = 0.01;

/** Read units for the list of consents by project of all accounts; undefined if DynamoDB may not be asked. */
const estimate = async (table: Table): Promise<number | undefined> => {
  try {
    const { GlobalSecondaryIndexes = [] } = await describeTable(table);
    const { IndexSizeBytes = 0 } =
      GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === projectIndex.name) ?? {};
    return IndexSizeBytes / (2 * limits.readUnitBytes);
  } catch (error) {
    if (error instanceof Error && error.name === 'AccessDeniedException') return undefined;
    throw error;
  }
};

/** Announces the cost of a read, if it is above a cent or unknown. Local reads cost nothing. */
const announceCost = async ({ isLocal, table }: Stage): Promise<void> => {
  if (isLocal) return;
  const most = await estimate(table);
  if (most === undefined) {
    note('The cost of reading is unknown: your credentials may not call dynamodb:DescribeTable.');
  } else if (priceOf(most) > cent) {
    note(
      `Reading takes up to ${describeUnits(most)}, ${describePrice(most)}: enough for the consents of all accounts.`,
    );
  }
};

/** What was read, in a line. */
const describeReading = ({ consents, readUnits }: Reading): string => {
  const cost = priceOf(readUnits) > cent ? `, ${describePrice(readUnits)}` : '';
  return `Read ${countEach(consents, 'consent')}: ${describeUnits(readUnits)}${cost}.`;
};

/**
 * Counts, and writes the page with charts. It creates the file first, because reading may take long.
 *
 * @throws CommandError usage when the file exists or cannot be written
 */
const drawWhileReading = async (
  file: string,
  table: Table,
  question: NamedQuestion,
  { by, asked }: Drawn,
): Promise<Reading> => {
  const { renderReport } = await import('../../pages/files/report-page.ts');
  const { period } = question;
  const [months, versions] = [countBy(['month'], period), countBy(['notice', 'version'], period)];
  const reading = Promise.withResolvers<Reading>();
  async function* draw(): AsyncGenerator<string> {
    reading.resolve(await readWithProgress(table, question, [asked, months, versions]));
    const tables = { rows: asked.rows(), months: months.rows(), versions: versions.rows() };
    yield renderReport({ ...question, by, ...tables });
  }
  await writeNewFile(file, draw());
  return reading.promise;
};

/** Counts, and reports progress if it takes long. */
const readWithProgress = (table: Table, question: Question, countings: readonly Counting[]): Promise<Reading> =>
  withProgress('consents read', (advance) => readReport(table, question, countings, advance));

export const report = command(
  'report',
  'Counts the consents that were given, that ended, and that are in force',
  'report --by notice,month --from 2026-01 --until 2026-06 --stage prod',
)
  .option(
    '--by <words>',
    `how to group the counts: one or more of these, separated by commas: ${dimensions.join(', ')}`,
    toDimensions,
  )
  .option(...fromOption)
  .option(...untilOption)
  .option(...projectOption)
  .option(...noticeOption)
  .option(...accountOption)
  .option(...csvOption)
  .option('--html <file>', 'also write it to an HTML file, with charts')
  .action(
    looks(async ({ stage, table, now }, { by = [], html, csv, ...wanted }) => {
      const question = await toQuestion(table, { ...wanted, by }, now);
      const asked = countBy(by, question.period);
      const reading = await read(stage, question, { by, asked, html });
      note(describeReading(reading));
      const rows = asked.rows();
      if (by.includes('channel'))
        note('Row `web` also counts what came by telephone, by letter, in person, by fax or in another way.');
      const cells = rows.map((row) => toToldCells(toCells(by, row)));
      if (csv) return { pieces: toCsv([...by, ...figures.map(nameState)], [cells]) };
      const data = { ...describe(question), by, rows: rows.map((row) => toCells(by, row)), read: reading };
      return toTable(cells, 'No consent was given by then.', data);
    }),
  );

/** The question, and what counts the answer. */
interface Drawn {
  readonly by: readonly Dimension[];
  readonly asked: Counting;
}
