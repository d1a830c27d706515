import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { report, round } from '../bench/report.ts';
import { setup } from '../support/global-setup.ts';
import { runMutants } from './mutation/engine/run.ts';
import { groups } from './mutation/groups.ts';
import { isEnough, scoreTable, toScore } from './mutation/score.ts';
import { survivorTable } from './mutation/survivors.ts';

const addTarget = (name: string, targets: readonly string[] = []): readonly string[] => {
  if (!Object.hasOwn(groups, name) && !existsSync(name)) {
    throw new InvalidArgumentError(`Groups are ${Object.keys(groups).join(', ')}; a file is named by its path.`);
  }
  return [...targets, name];
};

const program = describeProgram(
  'mutation',
  'How many small faults, put into the code one at a time, the tests notice (mutation testing).',
)
  .argument('[targets...]', 'groups or files to mutate; all groups without one', addTarget)
  .option('--concurrency <number>', 'how many at a time; 1 leaves the machine to others', toCount, 2)
  .parse();
const { concurrency } = program.opts();
const [targets = Object.keys(groups)] = program.processedArgs;
const chosen = new Map(targets.map((name) => [name, groups[name] ?? [name]]));
const mutate = [...new Set([...chosen.values()].flat())];

const stop = await setup();
try {
  const start = performance.now();
  const mutants = await runMutants(mutate, concurrency);
  const seconds = (performance.now() - start) / 1000;
  const scores = [...chosen].map(([name, files]) =>
    toScore(
      name,
      mutants.filter(({ fileName }) => files.includes(relative(process.cwd(), fileName))),
    ),
  );
  const all = chosen.size > 1 ? [toScore('all', mutants)] : [];
  const time = `${mutants.length} mutants in ${round(seconds / 60, 2)} minutes, ${concurrency} at a time.`;
  await report('mutation', [scoreTable([...scores, ...all]), time].join('\n\n'));
  console.info(await survivorTable(mutants));
  if (!scores.every(isEnough)) process.exitCode = 1;
} finally {
  await stop();
}
