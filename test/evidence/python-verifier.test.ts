import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { drawDamage } from '../abuse/evidence-damage/damage.ts';
import { documentKeyOf, publish, sealDocument } from '../support/evidence-document.ts';
import { hasProgram, needs } from '../support/needs.ts';
import { newRandom } from '../support/random.ts';
import { runs, seed } from '../support/seed.ts';
import { doubtfulStatements, soundStatements } from './sound-statements.ts';

const key = documentKeyOf('a register');
const now = '2026-12-01T00:00:00.000Z';

const keyFile = JSON.stringify({
  keys: publish([key]).keys.map(({ jwk, kid, usedFrom }) => ({ ...jwk, kid, usedFrom })),
});

interface Asked {
  readonly document: Uint8Array;
  readonly keys: string | null;
}

/** What a verifier says: of a file whose form fails the verdict alone, since there it is open how far one looks. */
interface Said {
  readonly verdict: string;
  readonly fails: readonly string[];
  readonly asks: readonly string[];
}

const askPython = (all: readonly Asked[]): readonly Said[] => {
  const input = all.map(({ document, keys }) =>
    JSON.stringify({ document: Buffer.from(document).toString('base64'), keys, now }),
  );
  const { stdout, stderr, status } = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: `${input.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

const namesOf = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const askOurs = async ({ document, keys }: Asked): Promise<Said> => {
  const read = keys === null ? undefined : await readPublishedKeys(keys, 'keys.json');
  const { verdict, checks } = await verifyDocument(document, {
    keys: read && 'keys' in read ? read.keys : undefined,
    now: new Date(now),
  });
  const named = (wanted: boolean | null) =>
    namesOf(checks.filter(({ holds }) => holds === wanted).map(({ name }) => name));
  return { verdict, fails: named(false), asks: named(null) };
};

const ofForm = ['json', 'canonical', 'document', 'members'];

const comparable = (said: Said): object =>
  said.fails.some((name) => ofForm.includes(name)) ? { verdict: said.verdict } : said;

const sealed = Object.values({ ...soundStatements, ...doubtfulStatements }).map((make) => sealDocument(make(), key));

const drawAsked = (count: number): readonly Asked[] => {
  const random = newRandom(seed);
  return Array.from({ length: count }, () => {
    const document = random.chance(0.2) ? Buffer.from(random.pick(sealed)) : drawDamage(random, sealed, key).file;
    return { document, keys: random.chance(0.8) ? keyFile : null };
  });
};

test('a verifier that was written from docs/evidence.md alone, in another language, says the same of a thousand documents', {
  timeout: 120_000,
  ...needs('python3 with the package cryptography', hasProgram('python3', ['-c', 'import cryptography'])),
}, async () => {
  const example = readFileSync(join(import.meta.dirname, '../../docs/evidence-example.json'));
  const exampleKeys = readFileSync(join(import.meta.dirname, '../../docs/evidence-example-keys.json'), 'utf8');
  const asked = [
    { document: example, keys: exampleKeys },
    ...sealed.map((text) => ({ document: Buffer.from(text), keys: keyFile })),
    ...drawAsked(runs(1_000)),
  ];
  const python = askPython(asked);
  const ours = await Promise.all(asked.map(askOurs));

  const different = ours.flatMap((said, i) => {
    const other = python[i] ?? { verdict: '', fails: [], asks: [] };
    const [one, two] = [comparable(said), comparable(other)].map((value) => JSON.stringify(value));
    return one === two
      ? []
      : [
          `${one} ${two} ${Buffer.from(asked[i]?.document ?? [])
            .toString()
            .slice(0, 3_000)}`,
        ];
  });
  const countOf = (verdict: string): number => ours.filter((said) => said.verdict === verdict).length;
  expect(different).toEqual([]);
  expect(python).toHaveLength(asked.length);
  expect(ours[0]).toEqual({ verdict: 'valid', fails: [], asks: [] });
  expect([countOf('valid'), countOf('consistent'), countOf('refused')].every((count) => count > 50)).toBe(true);
});
