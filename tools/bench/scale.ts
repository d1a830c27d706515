import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram } from './program-options.ts';
import { report } from './report.ts';
import { startStore } from './store.ts';

describeProgram(
  'bench scale',
  'How many consents a second one account, user and project can record before a limit of AWS is reached, and which.',
).parse();

await using store = await startStore();
const table = await store.newTable('scale');
const proxy = await startStoreProxy();
const { recordForms, scaleTables } = await import('./scale/partitions.ts');
await report('scale', scaleTables(await recordForms(table, proxy)));
