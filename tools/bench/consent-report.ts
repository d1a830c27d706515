import * as v from 'valibot';
import { fillRegister } from './consent-report/shelves.ts';
import type { MeasuredRun } from './measured-process.ts';
import { measureCommand } from './measured-process.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report, round, toTable } from './report.ts';
import { startStore } from './store.ts';

const megabyte = 1_000_000;

/** A row for each size of register. */
const reportTable = (runs: readonly ReportRun[]): string =>
  toTable(
    ['consents', 'read units', 'rows', 'peak memory, MB', 'seconds'],
    runs.map(({ read, rows, peak, seconds }) => [
      read.consents.toLocaleString('en'),
      read.readUnits,
      rows.length,
      round(peak / megabyte),
      round(seconds, 2),
    ]),
  );

const Report = v.object({
  rows: v.array(v.object({ given: v.number(), inForce: v.number() })),
  read: v.object({ consents: v.number(), readUnits: v.number() }),
});

/** What one run of the command took. */
interface ReportRun extends v.InferOutput<typeof Report>, Pick<MeasuredRun, 'peak' | 'seconds'> {}

/** Runs the command by month and version in a process of its own, as a script does. @throws Error when it fails */
const runReport = async (tableName: string): Promise<ReportRun> => {
  const words = ['report', '--by', 'notice,version,month,channel', '--json', '--table', tableName];
  const { printed, peak, seconds } = await measureCommand(words);
  return { ...v.parse(Report, JSON.parse(printed)), peak, seconds };
};

const { consents: sizes } = describeProgram(
  'bench report',
  'What the command `report` takes of memory and of DynamoDB, in registers of several sizes.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 1_000_000])
  .parse()
  .opts();

await using store = await startStore();
const runs = [];
for (const consents of sizes) {
  const name = `report-${consents}`;
  await fillRegister(await store.newTable(name), consents);
  runs.push(await runReport(name));
}
await report('report', reportTable(runs));
