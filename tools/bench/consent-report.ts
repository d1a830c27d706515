import * as v from 'valibot';
import { fillRegister } from './consent-report/shelves.ts';
import { measureCommand } from './measured-process.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { round } from './report.ts';
import { reportSizes } from './store.ts';

const { consents: sizes } = describeProgram(
  'bench report',
  'What the command `report` takes of memory and of DynamoDB, in registers of several sizes.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 1_000_000])
  .parse()
  .opts();

const megabyte = 1_000_000;

const Report = v.object({
  rows: v.array(v.object({ given: v.number(), active: v.number() })),
  read: v.object({ consents: v.number(), readUnits: v.number() }),
});

const header = ['read units', 'rows', 'peak memory, MB', 'seconds'];
await reportSizes('report', sizes, header, async ({ size, table }) => {
  await fillRegister(table, size);
  const words = ['report', '--by', 'notice,version,month,channel', '--json', '--table', table.name];
  const { printed, peak, seconds } = await measureCommand(words);
  const { rows, read } = v.parse(Report, JSON.parse(printed));
  if (read.consents !== size) throw new Error(`${read.consents} of ${size} consents were read.`);
  return [read.readUnits, rows.length, round(peak / megabyte), round(seconds, 2)];
});
