import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendLeaves } from '../../shared/log/appending.ts';
import { publishNext } from '../../shared/log/publication.ts';
import { newMemoryTable } from '../../test/support/memory-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { newSigner } from '../explore/log-damage/register.ts';
import { assumed, measureCosts } from './log/cost.ts';
import { makeMillion } from './log/made-million.ts';
import { measureMemory, measureProofs, simulateLag } from './log/measure.ts';
import { describeProgram, toCount } from './program-options.ts';
import { report, round } from './report.ts';

const { leaves: count, consents } = describeProgram(
  'bench log',
  'What the log takes: proofs of one in a million, units and dollars, how far it is behind, and the memory of `log verify`.',
)
  .option('--leaves <number>', 'of the log whose leaves are proved', toCount, 1_000_000)
  .option('--consents <number>', 'at most, at each rate: fewer only try the command', toCount, 120_000)
  .parse()
  .opts();

const html = await readFile(join(import.meta.dirname, 'capacity/proofs/section.html'), 'utf8');

const costs = await measureCosts(makeMillion(100_000, { html }), consents);
await report('log-cost', `${costs.tables}\n\n${costs.assumptions}`);

const lagAssumed = {
  shards: assumed.shards,
  batchSize: 1_000,
  windowSeconds: 60,
  payloadBytes: assumed.payloadBytes,
  recordBytes: 8_000,
  pollSeconds: 1,
  invocationSeconds: 0.05,
  leafSeconds: costs.feedMilliseconds / 1_000,
};
await report(
  'log-lag',
  `Seconds from the write of a consent to its leaf, by a simulation of shards and batches; its checkpoint is the next, within 15 minutes.

${simulateLag(newRandom(1), [1, 10, 100, 1_000], lagAssumed)}

Assumed: ${lagAssumed.shards} shards with the same share each, consents by chance (Poisson), a record of ${lagAssumed.recordBytes / 1_000} KB. A batch goes to the job when it has 1,000 records or 6 MB or is 60 seconds old, one at a time for each shard. It takes up to a second until a record can be read, 50 ms for the calls of an invocation and ${round(costs.feedMilliseconds, 2)} ms for a leaf, which is what the job took here on the CPU that its function has. Publishing takes ${round(costs.publishMilliseconds, 2)} ms for a leaf.`,
);

const proof = { url: 'https://shop.example/checkout' };
const made = makeMillion(count, proof);
const log = newMemoryTable();
const key = newSigner();
const [together, publishEvery] = [1_000, 20_000];
for (let i = 0; i < count; i += together) {
  const now = new Date(made.timeOf(Math.min(i + together, count) - 1));
  const leaves = Array.from({ length: Math.min(together, count - i) }, (_, j) => made.leaf(i + j));
  await appendLeaves(log, leaves, { since: now, now });
  if ((i + together) % publishEvery === 0 || i + together >= count)
    await publishNext({ log, origin: 'bench', key }, now);
}
await report('log-proof', await measureProofs(log, made));
await report('log-memory', await measureMemory(log, key.publicKey, { count, proof }));
