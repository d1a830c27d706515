import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram } from './program-options.ts';
import { report } from './report.ts';
import { scaleTables } from './scale/scale-tables.ts';

describeProgram(
  'bench scale',
  'How many consents a second one account, user and project can record before a limit of AWS is reached, and which.',
).parse();

const stop = await setup();
try {
  const table = await createFreshTable('scale');
  const proxy = await startStoreProxy();
  const { recordForms } = await import('./scale/forms.ts');
  const print = console.info;
  console.info = () => {};
  const forms = await recordForms(table, proxy);
  console.info = print;
  await report('scale', scaleTables(forms));
} finally {
  await stop();
}
