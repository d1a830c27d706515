import { expect, test } from 'vitest';
import type { DocumentLog, Facts } from '../../../shared/evidence/schema.ts';
import type { Check, Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import { logFacts, makeLog, otherEntry } from '../../support/make/made-log.ts';
import { keep, say, seal, sound, verify } from '../reader.ts';

/** A check by its name and the event that it tells of. */
const nameCheck = ({ name, saying: [, said] }: Pick<Check, 'name' | 'saying'>): string =>
  [name, Object(Object(said).event).event ?? ''].join(' ').trim();

/** The doubts that count. */
const doubts = ({ checks }: Verification): string[] => checks.filter(isDoubt).map(nameCheck);

const sayings = ({ checks }: Verification, name: string): string =>
  checks
    .filter((check) => check.name === name && check.holds === null)
    .map(say)
    .join('\n');

const facts = sound('plain');
const plain = logFacts(facts);
const size = plain.entries.length;

/** The log goes on: a tree with more leaves, at a later time. */
const grown = makeLog([...plain.entries, ...Array.from({ length: 20 }, (_, i) => otherEntry(500 + i))]);
const later = '2026-04-01T00:00:00.000Z';

test('a document whose log has the checkpoint that the reader kept is valid', async () => {
  const verification = await verify(seal(facts, plain.leadTo(size)), {
    checkpoints: [keep(plain.log.note(size))],
  });

  expect(doubts(verification)).toEqual([]);
  expect(verification.verdict).toBe('valid');
});

test('a document without its log is doubtful for a reader with a kept checkpoint, with the reason', async () => {
  const verification = await verify(seal(facts), { checkpoints: [keep(plain.log.note(size))] });

  expect(verification).toMatchObject({ verdict: 'doubtful', doubts: ['log-kept'] });
  expect(sayings(verification, 'log-kept')).toContain('Anybody can remove the log from a document');
});

test('a log of another name proves nothing to a reader who kept a checkpoint of the register', async () => {
  const renamed = logFacts(facts, { name: 'consent-register/other', text: 'another log' });
  const verification = await verify(seal(facts, renamed.document), { checkpoints: [keep(plain.log.note(size))] });

  expect(verification).toMatchObject({ verdict: 'doubtful', doubts: ['log-kept'] });
});

const without = (event: string, log = plain.document): DocumentLog => ({
  ...log,
  leaves: log.leaves.filter((leaf) => leaf.event !== event),
});

test('a leaf that was dropped is a doubt, with a kept checkpoint and without', async () => {
  const dropped = seal(facts, without('consent.recorded'));
  const kept = await verify(dropped, { checkpoints: [keep(grown.note(size + 20, later))] });

  expect(await verify(dropped)).toMatchObject({ verdict: 'doubtful', doubts: ['log-missing'] });
  expect(doubts(kept)).toEqual(['log-missing consent.recorded', 'log-kept consent.recorded']);
  expect(sayings(kept, 'log-missing')).not.toContain('a little later');
});

test('a version that no leaf proves is a doubt', async () => {
  expect(doubts(await verify(seal(facts, without('notice.published'))))).toEqual(['log-missing notice.published']);
});

const soonAfter = (told: Facts): Facts => ({ ...told, issuedAt: '2026-03-10T10:20:00.000Z' });

test.each([
  ['an hour', '2026-03-10T11:00:00.250Z', 'log consent.recorded'],
  ['more than an hour', '2026-03-10T11:00:00.251Z', 'log-missing consent.recorded'],
])('a log need not have what is %s old when a document is issued', async (_age, issuedAt, expected) => {
  const told = { ...soonAfter(facts), issuedAt };
  const { checks } = await verify(seal(told, without('consent.recorded')));

  expect(checks.filter(({ holds, name }) => holds === null && name.startsWith('log')).map(nameCheck)).toContain(
    expected,
  );
});

test.each([
  ['by an hour', 3_600_000 - 250, []],
  ['by more than an hour', 3_601_000, ['log-late consent.recorded']],
  ['by months', 7_000_000_000, ['log-late consent.recorded']],
])('what came into the log late %s is reported', async (_how, after, expected) => {
  const { document } = logFacts(facts, {
    logged: (leaf, happened) => happened + (leaf.event === 'consent.recorded' ? after : 1_000),
  });
  const verification = await verify(seal(facts, document));

  expect(doubts(verification)).toEqual(expected);
  expect(verification.verdict).toBe(expected.length > 0 ? 'doubtful' : 'valid');
});

test.each(['imported', 'imported with its revocation'])(
  '%s: of what was imported the time of the import counts',
  async (name) => {
    const { document } = logFacts(sound(name));

    expect(await verify(seal(sound(name), document))).toMatchObject({ verdict: 'valid', doubts: [] });
  },
);

/** A record that was put into the table today, with a time in March. */
const backdated = logFacts(facts, {
  logged: (leaf, happened) => (leaf.event === 'consent.recorded' ? Date.parse('2026-05-20T00:00:00Z') : happened),
});

test('a kept checkpoint from after a consent, which does not have it, tells that the record came in afterwards', async () => {
  const checkpoints = [keep(backdated.log.note(4, later))];
  const verification = await verify(seal(facts, backdated.document), { checkpoints });

  expect(verification.verdict).toBe('doubtful');
  expect(doubts(verification)).toEqual(['log-late consent.recorded', 'log-kept consent.recorded']);
  expect(sayings(verification, 'log-kept')).toContain('It came into the log only afterwards.');
  expect(sayings(verification, 'log-kept')).not.toMatch(/Ask for a document|a little later/);
});

test('a path to a later kept checkpoint does not hide that an earlier one lacks the record', async () => {
  const checkpoints = [
    keep(backdated.log.note(4, later)),
    keep(backdated.log.note(8, '2026-05-21T00:00:00Z'), 'may.txt'),
  ];
  const { checkpoints: _, ...log } = backdated.leadTo(8);
  const verification = await verify(seal(facts, { ...log, checkpoints: [] }), { checkpoints });

  expect(doubts(verification)).toContain('log-kept consent.recorded');
  expect(sayings(verification, 'log-late')).toContain('only since 2026-05-21T00:00:00.000Z');
});

test('a kept checkpoint from before a consent proves nothing, and is a doubt only if no other one does', async () => {
  const before = keep(plain.log.note(2, '2026-03-01T00:05:00.000Z'), 'before.txt');
  const file = seal(facts, plain.leadTo(size));
  const alone = await verify(file, { checkpoints: [before] });

  expect(doubts(alone)).toEqual(['log-kept']);
  expect(sayings(alone, 'log-kept')).toContain('is older than the events in this document');
  expect((await verify(file, { checkpoints: [before, keep(plain.log.note(size))] })).verdict).toBe('valid');
});

test('a revocation after the kept checkpoint needs no proof by it', async () => {
  const told = sound('revoked');
  const revoked = logFacts(told);
  const checkpoints = [keep(revoked.log.note(8, '2026-03-11T00:00:00.000Z'))];

  expect(await verify(seal(told, revoked.leadTo(8)), { checkpoints })).toMatchObject({
    verdict: 'valid',
    doubts: [],
  });
});

test('a checkpoint of the future proves no time, of the document or kept', async () => {
  const { document, log } = logFacts(facts, { time: '2099-01-01T00:00:00.000Z' });
  const own = await verify(seal(facts, document));
  const kept = await verify(seal(facts, plain.leadTo(size)), {
    checkpoints: [keep(log.note(size, '2099-01-01T00:00:00.000Z'))],
  });

  expect(own).toMatchObject({ verdict: 'doubtful', doubts: ['log-checkpoint'] });
  expect(own.since).toBeUndefined();
  expect(kept).toMatchObject({ verdict: 'doubtful', doubts: ['log-checkpoint'] });
  expect(kept.since?.map(({ by }) => by)).toEqual(['document']);
});

test.each([
  ['five minutes', '2026-06-02T00:05:00.000Z', false],
  ['more', '2026-06-02T00:05:01.000Z', true],
])('clocks may differ by %s', async (_much, time, isFuture) => {
  const verification = await verify(seal(facts, logFacts(facts, { time }).document));

  expect(verification.doubts.includes('log-checkpoint')).toBe(isFuture);
});

test.each([
  ['the smallest', 1],
  ['the last', size - 1],
])('a larger tree whose checkpoint is earlier than that of %s of smaller ones is a doubt', async (_which, smaller) => {
  const checkpoints = [keep(plain.log.note(smaller, later))];
  const verification = await verify(seal(facts, plain.leadTo(size)), { checkpoints });

  expect(doubts(verification)).toContain('log-checkpoint');
});

test.each<[string, (log: DocumentLog) => DocumentLog, string]>([
  [
    'a larger checkpoint before a smaller one',
    (log) => ({ ...log, checkpoints: [...log.checkpoints].reverse() }),
    'log-checkpoint',
  ],
  [
    'two places for one event',
    (log) => ({
      ...log,
      leaves: log.leaves.flatMap((leaf) => [leaf, { ...leaf, index: leaf.index - 1, size: leaf.size + 1 }]),
    }),
    'log',
  ],
  [
    'a tree larger than any',
    (log) => ({ ...log, leaves: log.leaves.map((leaf) => ({ ...leaf, size: 1_000_000_000_000 })) }),
    'log',
  ],
])('a log is refused that has %s', async (_what, edit, name) => {
  const { verdict, checks } = await verify(seal(facts, edit(plain.document)));

  expect(verdict).toBe('refused');
  expect(checks.filter(({ holds }) => holds === false).map((check) => check.name)).toEqual([name]);
});
