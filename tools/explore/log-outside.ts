import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { appendLeaves } from '../../shared/log/appending.ts';
import { writeTileFiles } from '../../shared/log/auditing/tile-files.ts';
import { parseCheckpoint } from '../../shared/log/checkpoint.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import { writeNoteKey } from '../../shared/log/signed-note.ts';
import { newMemoryTable } from '../../test/support/memory-table.ts';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { report, round, toTable } from '../bench/report.ts';
import { newSigner, origin, publishAll } from './log-damage/register.ts';

const { leaves: count, seed } = describeProgram(
  'explore log-outside',
  "Writes a log as files, as `log export` does, and has the packages of Go's own checksum database verify it (docs/recipes/go); then damages it in every way that a file can be, which they must refuse. Needs Go.",
)
  .option('--leaves <number>', 'how many', toCount, 100_000)
  .option('--seed <number>', 'of what is damaged by chance', toCount, 1)
  .parse()
  .opts();

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../docs/recipes/go');
const start = Date.parse('2026-11-23T00:00:00Z');
const step = 1_000;

const makeLeaf = (i: number): Leaf => {
  const hash = createHash('sha256').update(String(i)).digest();
  return { event: { kind: 'published', id: hash.toString('hex', 0, 16), time: start + i }, entry: hash };
};

const log = newMemoryTable();
const key = newSigner();
const notes: string[] = [];
for (let i = 0; i < count; i += step) {
  const now = new Date(start + i);
  const leaves = Array.from({ length: Math.min(step, count - i) }, (_, j) => makeLeaf(i + j));
  await appendLeaves(log, leaves, { since: now, now });
  if ((i / step) % 7 === 0 || i + step >= count) notes.push(...(await publishAll(log, key, now)));
}

const folder = await mkdtemp(join(tmpdir(), 'log-outside-'));
const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};
const size = parseCheckpoint(notes.at(-1) ?? '')?.size ?? 0;
for await (const { path, bytes } of writeTileFiles(log, size)) await write(path, bytes);
await write('checkpoint', notes.at(-1) ?? '');
await write('earlier', notes[Math.floor(notes.length / 2)] ?? '');

const binary = join(folder, 'verify-log');
await run('go', ['build', '-o', binary, '.'], { cwd: program });
const words = [folder, writeNoteKey({ name: origin, publicKey: key.publicKey }), join(folder, 'earlier')];
const verify = async (): Promise<string> => (await run(binary, words)).stdout;

const begin = performance.now();
const says = await verify();
const seconds = (performance.now() - begin) / 1_000;

/** What is changed of a byte. Lower bits would not do: of the last letter of a signature in Base64 nothing reads the lowest four. */
const bit = 0x10;

/** Whether the program says no to a file with another byte. @throws where it ends in another way, such as killed */
const isRefused = async (path: string, place: number): Promise<boolean> => {
  const bytes = await readFile(join(folder, path));
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(place) ^ bit, place);
  await writeFile(join(folder, path), damaged);
  const refused = await verify().then(
    () => false,
    (error: { readonly code?: unknown }) => {
      if (error.code !== 1) throw error;
      return true;
    },
  );
  await writeFile(join(folder, path), bytes);
  return refused;
};

const random = newRandom(seed);
const files = (await readdir(join(folder, 'tile'), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
const kinds = {
  checkpoint: ['checkpoint'],
  'an earlier checkpoint': ['earlier'],
  entries: files.filter((path) => path.startsWith('tile/entries/')),
  'hashes of leaves': files.filter((path) => path.startsWith('tile/0/')),
  'hashes above them': files.filter((path) => /^tile\/[1-9]/.test(path)),
};
const rows: [string, number, number][] = [];
for (const [kind, paths] of Object.entries(kinds).filter(([, { length }]) => length > 0)) {
  let refused = 0;
  const tries = 20;
  for (let i = 0; i < tries; i += 1) {
    const path = random.pick(paths);
    const { length } = await readFile(join(folder, path));
    if (await isRefused(path, random.below(length))) refused += 1;
  }
  rows.push([kind, tries, refused]);
}
await rm(folder, { recursive: true });
await report(
  'log-outside',
  `\`golang.org/x/mod/sumdb\` on an export of ${size.toLocaleString('en')} leaves, ${round(seconds)} s:

\`\`\`
${says.trim().replaceAll(folder, '../log')}
\`\`\`

${toTable(['one byte is another one in', 'times', 'refused'], rows)}`,
);
const missed = rows.filter(([, tries, refused]) => refused < tries).map(([kind]) => kind);
if (missed.length > 0) {
  process.stderr.write(`explore log-outside: not every other byte is refused in ${missed.join(', ')}.\n`);
  process.exitCode = 1;
}
