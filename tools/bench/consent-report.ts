import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { fillRegister } from './consent-report/fill.ts';
import { reportTable } from './consent-report/report-table.ts';
import { runReport } from './consent-report/run-report.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report } from './report.ts';

const { consents: sizes } = describeProgram(
  'bench report',
  'What the command `report` takes of memory and of DynamoDB, in registers of several sizes.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 1_000_000])
  .parse()
  .opts();

const stop = await setup();
try {
  const runs = [];
  for (const consents of sizes) {
    const name = `report-${consents}`;
    await createFreshTable(name);
    await fillRegister(openPatiently(name), consents);
    runs.push(await runReport(name));
  }
  await report('report', reportTable(runs));
} finally {
  await stop();
}
