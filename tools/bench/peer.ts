import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { startPeer } from './peer/c15t.ts';
import type { Contender, Memory } from './peer/contender.ts';
import { installPeer, packageDirectory } from './peer/installation.ts';
import type { Series } from './peer/measure.ts';
import { countRecorded, measureMemory, timeColdStarts, timedCalls, timeOperations, warmUp } from './peer/measure.ts';
import { startOurs } from './peer/ours.ts';
import { startPostgresql } from './peer/postgresql.ts';
import { makeDirectory } from './peer/processes.ts';
import { tabulateColdStarts, tabulateIndexed, tabulateMemory, tabulateTimes, tabulateWaiting } from './peer/tables.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report } from './report.ts';

const toSizes = (text: string): number[] => {
  const sizes = toAscendingCounts(text);
  if (Math.max(...sizes) <= 1_000_000) return sizes;
  throw new InvalidArgumentError('At most a million can be stored.');
};

const { records: sizes } = describeProgram(
  'bench peer',
  'What our operations take beside those of another consent back end, on one machine.',
)
  .option('--records <numbers>', 'numbers of stored consents', toSizes, [1_000, 100_000])
  .parse()
  .opts();

const startPeers = async (): Promise<{ contenders: Contender[]; missing: string }> => {
  const location = join(await makeDirectory(), 'c15t.db');
  const onSqlite = await startPeer({ title: 'SQLite', provider: 'sqlite', location });
  try {
    const { connectionString, ...server } = await startPostgresql();
    const database = { title: 'PostgreSQL', provider: 'postgresql', location: connectionString, ...server } as const;
    return { contenders: [onSqlite, await startPeer(database)], missing: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { contenders: [onSqlite], missing: `\nPostgreSQL is not part of this run: ${reason}\n` };
  }
};

const say = (text: string): void => console.info(`${Math.round(process.uptime())} s: ${text}`);

interface Results {
  readonly series: readonly Series[];
  readonly memory: ReadonlyMap<number, ReadonlyMap<string, Memory>>;
  /** Persons who have a consent in the end, from number 0. */
  readonly persons: number;
}

/** Fills all services up to each size in turn, and times and weighs them there. */
const measureSizes = async (contenders: readonly Contender[], sizes: readonly number[]): Promise<Results> => {
  const series: Series[] = [];
  const memory = new Map<number, Map<string, Memory>>();
  let persons = 1;
  for (const records of sizes) {
    const until = Math.max(persons, records - Math.max(...contenders.map(countRecorded)));
    for (const { name, seed } of contenders) {
      say(`storing ${records} consents: ${name}`);
      await seed(persons, until);
    }
    persons = until;
    say(`timing calls at ${records}`);
    series.push(...(await timeOperations(contenders, { persons, records })));
    memory.set(records, await measureMemory(contenders));
  }
  return { series, memory, persons };
};

const readPeerVersion = async (): Promise<string> => {
  const file = join(packageDirectory, 'node_modules/@c15t/backend/package.json');
  return JSON.parse(await readFile(file, 'utf8')).version;
};

const most = Math.max(...sizes);
await installPeer();
say('starting the services');
const { contenders: peers, missing } = await startPeers();
const contenders = [await startOurs(), ...peers];
say('cold starts');
const coldStarts = await timeColdStarts(contenders);
say('warming up');
await warmUp(contenders);
const { series, memory, persons } = await measureSizes(contenders, sizes);
say('adding indexes to the peer');
for (const { addIndexes } of peers) await addIndexes?.();
const indexed = await timeOperations(peers, { persons, records: most });
for (const { stop } of contenders) await stop();
await report(
  'peer',
  `
@c15t/backend ${await readPeerVersion()}; Node ${process.version}, ${availableParallelism()} cores; ${timedCalls} calls for each figure, one after the other.
${missing}
${tabulateTimes(series, sizes)}

What of our time is DynamoDB Local's:

${tabulateWaiting(series)}

c15t at ${most.toLocaleString('en')}, once a user has added indexes on \`subject.externalId\` and \`consent.subjectId\`:

${tabulateIndexed(
  series.filter(({ records }) => records === most),
  indexed,
)}

Memory after these calls:

${tabulateMemory(memory)}

Cold start, from the start of the process to its first answer to a look-up:

${tabulateColdStarts(coldStarts)}
`,
);
process.exit();
