import * as v from 'valibot';
import type { MeasuredRun } from '../measured-command.ts';
import { measureCommand } from '../measured-command.ts';

const Report = v.object({
  rows: v.array(v.object({ given: v.number(), inForce: v.number() })),
  read: v.object({ consents: v.number(), readUnits: v.number() }),
});

/** What one run of the command took. */
export interface ReportRun extends v.InferOutput<typeof Report>, Pick<MeasuredRun, 'peak' | 'seconds'> {}

/** Runs the command by month and version in a process of its own, as a script does. @throws Error when it fails */
export const runReport = async (tableName: string): Promise<ReportRun> => {
  const words = ['report', '--by', 'notice,version,month,channel', '--json', '--table', tableName];
  const { printed, peak, seconds } = await measureCommand(words);
  return { ...v.parse(Report, JSON.parse(printed)), peak, seconds };
};
