import { mock } from 'node:test';
import { callInProcess } from '../../test/support/caller.ts';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { fail, report, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';

const { rounds, width, seed } = describeProgram(
  'explore races',
  'One refresh token presented by many at once: one of them gets new tokens, the session goes on. Presented again late, it ends the session.',
)
  .option('--rounds <number>', 'how often', toCount, 100)
  .option('--width <number>', 'by how many at once', toCount, 50)
  .addOption(seedOption())
  .parse()
  .opts();

await using store = await startStore();
const table = await store.newTable('races');
const { runRaces } = await import('./races/race.ts');
const call = await callInProcess();
mock.timers.enable({ apis: ['Date'], now: Date.now() });
const races = await runRaces(table, call, newRandom(seed), {
  rounds,
  width,
  passTime: (milliseconds) => mock.timers.setTime(Date.now() + milliseconds),
});
mock.timers.reset();
await report(
  'races',
  `Seed ${seed}, ${width} presentations at once.

${toTable(
  ['rounds', 'presentations', 'exchanged', 'refused alike', 'answered 503', 'thefts noticed', 'violations'],
  [
    [
      races.rounds,
      races.presentations,
      races.winners,
      races.refusals,
      races.unavailable,
      races.thefts,
      races.violations.length,
    ],
  ],
)}`,
);
fail(races.violations);
