import { InvalidArgumentError } from '@commander-js/extra-typings';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { fail, report, toTable } from '../bench/report.ts';

const toBits = (text: string): number => {
  const bits = toCount(text);
  if (bits > 8) throw new InvalidArgumentError('A byte has eight.');
  return bits;
};

const { count, bits, seed } = describeProgram(
  'explore evidence-damage',
  'Signed documents of consents, damaged in every way: all bits of every byte of one, and so many documents by chance. The verifier accepts none (docs/evidence.md).',
)
  .option('--count <number>', 'how many documents are damaged by chance', toCount, 100_000)
  .option('--bits <number>', 'how many bits of each byte are flipped; fewer than 8 are drawn', toBits, 8)
  .option('--seed <number>', 'of what is drawn by chance', toCount, 1)
  .parse()
  .opts();

// What states consents loads the store, which reads them and is not called.
for (const name of ['TABLE_NAME', 'SIGNING_KEY_SECRET', 'EVIDENCE_KEY', 'STAGE']) process.env[name] ??= 'none';
const { soundStatements } = await import('../../test/evidence/sound-statements.ts');
const { documentKeyOf, sealDocument } = await import('../../test/support/evidence-document.ts');
const { attack, flipAll } = await import('./evidence-damage/attack.ts');

const key = documentKeyOf('a register');
const documents = Object.values(soundStatements).map((make) => sealDocument(make(), key));
const [first = ''] = documents;
const random = newRandom(seed);
const flipped = await flipAll(random, first, key, bits);
const drawn = await attack(random, documents, key, count);
const accepted = [...flipped.accepted, ...drawn.accepted];
await report(
  'evidence-damage',
  `Seed ${seed}.

${toTable(
  ['damage', 'documents'],
  Object.entries({ ...flipped.tried, ...drawn.tried }).map(([kind, tried]) => [kind, tried]),
)}

Accepted: ${accepted.length}. Of those that somebody else signed again, ${drawn.consistent} are consistent, and none is valid.`,
);
fail(accepted);
const isRare = (tried: number): boolean => tried < count / 8;
if (count > 1_000) {
  fail(Object.entries(drawn.tried).flatMap(([kind, tried]) => (isRare(tried) ? [`only ${tried} of ${kind}`] : [])));
  if (drawn.consistent <= count / 30) fail([`only ${drawn.consistent} that somebody else signed are consistent`]);
}
