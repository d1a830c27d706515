import { startMeter } from '../../test/support/meter.ts';
import { describeProgram } from './program-options.ts';
import { report } from './report.ts';
import { startStore } from './store.ts';

describeProgram('bench login-floods', 'What floods of logins take of a stage, and what they cost.').parse();

await using store = await startStore();
const table = await store.newTable('login-floods');
const meter = await startMeter();
const { loginFloodTable, measureLogins } = await import('./capacity/login-floods.ts');
const logins = await measureLogins(table, meter);
await report('login-floods', loginFloodTable(logins));
