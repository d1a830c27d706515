import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { startMeter } from '../../test/support/meter.ts';
import { describeProgram } from './program-options.ts';
import { report } from './report.ts';

describeProgram('bench login-floods', 'What floods of logins take of a stage, and what they cost.').parse();

const stop = await setup();
try {
  const table = await createFreshTable('login-floods');
  const meter = await startMeter();
  const { loginFloodTable, measureLogins } = await import('./capacity/login-floods.ts');
  const { info, warn } = console;
  Object.assign(console, { info: () => {}, warn: () => {} });
  const logins = await measureLogins(table, meter);
  Object.assign(console, { info, warn });
  await report('login-floods', loginFloodTable(logins));
} finally {
  await stop();
}
