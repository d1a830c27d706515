/**
 * Whether a container that is called again and again takes ever more memory. `-- --calls=30000` says how often,
 * `-- --only=search` takes only the calls whose name begins so.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { provisionDemo } from '../../cli/local/demo.ts';
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
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

/** The heap that Node may have in a function of 512 MB. */
const heap = ['--expose-gc', '--max-old-space-size=460'];
const steps = 10;

const run = async (task: Task): Promise<readonly Memory[]> => {
  const child = fork(new URL('./warm-container/container.ts', import.meta.url), { execArgv: heap });
  child.send(task);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${task.name} ended its process.`)));
  const [memory] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return memory;
};

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
