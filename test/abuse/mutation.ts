/**
 * How many small faults, put into the code one at a time, the tests notice (mutation testing). Names of groups or files
 * choose what is mutated: `-- decoding shared/store/write.ts`; `--concurrency=1` leaves the machine to others.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { report, round } from '../bench/report.ts';
import { setup } from '../support/global-setup.ts';
import { runMutants } from './mutation/engine/run.ts';
import { groups } from './mutation/groups.ts';
import { isEnough, scoreTable, toScore } from './mutation/score.ts';
import { survivorTable } from './mutation/survivors.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '2' }, write: { type: 'boolean' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(groups);
const chosen = new Map(names.map((name) => [name, groups[name] ?? [name]]));
const mutate = [...new Set([...chosen.values()].flat())];

const stop = await setup();
try {
  const start = performance.now();
  const mutants = await runMutants(mutate, Number(values.concurrency));
  const seconds = (performance.now() - start) / 1000;
  const scores = [...chosen].map(([name, files]) =>
    toScore(
      name,
      mutants.filter(({ fileName }) => files.includes(relative(process.cwd(), fileName))),
    ),
  );
  const all = chosen.size > 1 ? [toScore('all', mutants)] : [];
  const time = `${mutants.length} mutants in ${round(seconds / 60, 2)} minutes, ${values.concurrency} at a time.`;
  await report('mutation', [scoreTable([...scores, ...all]), time].join('\n\n'));
  console.info(await survivorTable(mutants));
  if (!scores.every(isEnough)) process.exitCode = 1;
} finally {
  await stop();
}
