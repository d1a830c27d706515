import { newRandom } from '../../test/support/random.ts';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { fail, report, silenceLog, toTable } from '../bench/report.ts';
import { attack } from './log-damage/attack.ts';

const { count, seed } = describeProgram(
  'explore log-damage',
  'Manipulates a small register with rights on its tables, each time anew: fields, items, blocks, tiles, checkpoints, the whole log. `log verify` must find all that can be found, and name the record.',
)
  .option('--count <number>', 'how many manipulations', toCount, 1_000)
  .option('--seed <number>', 'of what is drawn by chance', toCount, 1)
  .parse()
  .opts();

silenceLog();
const { kinds, wrong } = await attack(newRandom(seed), count);
const sum = (pick: (kind: (typeof kinds)[number]) => number): number =>
  kinds.reduce((all, kind) => all + pick(kind), 0);
await report(
  'log-damage',
  `Seed ${seed}.

${toTable(
  ['manipulation', 'made', 'found in the tables', 'with anchors', 'why not'],
  kinds.map(({ kind, made, found, foundWithAnchors, findable }) => [
    kind,
    made,
    found,
    foundWithAnchors,
    typeof findable === 'string' ? '' : findable.never,
  ]),
)}

Made: ${sum(({ made }) => made)}. Found: ${sum(({ found }) => found)} in the tables alone, ${sum(({ foundWithAnchors }) => foundWithAnchors)} with the anchors. Wrong: ${wrong.length}.`,
);
fail(wrong);
if (count > 50 && kinds.length <= 50) fail([`only ${kinds.length} kinds of manipulations`]);
