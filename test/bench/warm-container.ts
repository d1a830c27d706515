import { provisionDemo } from '../../cli/local/demo.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { runInContainer } from './container-process.ts';
import { arrangeCases } from './hot-path/cases.ts';
import { describeProgram, only, toCount } from './program-options.ts';
import { report, round, toTable } from './report.ts';
import type { Memory, Task } from './warm-container/container.ts';

const { calls, only: beginning } = describeProgram(
  'bench:warm-container',
  'Whether a container that is called again and again takes ever more memory.',
)
  .option('--calls <number>', 'how often', toCount, 20_000)
  .option('--only <name>', 'only the calls whose name begins so', 'search: page')
  .parse()
  .opts();

const steps = 10;

const run = (task: Task) =>
  runInContainer(new URL('./warm-container/container.ts', import.meta.url), task) as Promise<readonly Memory[]>;

const megabytes = (bytes: number): number => round(bytes / 1_000_000);

const teardown = await setup();
try {
  const table = await createFreshTable('warm-container');
  await provisionDemo(table, new Date());
  const tables: string[] = [];
  for (const measured of only(await arrangeCases(table), beginning)) {
    const memory = await run({ ...measured, calls, steps });
    tables.push(
      toTable(
        [measured.name, 'process MB', 'alive MB'],
        memory.map(({ calls: done, process, alive }) => [
          `after ${done} calls`,
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
