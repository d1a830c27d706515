import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { setup } from '../../test/support/global-setup.ts';
import { readOptions, report, round, seedOption, toCount } from '../program.ts';
import { variables } from './mutation/plugins.ts';
import { groups, runMutants } from './mutation/run.ts';
import { isEnough, longOnly, scoreTable, survivorTable, toScore } from './mutation/score.ts';

const options = readOptions(
  'explore mutation',
  'How many small faults, put into the code one at a time, the gate notices of those that all tests notice (mutation testing). Groups or files to mutate are named behind the options; all groups without one.',
  {
    concurrency: ['how many at a time; 1 leaves the machine to others', '2'],
    share: ['take one declaration in so many, drawn by the seed', '3'],
    minutes: ['end after so long, with what was reached', '600'],
    'gate-only': ['leave out long tests; what survives may be what they kill'],
    seed: seedOption(),
  },
);
const { share, seed } = options;
const [concurrency, minutes] = [toCount(options.concurrency), toCount(options.minutes)];
const named = options.words;
for (const name of named)
  if (!Object.hasOwn(groups, name) && !existsSync(name))
    throw new CommandError(`Groups are ${Object.keys(groups).join(', ')}; a file is named by its path.`, 'usage');
process.env[variables.share] = share;
process.env[variables.seed] = seed;
if (options['gate-only'] === '') process.env.MUTATION_LONG = 'true';
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
  report([scoreTable([...scores, all]), longOnly(mutants), count].join('\n\n'));
  console.info(await survivorTable(mutants));
  if (!isEnough(scores, all)) process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
