import { expect, test } from 'vitest';
import type { DocumentLog, Facts } from '../../../shared/evidence/schema.ts';
import { writeNoteKey } from '../../../shared/log/note.ts';
import { hashCanonical, toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { readKeptCheckpoint } from '../../../verifier/log/checkpoints.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import type { Reader } from '../../../verifier/verify.ts';
import { soundFacts } from '../../evidence/sound-facts.ts';
import { retime } from '../../support/make/checkpoints.ts';
import { logFacts, makeLog, otherEntry } from '../../support/make/made-log.ts';
import { keep, keys, seal, sound, verify } from '../reader.ts';

const facts = sound();
/** One checkpoint has all of it, so it has the version and the consent late. */
const { log, document: ownLog, entries } = logFacts(facts, { time: '2026-04-01T12:15:00.000Z' });
const size = entries.length;

const recorded = { event: 'consent.recorded', version: null };

/** The event that a check tells of. */
const eventIn = (said: unknown): string => Object(Object(said).event).event ?? '';

const named = ({ checks }: Verification, holding: boolean | null): string[] =>
  checks
    .filter(({ holds, name }) => holds === holding && name.startsWith('log'))
    .map(({ name, saying: [, said] }) => [name, eventIn(said)].join(' ').trim());

const failing = (verification: Verification): string[] => named(verification, false);

/** With the hashes of its contents made anew, as the operator can. */
const rehash = (facts: Facts): Facts => {
  const { proof, userData, revokeProof } = facts.contents;
  const copy = JSON.parse(JSON.stringify(facts));
  const [first, revoked] = copy.consent;
  if (proof !== undefined) first.proofHash = hashCanonical(proof);
  if (userData !== undefined) first.userDataHash = hashCanonical(userData);
  if (revoked !== undefined) revoked.proofHash = hashCanonical(revokeProof);
  return copy;
};

test.each(Object.keys(soundFacts))('the log of a document holds: %s', async (name) => {
  const { document } = logFacts(sound(name));
  const verification = await verify(seal(sound(name), document));

  expect(failing(verification)).toEqual([]);
  expect(named(verification, true).filter((line) => line.startsWith('log '))).toHaveLength(document.leaves.length);
  expect(verification.verdict).toBe('valid');
});

test('without a log a document is valid, and says that nothing shows since when', async () => {
  const verification = await verify(seal(facts));

  expect(verification.verdict).toBe('valid');
  expect(verification.since).toBeUndefined();
  expect(verification.checks.find(({ name }) => name === 'log')?.says).toMatch(/^No log proves this document/);
});

const otherHex = (text: string): string => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;

/** Another value that the form allows in the same place. */
const change = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return new Date(Date.parse(value) + 1).toISOString();
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{64})$/.test(value)) return otherHex(value);
  const other = { eng: 'ita', 'web.form': 'web', email: 'web', version: 'pid' }[value];
  return other ?? `${value}x`;
};

type Path = readonly string[];

const findPlaces = (value: unknown, path: Path = []): Path[] => {
  if (value === null) return [];
  return typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => findPlaces(member, [...path, name]))
    : [path];
};

const changeAt = (of: Facts, path: Path): Facts => {
  const copy = JSON.parse(JSON.stringify(of));
  const holder = path.slice(0, -1).reduce((value, member) => value[member], copy);
  const last = path.at(-1) ?? '';
  holder[last] = change(holder[last]);
  return copy;
};

/** What is made anew of the contents, whatever it was. */
const isRehashed = /^consent\.\d\.(?:proof|userData)Hash$/;

/** Members of the facts whose change no signature of the operator hides from the reader. */
const findUncommitted = async (told: Facts): Promise<string[]> => {
  const { document } = logFacts(told);
  const found: string[] = [];
  for (const path of findPlaces(told).filter((one) => !isRehashed.test(one.join('.')))) {
    const { verdict } = await verify(seal(rehash(changeAt(told, path)), document));
    if (verdict === 'valid') found.push(path.join('.'));
  }
  return found.sort();
};

/** What the log does not commit to: names, what was asked, and when the document was issued. */
const names = ['issuedAt', 'names.account', 'names.notice'];
const asked = ['asked.from', 'asked.until'];

test.each<[string, string[]]>([
  ['plain', names],
  ['revoked', [...asked, ...names]],
  ['superseded', [...asked, ...names]],
  ['revoked, then erased', [...asked, ...names]],
  ['imported with its revocation', names],
])('what the log commits to cannot be changed by who signs documents: %s', async (name, members) => {
  expect(await findUncommitted(sound(name))).toEqual(members);
});

test.each<[string, (told: Facts) => Partial<Facts>, string]>([
  ['an import that never was', () => ({ consent: sound('imported').consent, names: sound('imported').names }), 'plain'],
  ['other userData', ({ contents }) => ({ contents: { ...contents, userData: {} } }), 'plain'],
  ['another proof', ({ contents }) => ({ contents: { ...contents, proof: {} } }), 'plain'],
  ['a revocation taken back', () => sound('plain'), 'revoked'],
  ['an erasure made up', () => sound('revoked, then erased'), 'revoked'],
  ['an erasure taken back', () => sound('revoked'), 'revoked, then erased'],
  ['an import made a record', () => sound('plain'), 'imported'],
])('a document is refused with %s, though it is signed anew', async (_name, edit, base) => {
  const { document } = logFacts(sound(base));
  const verification = await verify(seal(rehash({ ...sound(base), ...edit(sound(base)) }), document));

  expect(failing(verification)).not.toEqual([]);
  expect(verification.verdict).toBe('refused');
});

test('a revocation that the log lacks is distinguished from what it proves', async () => {
  const { document } = logFacts(sound('plain'));
  const verification = await verify(seal(facts, document));

  expect(named(verification, null)).toContain('log-missing consent.revoked');
  expect(failing(verification)).toEqual([]);
  expect(verification.verdict).toBe('doubtful');
});

type Change = (member: DocumentLog) => unknown;

const changeLeaf =
  (edit: (leaf: DocumentLog['leaves'][number]) => object): Change =>
  (member) => ({ ...member, leaves: member.leaves.map((leaf, i) => (i === 1 ? { ...leaf, ...edit(leaf) } : leaf)) });

const noteWith =
  (edit: (note: string) => string): Change =>
  (member) => ({
    ...member,
    checkpoints: member.checkpoints.map(({ note, stamps }) => ({ note: edit(note), stamps })),
  });

const foreign = makeLog(entries, { text: 'another log' });
const renamed = makeLog(entries, { name: 'consent-register/other' });
const rewritten = makeLog(entries.map((entry, i) => (i === 0 ? otherEntry(99) : entry)));

test.each<[string, Change, string]>([
  ['another index', changeLeaf(({ index }) => ({ index: index - 1 })), 'log consent.recorded'],
  ['an index below zero', changeLeaf(() => ({ index: -1 })), 'log'],
  ['an index beyond the tree', changeLeaf(() => ({ index: size })), 'log'],
  ['a shorter path', changeLeaf(({ path }) => ({ path: path.slice(1) })), 'log consent.recorded'],
  ['a longer path', changeLeaf(({ path }) => ({ path: [...path, path[0]] })), 'log consent.recorded'],
  ['a path in another order', changeLeaf(({ path }) => ({ path: [...path].reverse() })), 'log consent.recorded'],
  ['another salt', changeLeaf(() => ({ salt: '' })), 'log consent.recorded'],
  ['another event', changeLeaf(() => ({ event: 'consent.erased' })), 'log consent.erased'],
  [
    'a hash with spare bits',
    changeLeaf(({ path }) => ({ path: path.map((hash) => hash.replace(/.=$/, 'B=')) })),
    'log',
  ],
  ['a member more', (member) => ({ ...member, more: 1 }), 'log'],
  ['an inherited member', (member) => ({ ...member, constructor: 1 }), 'log'],
  ['a list', () => [], 'log'],
  ['null', () => null, 'log'],
  ['no leaf', (member) => ({ ...member, leaves: [] }), 'log'],
  [
    'a leaf of a consent that names a version',
    (member) => ({
      ...member,
      leaves: member.leaves.map((leaf) => ({ ...leaf, versionId: facts.versions[0]?.versionId })),
    }),
    'log',
  ],
  [
    'a leaf of a version that names none',
    (member) => ({
      ...member,
      leaves: member.leaves.map((leaf) =>
        Object.fromEntries(Object.entries(leaf).filter(([is]) => is !== 'versionId')),
      ),
    }),
    'log',
  ],
  [
    'one leaf with two salts',
    (member) => ({
      ...member,
      leaves: member.leaves.flatMap((leaf) => [leaf, { ...leaf, salt: '', size: leaf.size + 1 }]),
    }),
    'log',
  ],
  ['a leaf twice', (member) => ({ ...member, leaves: [...member.leaves, member.leaves[0]] }), 'log'],
  [
    'more leaves than any document needs',
    (member) => ({
      ...member,
      leaves: Array.from({ length: 1_025 }, (_, i) => ({ ...member.leaves[0], size: 100 + i })),
    }),
    'log',
  ],
  [
    'more checkpoints than any document needs',
    (member) => ({ ...member, checkpoints: Array.from({ length: 513 }, () => member.checkpoints[0]) }),
    'log',
  ],
  [
    'more stamps than any checkpoint needs',
    (member) => ({
      ...member,
      checkpoints: member.checkpoints.map(({ note }) => ({ note, stamps: Array.from({ length: 65 }, () => 'AAAA') })),
    }),
    'log',
  ],
  ['a damaged key', (member) => ({ ...member, key: `${member.key}=` }), 'log'],
  ['the key of another log', (member) => ({ ...member, key: writeNoteKey(foreign.key) }), 'log-checkpoint'],
  ['a key of another name', (member) => ({ ...member, key: writeNoteKey(renamed.key) }), 'log-checkpoint'],
  ['another time in a checkpoint', noteWith((note) => retime(note)), 'log-checkpoint'],
  ['a checkpoint of another log', noteWith(() => renamed.note(size)), 'log-checkpoint'],
  ['a checkpoint that another key signed', noteWith(() => foreign.note(size)), 'log-checkpoint'],
  ['a checkpoint without a signature', noteWith((note) => note.slice(0, note.indexOf('\n\n') + 2)), 'log-checkpoint'],
  ['a checkpoint of another tree', noteWith(() => rewritten.note(size)), 'log consent.recorded'],
  [
    'two checkpoints of the same size',
    ({ checkpoints, ...rest }) => ({
      ...rest,
      checkpoints: [...checkpoints, { note: rewritten.note(size), stamps: [] }],
    }),
    'log-checkpoint',
  ],
])('a document is refused whose log has %s', async (_name, edit, fails) => {
  const verification = await verify(seal(facts, edit(ownLog)));

  expect(failing(verification)).toContain(fails);
  expect(verification.verdict).toBe('refused');
  expect(verification.since ?? []).not.toContainEqual(expect.objectContaining({ event: recorded }));
});

test('of two checkpoints of the same size the first counts', async () => {
  const other = { note: rewritten.note(size), stamps: [] };
  const verification = await verify(seal(facts, { ...ownLog, checkpoints: [...ownLog.checkpoints, other] }));

  expect(failing(verification)).toEqual(['log-checkpoint']);
});

test.each<[string, Change]>([
  ['no checkpoint', (member) => ({ ...member, checkpoints: [] })],
  ['a checkpoint of a smaller tree', noteWith(() => log.note(size - 1))],
])('with %s the leaves prove nothing, and the checks report it', async (_name, edit) => {
  const verification = await verify(seal(facts, edit(ownLog)));

  expect(named(verification, null)).toEqual([
    'log-missing consent.recorded',
    'log-missing consent.revoked',
    'log-missing notice.published',
  ]);
  expect(verification.since).toBeUndefined();
  expect(verification.verdict).toBe('doubtful');
});

test('a kept checkpoint of the same tree says since when, without the word of the register', async () => {
  const checkpoints = [keep(log.note(size, '2026-03-10T10:14:00.000Z'))];
  const verification = await verify(seal(facts, ownLog), { checkpoints });

  expect(verification.since).toContainEqual({
    event: recorded,
    time: '2026-03-10T10:14:00.000Z',
    by: 'kept',
    source: 'kept.txt',
  });
  expect(named(verification, true)).toContain('log-kept consent.recorded');
});

test.each([
  ['mail wrote its line ends', (note: string) => note.replaceAll('\n', '\r\n')],
  ['its last line end is gone', (note: string) => note.trimEnd()],
  ['lines stand around it', (note: string) => `\n${note}\n\n`],
])('a kept checkpoint is read where %s', async (_how, edit) => {
  const verification = await verify(seal(facts, ownLog), { checkpoints: [keep(edit(log.note(size)))] });

  expect(named(verification, true)).toContain('log-kept consent.recorded');
});

/** A checkpoint as the bus tells it. */
const eventOf = (note: string) => ({
  version: '0',
  id: '6a7e8feb',
  'detail-type': 'checkpoint.daily',
  source: 'consent-register',
  resources: [],
  detail: { id: 'a', type: 'checkpoint.daily', time: '2026-03-10T10:15:00.000Z', size, note },
});

test.each([
  ['the event of the bus', (note: string) => JSON.stringify(eventOf(note))],
  ['the event, escaped', (note: string) => JSON.stringify(eventOf(note)).replaceAll('\u2014', '\\u2014')],
  ['the event with lines', (note: string) => JSON.stringify(eventOf(note), null, 2)],
  ['what the event tells', (note: string) => JSON.stringify(eventOf(note).detail)],
  [
    'the mail',
    (note: string) =>
      `${JSON.stringify(eventOf(note))}\r\n\r\n--\r\nIf you wish to stop receiving notifications from this topic, visit:\r\nhttps://sns.example\r\n`,
  ],
])('a kept checkpoint is read as the register mails it: %s', async (_what, edit) => {
  const verification = await verify(seal(facts, ownLog), { checkpoints: [keep(edit(log.note(size)))] });

  expect(named(verification, true)).toContain('log-kept consent.recorded');
});

test.each([
  ['nothing', ''],
  ['a document', seal(facts, ownLog)],
  ['another event', JSON.stringify({ ...eventOf(log.note(size)), detail: { type: 'consent.recorded' } })],
  ['an event whose note is none', JSON.stringify(eventOf('x'))],
  ['two events', `${JSON.stringify(eventOf(log.note(size)))}\n${JSON.stringify(eventOf(log.note(2)))}`],
  ['braces', '}{'],
])('%s is no kept checkpoint', (_what, text) => {
  expect(readKeptCheckpoint(text, 'kept.txt')).toHaveProperty('fault');
});

/** A larger tree, and a document with a path to it beside its first one. */
const more = [...entries, ...Array.from({ length: 30 }, (_, i) => otherEntry(1_000 + i))];
const larger = makeLog(more);
const toLarger: DocumentLog = {
  ...ownLog,
  leaves: [
    ...ownLog.leaves,
    ...ownLog.leaves.map((leaf) => ({ ...leaf, path: larger.path(leaf.index, more.length), size: more.length })),
  ],
};

test('a path to the size of a kept checkpoint proves it there, though the document has no such checkpoint', async () => {
  const checkpoints = [keep(larger.note(more.length, '2026-04-01T00:00:00.000Z'))];
  const verification = await verify(seal(facts, toLarger), { checkpoints });

  expect(failing(verification)).toEqual([]);
  expect(verification.since).toContainEqual(expect.objectContaining({ event: recorded, by: 'kept' }));
});

test('of several kept checkpoints the earliest counts that the document leads to', async () => {
  const checkpoints = [
    keep(larger.note(more.length, '2026-04-01T00:00:00.000Z')),
    keep(log.note(size, '2026-03-20T00:00:00.000Z')),
    keep(log.note(2, '2026-03-01T00:00:00.000Z')),
  ];
  const { since } = await verify(seal(facts, toLarger), { checkpoints });

  expect(since?.find(({ event }) => event.event === 'consent.recorded')?.time).toBe('2026-03-20T00:00:00.000Z');
});

const forked = makeLog(more.map((entry, i) => (i === 5 ? otherEntry(98) : entry)));
const anew = makeLog(entries, { text: 'begun anew' });

test.each<[string, string, DocumentLog, 'fails' | 'asks']>([
  ['two trees of the same size', rewritten.note(size), ownLog, 'fails'],
  ['a later tree that does not have what the document says', forked.note(more.length), toLarger, 'fails'],
  ['the same name and another key', anew.note(size), ownLog, 'fails'],
  ['another name', renamed.note(size), ownLog, 'asks'],
  ['a time that was changed since', retime(log.note(size)), ownLog, 'asks'],
  ['a size that the document does not lead to', larger.note(more.length), ownLog, 'asks'],
  ['a tree from before the consent', log.note(2), ownLog, 'asks'],
])('a kept checkpoint is compared that has %s', async (_name, note, member, what) => {
  const verification = await verify(seal(facts, member), { checkpoints: [keep(note)] });

  const found = named(verification, what === 'fails' ? false : null).filter((line) => line.startsWith('log-kept'));
  expect(found).not.toEqual([]);
  expect(verification.verdict).toBe(what === 'fails' ? 'refused' : 'doubtful');
  expect(verification.since?.some(({ by }) => by === 'kept') ?? false).toBe(false);
});

test('a kept checkpoint that has another tree of the same size says that the log was rewritten', async () => {
  const { checks } = await verify(seal(facts, ownLog), { checkpoints: [keep(rewritten.note(size))] });

  expect(checks.filter(({ says }) => says.includes('The log has two histories'))).toMatchObject([
    { name: 'log-kept', holds: false },
  ]);
});

test('a log that somebody made is seen, since the key file has the key of the log', async () => {
  const known = { ...keys, logKeys: [writeNoteKey(log.key)] };
  const { document: made } = logFacts(facts, { text: 'made by somebody' });
  const byOf = async (member: DocumentLog, reader: Partial<Reader>) =>
    (await verify(seal(facts, member), reader)).since?.map(({ by }) => by);

  expect(await byOf(ownLog, { keys: known })).toEqual(['register', 'register']);
  expect(await byOf(ownLog, {})).toEqual(['document', 'document']);
  expect(await byOf(made, { keys: known })).toEqual(['document', 'document']);
});

test('a log that the key file does not name is for the reader to judge', async () => {
  const known = { ...keys, logKeys: [writeNoteKey(log.key)] };
  const { document: made } = logFacts(facts, { text: 'made by somebody' });
  const judged = async (member: DocumentLog, reader: Partial<Reader>) =>
    (await verify(seal(facts, member), reader)).checks.filter(isDoubt).some(({ name }) => name === 'log-key');

  expect(await judged(made, { keys: known })).toBe(true);
  expect(await judged(ownLog, { keys: known })).toBe(false);
  expect(await judged(made, {})).toBe(false);
});

test('a time stamp is for other software to verify, and no doubt', async () => {
  const stamped = { ...ownLog, checkpoints: ownLog.checkpoints.map(({ note }) => ({ note, stamps: ['AAAA'] })) };
  const { checks, doubts, verdict } = await verify(seal(facts, stamped));
  const unstamped = await verify(seal(facts, ownLog));

  expect([verdict, doubts]).toEqual([unstamped.verdict, unstamped.doubts]);
  expect(checks.filter(({ says }) => says.includes('RFC 3161'))).toMatchObject([
    { name: 'log-checkpoint', holds: true },
  ]);
});

test('a log whose clock is before what it has is for the reader to judge', async () => {
  const { document } = logFacts(facts, { time: '2019-01-01T00:00:00.000Z' });
  const { checks, verdict } = await verify(seal(facts, document));

  expect(verdict).toBe('doubtful');
  expect(checks.filter(isDoubt).map(({ saying: [code, said] }) => `${code} ${eventIn(said)}`)).toEqual([
    'log-early notice.published',
    'log-early consent.recorded',
    'log-early consent.revoked',
  ]);
});

test('a kept checkpoint whose time is before what it has is for the reader to judge', async () => {
  const checkpoints = [keep(larger.note(more.length, '2019-01-01T00:00:00.000Z'))];
  const { checks, verdict } = await verify(seal(facts, toLarger), { checkpoints });

  expect(verdict).toBe('doubtful');
  expect(
    checks.filter(({ saying: [code] }) => code === 'log-early').map(({ saying: [, said] }) => eventIn(said)),
  ).toEqual(['notice.published', 'consent.recorded', 'consent.revoked']);
});

test('a document that is full of leaves is refused before they are looked at', async () => {
  const proof = { html: 'x'.repeat(1_000_000) };
  const told = rehash({ ...facts, contents: { ...facts.contents, proof } });
  const leaf = { event: 'consent.recorded', index: 0, path: [], salt: '', size: 1 };
  const file = seal(told, { ...ownLog, leaves: Array.from({ length: 40_000 }, () => leaf) });
  expect((await verify(file)).verdict).toBe('refused');
});

test('a long leaf with as many paths as a document may have is hashed once', { timeout: 60_000 }, async () => {
  const [first] = sound('plain').consent;
  const told = {
    ...sound('plain'),
    consent: [{ ...first, project: { ...first.project, uid: 'x'.repeat(3_000_000) } }],
  };
  const path = Array.from({ length: 10 }, () => `${'A'.repeat(43)}=`);
  const of = { event: 'consent.recorded', index: 0, path, salt: '' };
  const leaves = Array.from({ length: 1_000 }, (_, i) => ({ ...of, size: 513 + i }));
  const started = performance.now();

  expect((await verify(seal(told as Facts, { ...ownLog, leaves }))).verdict).toBe('refused');
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a browser that cannot check signatures of checkpoints is reported', async () => {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = (async (...words: Parameters<typeof importKey>) => {
    if (words[2] === 'Ed25519') throw new DOMException('x', 'NotSupportedError');
    return importKey.apply(crypto.subtle, words);
  }) as typeof importKey;
  const verification = await verify(seal(facts, ownLog));
  const ofKept = await verify(seal(facts, { ...ownLog, checkpoints: [] }), { checkpoints: [keep(log.note(size))] });
  crypto.subtle.importKey = importKey;

  expect(verification.verdict).toBe('doubtful');
  expect(named(verification, null)).toContain('log-checkpoint');
  expect(named(ofKept, null)).toContain('log-checkpoint');
});

test('one proof in a million has less than 2 KB', () => {
  const hash = 'A'.repeat(43);
  const [leaf] = ownLog.leaves;
  const name = 'consent-register/123456789012-eu-central-1-prod';
  const { key: noteKey, note } = makeLog(entries, { name });
  const proof: DocumentLog = {
    checkpoints: [{ note: note(size).replace(`\n${size}\n`, '\n1000000\n'), stamps: [] }],
    key: writeNoteKey(noteKey),
    leaves:
      leaf === undefined
        ? []
        : [{ ...leaf, index: 999_998, size: 1_000_000, path: Array.from({ length: 20 }, () => `${hash}=`) }],
  };

  expect(toCanonicalJson(proof).length).toBeLessThan(2_048);
});
