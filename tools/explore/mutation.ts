import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { setup } from '../../test/support/global-setup.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { report, round } from '../bench/report.ts';
import { variables } from './mutation/plugins.ts';
import { groups, runMutants } from './mutation/run.ts';
import { isEnough, longOnly, scoreTable, survivorTable, toScore } from './mutation/score.ts';

const addTarget = (name: string, targets: readonly string[] = []): readonly string[] => {
  if (!Object.hasOwn(groups, name) && !existsSync(name)) {
    throw new InvalidArgumentError(`Groups are ${Object.keys(groups).join(', ')}; a file is named by its path.`);
  }
  return [...targets, name];
};

const program = describeProgram(
  'explore mutation',
  'How many small faults, put into the code one at a time, the gate notices of those that all tests notice (mutation testing).',
)
  .argument('[targets...]', 'groups or files to mutate; all groups without one', addTarget)
  .option('--concurrency <number>', 'how many at a time; 1 leaves the machine to others', toCount, 2)
  .option('--share <number>', 'take one declaration in so many, drawn by the seed', toCount, 3)
  .option('--minutes <number>', 'end after so long, with what was reached', toCount, 600)
  .option('--gate-only', 'leave out long tests; what survives may be what they kill')
  .addOption(seedOption())
  .parse();
const { concurrency, share, seed, gateOnly, minutes } = program.opts();
process.env[variables.share] = String(share);
process.env[variables.seed] = String(seed);
if (!gateOnly) process.env.MUTATION_LONG = 'true';
const [named = []] = program.processedArgs;
const targets = named.length === 0 ? Object.keys(groups) : named;
const chosen = new Map(targets.map((name) => [name, groups[name] ?? [name]]));
const mutate = [...new Set([...chosen.values()].flat())];

const stop = await setup();
try {
  const start = performance.now();
  const { mutants, isWhole } = await runMutants(mutate, { concurrency, minutes });
  const seconds = (performance.now() - start) / 1000;
  const scores = [...chosen].map(([name, files]) =>
    toScore(
      name,
      mutants.filter(({ fileName }) => files.includes(relative(process.cwd(), fileName))),
    ),
  );
  const all = toScore('all', mutants);
  const count = `${all.mutants} mutants, one declaration in ${share} by the seed ${seed}, in ${round(seconds / 60, 2)} minutes, ${concurrency} at a time.${isWhole ? '' : ' The time was up before all were reached.'}`;
  await report('mutation', [scoreTable([...scores, all]), longOnly(mutants), count].join('\n\n'));
  console.info(await survivorTable(mutants));
  if (!isEnough(scores, all)) process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
