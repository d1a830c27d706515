/**
 * Whether a container that is called again and again takes ever more memory. `-- --calls=30000` says how often,
 * `-- --only=search` takes only the calls whose name begins so.
 */
import { parseArgs } from 'node:util';
import { provisionDemo } from '../../cli/local/demo.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { runInContainer } from './container-process.ts';
import { arrangeCases } from './hot-path/cases.ts';
import { report, round, toTable } from './report.ts';
import type { Memory, Task } from './warm-container/container.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    only: { type: 'string', default: 'search: page' },
    write: { type: 'boolean' },
  },
});

const steps = 10;

const run = (task: Task) =>
  runInContainer(new URL('./warm-container/container.ts', import.meta.url), task) as Promise<readonly Memory[]>;

const megabytes = (bytes: number): number => round(bytes / 1_000_000);

const teardown = await setup();
try {
  const table = await createFreshTable('warm-container');
  await provisionDemo(table, new Date());
  const tables: string[] = [];
  for (const measured of (await arrangeCases(table)).filter(({ name }) => name.startsWith(values.only))) {
    const memory = await run({ ...measured, calls: Number(values.calls), steps });
    tables.push(
      toTable(
        [measured.name, 'process MB', 'alive MB'],
        memory.map(({ calls, process, alive }) => [
          `after ${calls} calls`,
          megabytes(process),
          alive === undefined ? '' : megabytes(alive),
        ]),
      ),
    );
  }
  await report('warm-container', tables.join('\n\n'));
} finally {
  await teardown();
}
