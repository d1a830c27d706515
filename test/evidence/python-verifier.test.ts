import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCanonicalJson } from '../../shared/canonical.ts';
import type { DocumentLog } from '../../shared/evidence/log-schema.ts';
import { placeForDocument, putDocument } from '../../verifier/embedded-document.ts';
import { readKeptCheckpoint } from '../../verifier/log/kept-checkpoint.ts';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { newRandom, runs, seed } from '../support/make/chance.ts';
import { retime } from '../support/make/checkpoints.ts';
import { hasProgram, needs } from '../support/make/machine.ts';
import type { LoggedStatement } from '../support/make/made-log.ts';
import { logStatement, makeLog, otherEntry } from '../support/make/made-log.ts';
import { fc } from '../support/make/properties.ts';
import { documentKeyOf, publish, sealDocument } from '../support/make/statement.ts';
import { damagedDocuments } from '../verifier/damaged-document.ts';
import { doubtfulStatements, soundStatements } from './sound-statements.ts';
import type { VectorIndex } from './vectors/vectors.ts';

const key = documentKeyOf('a register');
const now = '2026-12-01T00:00:00.000Z';

const keyFile = JSON.stringify({
  keys: publish([key]).keys.map(({ jwk, kid, usedFrom }) => ({ ...jwk, kid, usedFrom })),
});

interface Asked {
  readonly document: Uint8Array;
  readonly keys: string | null;
  /** Texts of checkpoints that a reader kept. */
  readonly checkpoints?: readonly string[];
}

/** What a verifier says: of a file whose form fails the verdict alone, since there it is open how far one looks. Without keys that can be read there is none. */
interface Said {
  readonly verdict: string | null;
  readonly fails: readonly string[];
  readonly asks: readonly string[];
}

const askPython = (all: readonly Asked[]): readonly Said[] => {
  const input = all.map(({ document, keys, checkpoints = [] }) =>
    JSON.stringify({ document: Buffer.from(document).toString('base64'), keys, checkpoints, now }),
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

type Random = ReturnType<typeof newRandom>;

/** Changes one character of a text, one number, or the order of a list. */
const damageLog = (log: DocumentLog, random: Random): unknown => {
  const copy = JSON.parse(JSON.stringify(log));
  const leaf = random.pick<DocumentLog['leaves'][number] & Record<string, unknown>>(copy.leaves);
  const ways = [
    () => Object.assign(leaf, { index: leaf.index + random.pick([-1, 1, 1_000]) }),
    () => Object.assign(leaf, { size: leaf.size + random.pick([-1, 1, 4]) }),
    () => Object.assign(leaf, { path: [...leaf.path].reverse() }),
    () => Object.assign(leaf, { path: leaf.path.slice(1) }),
    () => Object.assign(leaf, { path: [...leaf.path, ...leaf.path.slice(0, 1)] }),
    () => Object.assign(leaf, { salt: random.pick(['', 'AAAA', 'AA==', 'AB==', '?']) }),
    () => Object.assign(leaf, { event: random.pick(['consent.recorded', 'consent.revoked', 'consent.removed']) }),
    () => Object.assign(leaf, { more: 1 }),
    () => Object.assign(copy, { key: copy.key.replace(/.$/, random.pick(['A', '=', '+', ' '])) }),
    () => copy.checkpoints.push(copy.checkpoints[0]),
    () => Object.assign(copy.checkpoints[0], { note: damageText(copy.checkpoints[0].note, random) }),
    () => Object.assign(copy.checkpoints[0], { note: damageNote(copy.checkpoints[0].note, random) }),
  ];
  random.pick(ways)();
  return copy;
};

/** Another time, a line more in the text, a signature more or less, or the same in another order. */
const damageNote = (note: string, random: Random): string => {
  const [origin = '', size, root, , plain, timed] = note.split('\n');
  const text = `${origin}\n${size}\n${root}\n`;
  const signed = (...lines: readonly (string | undefined)[]): string => `${text}\n${lines.join('\n')}\n`;
  return random.pick([
    retime(note, random.pick([-1, 1, 300_000_000_000])),
    note.replace('\n\n', '\ntime 2026-10-05T16:15:00.000Z\n\n'),
    note.replace('\n\n', '\n\n\n'),
    signed(timed, plain),
    signed(plain),
    signed(timed),
    signed(plain, timed, plain),
    signed(plain, timed, timed),
    signed(
      plain,
      timed,
      timed?.replace(origin, random.pick(['w.example', 'w+example', 'w\u00a0x', 'w\tx', 'w\u200bx'])),
    ),
    signed(plain, timed, ...Array.from({ length: random.pick([62, 63]) }, () => plain?.replace(origin, 'w.example'))),
    signed(plain, timed, plain?.replace(/ (\S{3})\S/, ' $1x')),
    random.pick([`${note}\n`, note.trimEnd(), note.replaceAll('\n', '\r\n'), `${note}— w.example AAAAAA==\n`]),
  ]);
};

const damageText = (text: string, random: Random): string => {
  const at = random.below(text.length);
  return `${text.slice(0, at)}${random.pick(['', 'x', '\n', ' ', '+'])}${text.slice(at + 1)}`;
};

const noVerdict: Said = { verdict: null, fails: [], asks: [] };

const namesOf = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const keep = (text: string) => readKeptCheckpoint(text, 'kept.txt');

const askOurs = async ({ document, keys, checkpoints = [] }: Asked): Promise<Said> => {
  const read = keys === null ? undefined : await readPublishedKeys(keys, 'keys.json');
  const kept = checkpoints.map(keep);
  if ((read && 'fault' in read) || kept.some((one) => 'fault' in one)) return noVerdict;
  const { verdict, checks } = await verifyDocument(document, {
    keys: read?.keys,
    checkpoints: kept.flatMap((one) => ('kept' in one ? [one.kept] : [])),
    now: new Date(now),
  });
  const named = (wanted: boolean | null) =>
    namesOf(checks.filter(({ holds }) => holds === wanted).map(({ name }) => name));
  return { verdict, fails: named(false), asks: named(null) };
};

const ofForm = ['json', 'canonical', 'document', 'members'];

/** Where the form fails for one of both, only the verdict is compared. */
const comparable = (said: Said, other: Said): object =>
  [said, other].some(({ fails }) => fails.some((name) => ofForm.includes(name))) ? { verdict: said.verdict } : said;

const sealed = Object.values({ ...soundStatements, ...doubtfulStatements }).map((make) => sealDocument(make(), key));

const drawAsked = (count: number): readonly Asked[] => {
  const random = newRandom(seed);
  return fc.sample(damagedDocuments(sealed, key), count).map(({ file }) => {
    const document = random.chance(0.2) ? Buffer.from(random.pick(sealed)) : file;
    return { document, keys: random.chance(0.8) ? keyFile : null };
  });
};

/** Where both say different things, what each says. */
const compare = async (asked: readonly Asked[]) => {
  const python = askPython(asked);
  const ours = await Promise.all(asked.map(askOurs));
  const different = ours.flatMap((said, i) => {
    const theirs = python[i] ?? noVerdict;
    const [one, two] = [comparable(said, theirs), comparable(theirs, said)].map((value) => JSON.stringify(value));
    const { document, keys } = asked[i] as Asked;
    return one === two ? [] : [`${one} ${two} ${keys} ${Buffer.from(document).toString().slice(0, 3_000)}`];
  });
  return { ours, python, different };
};

const needed = needs('python3 with the package cryptography', hasProgram('python3', ['-c', 'import cryptography']));

test('a verifier that was written from docs/evidence.md alone, in another language, says the same of any document', {
  timeout: 120_000,
  ...needed,
}, async () => {
  const example = readFileSync(join(import.meta.dirname, '../../docs/evidence-example.json'));
  const exampleKeys = readFileSync(join(import.meta.dirname, '../../docs/evidence-example-keys.json'), 'utf8');
  const asked = [
    { document: example, keys: exampleKeys },
    ...sealed.map((text) => ({ document: Buffer.from(text), keys: keyFile })),
    ...drawAsked(runs(100)),
  ];
  const { ours, python, different } = await compare(asked);

  const countOf = (verdict: string): number => ours.filter((said) => said.verdict === verdict).length;
  expect(different).toEqual([]);
  expect(python).toHaveLength(asked.length);
  expect(ours[0]).toMatchObject({ verdict: 'valid', fails: [] });
  expect([countOf('valid'), countOf('consistent'), countOf('refused')].every((count) => count > runs(5))).toBe(true);
});

const [plain = ''] = sealed;
const element = putDocument(placeForDocument, plain);
const pages: Readonly<Record<string, string>> = {
  valid: `<!doctype html>${element}`,
  'behind spaces': `\t\r\n <html>${element}`,
  'behind a byte order mark': `\ufeff\n<html>${element}`,
  'behind many spaces': `${' '.repeat(1_024)}<html>${element}`,
  'no page': `x${element}`,
  'no document': '<html></html>',
  'two documents': `<html>${element}${element}`,
  'no end': `<html>${element.replace('</script>', '')}`,
  'padded base64url': `<html>${element.replace('</script>', '=</script>')}`,
  'a line end': `<html>${element.replace('</script>', '\n</script>')}`,
  'a document with a line end': `<html>${putDocument(placeForDocument, `${plain}\n`)}`,
  'a page in a page': `<html>${putDocument(placeForDocument, `<html>${element}`)}`,
  'too long': `<html>${' '.repeat(13_000_000)}${element}`,
};

const published = { ...key.jwk, kid: key.kid, usedFrom: '2026-01-01T00:00:00.000Z' };
const { issuedAt } = JSON.parse(plain).statement;
const hours = (count: number, milliseconds = 0): string =>
  new Date(Date.parse(issuedAt) + count * 3_600_000 + milliseconds).toISOString();
const stranger = documentKeyOf('another register');

const jwks: Readonly<Record<string, object>> = {
  valid: published,
  'no thumbprint and no times': key.jwk,
  'times that are null': { ...published, usedFrom: null },
  'an hour too early': { ...published, usedFrom: hours(1) },
  'more than an hour too early': { ...published, usedFrom: hours(1, 1) },
  'a time that is none': { ...published, usedFrom: '2026-02-30T00:00:00.000Z' },
  'the thumbprint of another': { ...published, kid: stranger.kid },
  'a private key': { ...published, d: 'x' },
  'no point of the curve': { ...published, x: stranger.jwk.x },
};

const keyFiles: readonly string[] = [
  ...Object.values(jwks).flatMap((jwk) => [
    JSON.stringify(jwk),
    JSON.stringify({ keys: [{ kty: 'RSA', d: 'x' }, stranger.jwk, jwk] }),
  ]),
  JSON.stringify({ keys: [{ ...published, usedFrom: hours(-2) }, published] }),
  JSON.stringify({ keys: [stranger.jwk] }),
  '',
  '{}',
  '{"keys":[]}',
  '[',
  plain,
  `\uFEFF${JSON.stringify(published)}`,
];

/** Checkpoints that readers may have kept of a log: of its own, of a larger tree, of another log, and damaged ones. */
const drawKept = ({ log, entries }: LoggedStatement, random: Random): readonly string[] => {
  const name = log.key.name;
  const day = `2026-0${1 + random.below(9)}-1${random.below(10)}T00:00:00.000Z`;
  const time = random.pick([day, day, '2019-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']);
  const larger = makeLog([...entries, otherEntry(1)], { name });
  const kept = [
    () => log.note(1 + random.below(entries.length), time),
    () => log.note(entries.length, time),
    () => larger.note(entries.length + 1, time),
    () => makeLog([otherEntry(99), ...entries.slice(1)], { name }).note(1 + random.below(entries.length), time),
    () => makeLog(entries, { name, text: 'another' }).note(entries.length, time),
    () => makeLog(entries, { name: 'example.org/other' }).note(entries.length, time),
    () => damageText(log.note(entries.length, time), random),
  ];
  return Array.from({ length: random.below(3) }, () => random.pick(kept)());
};

/** Members `log` that hold, and those that are damaged in one place. */
const drawLogged = async (): Promise<readonly Asked[]> => {
  const random = newRandom(seed);
  const all = await Promise.all(
    Object.values(soundStatements).map(async (make) => {
      const made = await logStatement(make(), {
        logged: (_leaf, happened) => happened + random.pick([1_000, 900_000, 900_000, 3_600_000, 9_000_000_000]),
      });
      const { document } = made;
      const sound = JSON.parse(sealDocument(make(), key));
      const damaged = Array.from({ length: 12 }, () => damageLog(document, random));
      const parts = [
        document,
        { ...document, checkpoints: [] },
        { ...document, leaves: document.leaves.slice(0, 1) },
        ...Array.from({ length: 12 }, () => made.leadTo(1 + random.below(made.entries.length))),
        undefined,
      ];
      const foreign = (await logStatement(soundStatements.plain?.() ?? make(), { text: 'another' })).document;
      return [...parts, ...damaged, foreign].map((log) => ({
        document: Buffer.from(toCanonicalJson({ ...sound, ...(log === undefined ? {} : { log }) })),
        checkpoints: drawKept(made, random),
        keys: random.chance(0.3)
          ? JSON.stringify({ ...JSON.parse(keyFile), logKeys: [random.pick([document, foreign]).key] })
          : keyFile,
      }));
    }),
  );
  return all.flat();
};

test('and the same of what documents say of the log', { timeout: 120_000, ...needed }, async () => {
  const { ours, different } = await compare(await drawLogged());

  expect(different).toEqual([]);
  expect(new Set(ours.map(({ verdict }) => verdict))).toEqual(new Set(['valid', 'doubtful', 'refused', null]));
  expect(new Set(ours.flatMap(({ fails }) => fails))).toEqual(new Set(['log', 'log-checkpoint', 'log-kept']));
  expect(new Set(ours.flatMap(({ asks }) => asks))).toEqual(
    new Set(['log', 'log-missing', 'log-key', 'log-order', 'log-late', 'log-kept', 'log-stripped', 'log-time']),
  );
});

test('and the same of pages, and by key files of all forms', { timeout: 120_000, ...needed }, async () => {
  const ofPages = Object.values(pages).map((page) => ({ document: Buffer.from(page), keys: keyFile }));
  const ofKeys = keyFiles.map((keys) => ({ document: Buffer.from(plain), keys }));
  const { ours, different } = await compare([...ofPages, ...ofKeys]);
  expect(different).toEqual([]);
  expect(new Set(ours.map(({ verdict }) => verdict))).toEqual(new Set(['valid', 'consistent', 'refused', null]));
});

const folder = join(import.meta.dirname, '../../docs/vectors');
const readVector = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('and gives every vector its verdict', { timeout: 120_000, ...needed }, () => {
  const { vectors }: VectorIndex = JSON.parse(readVector('index.json'));
  const python = askPython(
    vectors.map(({ document, keys, checkpoints }) => ({
      document: readFileSync(join(folder, document)),
      keys: keys === null ? null : readVector(keys),
      checkpoints: checkpoints.map(readVector),
    })),
  );

  expect(vectors.length).toBeGreaterThan(100);
  const isOfForm = (fails: readonly string[]): boolean => fails.some((name) => ofForm.includes(name));
  expect(
    vectors.map(({ document, fails }, i) => [document, python[i]?.verdict, isOfForm(fails) || python[i]?.fails]),
  ).toEqual(vectors.map(({ document, verdict, fails }) => [document, verdict, isOfForm(fails) || [...fails].sort()]));
});
