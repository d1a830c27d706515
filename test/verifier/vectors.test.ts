import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublishedKeys } from '../../verifier/keys.ts';
import { readKeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { CheckName } from '../../verifier/verification.ts';
import { checkNames } from '../../verifier/verification.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import type { Vector } from '../evidence/vectors.ts';
import { makeCases, makeVectors } from '../evidence/vectors.ts';
import { hasProgram, needs, newFolder } from '../support/make/machine.ts';

const folder = join(import.meta.dirname, '../../verifier/vectors');
const vectors = Object.entries(makeVectors());
const cases = Object.entries(makeCases());

const toText = (vector: Vector): string => `${JSON.stringify(vector)}\n`;

test('the files are the forty vectors as they are made now', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const texts = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  expect(texts, 'stale: npm run generate').toEqual(
    Object.fromEntries(vectors.map(([name, vector]) => [`${name}.json`, toText(vector)])),
  );
  expect(files).toHaveLength(40);
});

const judge = async ({ document, keys, checkpoints, now }: Vector) => {
  const known = keys === null ? undefined : await readPublishedKeys(JSON.stringify(keys), 'keys.json');
  const kept = checkpoints.map((text) => readKeptCheckpoint(text, 'kept.txt'));
  if ((known && 'fault' in known) || kept.some((one) => 'fault' in one)) return { verdict: null, fails: [], asks: [] };
  const { verdict, checks } = await verifyDocument(Buffer.from(document), {
    keys: known?.keys,
    checkpoints: kept.flatMap((one) => ('kept' in one ? [one.kept] : [])),
    now: new Date(now),
  });
  const named = (wanted: boolean | null): readonly CheckName[] =>
    checkNames.filter((name) => checks.some((check) => check.name === name && check.holds === wanted));
  return { verdict, fails: named(false), asks: named(null) };
};

test.each(cases)('a case gets its verdict and its checks: %s', async (_name, vector) => {
  const { verdict, fails, asks } = vector;
  expect(await judge(vector)).toEqual({ verdict, fails, asks });
});

test('each check fails or asks alone in some vector; a signature cannot hold without its header', () => {
  const alone = vectors.flatMap(([, { fails, asks }]) => {
    const found = fails.length > 0 ? fails : asks;
    return found.length === 1 ? found : [];
  });
  expect(checkNames.filter((name) => !alone.includes(name))).toEqual(['header']);
});

test('the vectors have every verdict', () => {
  expect(new Set(vectors.map(([, { verdict }]) => verdict))).toEqual(
    new Set(['valid', 'consistent', 'doubtful', 'refused', null]),
  );
});

test(
  'a verifier in Python, written from the page alone, answers the same',
  needs('python3 with the package cryptography', hasProgram('python3', ['-c', 'import cryptography'])),
  () => {
    const all = newFolder();
    for (const [name, vector] of cases) writeFileSync(join(all, `${name}.json`), toText(vector));

    const verify = (...words: readonly string[]) =>
      spawnSync('python3', [join(folder, 'verify.py'), '--vectors', ...words], { encoding: 'utf8' });

    expect(verify()).toMatchObject({ stdout: '40 vectors\n', stderr: '', status: 0 });
    expect(verify(all)).toMatchObject({ stdout: `${cases.length} vectors\n`, stderr: '', status: 0 });
  },
);
