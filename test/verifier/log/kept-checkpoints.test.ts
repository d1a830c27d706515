import { expect, test } from 'vitest';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import { logStatement, makeLog, otherEntry } from '../../support/make/made-log.ts';
import { keep, say, seal, sound, verify } from '../reader.ts';

/** The doubts that count, by name and part. */
const doubts = ({ checks }: Verification): string[] =>
  checks.filter(isDoubt).map(({ name, part }) => `${name} ${part}`);

const sayings = ({ checks }: Verification, name: string): string =>
  checks
    .filter((check) => check.name === name && check.holds === null)
    .map(say)
    .join('\n');

const statement = sound('plain');
const plain = await logStatement(statement);
const size = plain.entries.length;

/** The log goes on: a tree with more leaves, at a later time. */
const grown = makeLog([...plain.entries, ...Array.from({ length: 20 }, (_, i) => otherEntry(500 + i))]);
const later = '2026-04-01T00:00:00.000Z';

test('a document whose log has the checkpoint that the reader kept is valid', async () => {
  const verification = await verify(seal(statement, plain.leadTo(size)), {
    checkpoints: [keep(plain.log.note(size))],
  });

  expect(doubts(verification)).toEqual([]);
  expect(verification.verdict).toBe('valid');
});

test('a document from which the log was removed is doubtful for a reader with a kept checkpoint, and says so', async () => {
  const verification = await verify(seal(statement), { checkpoints: [keep(plain.log.note(size))] });

  expect(verification).toMatchObject({ verdict: 'doubtful', doubts: ['log-stripped'] });
  expect(sayings(verification, 'log-stripped')).toContain('The document has no log');
});

test('a log of another name proves nothing to a reader who kept a checkpoint of the register', async () => {
  const renamed = await logStatement(statement, { name: 'consent-register/other', text: 'another log' });
  const verification = await verify(seal(statement, renamed.document), { checkpoints: [keep(plain.log.note(size))] });

  expect(verification).toMatchObject({ verdict: 'doubtful', doubts: ['log-kept'] });
});

const without = (event: string, log = plain.document): DocumentLog => ({
  ...log,
  leaves: log.leaves.filter((leaf) => leaf.event !== event),
});

test('a leaf that was dropped is a doubt, with a kept checkpoint and without', async () => {
  const dropped = seal(statement, without('consent.recorded'));
  const kept = await verify(dropped, { checkpoints: [keep(grown.note(size + 20, later))] });

  expect(await verify(dropped)).toMatchObject({ verdict: 'doubtful', doubts: ['log-missing'] });
  expect(doubts(kept)).toEqual(['log-missing record', 'log-kept record']);
  expect(sayings(kept, 'log-missing')).not.toContain('a little later');
});

test('a version that no leaf proves is a doubt', async () => {
  expect(doubts(await verify(seal(statement, without('notice.published'))))).toEqual(['log-missing notice']);
});

const soonAfter = (told: Statement): Statement => ({ ...told, issuedAt: '2026-03-10T10:20:00.000Z' });

test.each([
  ['an hour', '2026-03-10T11:00:00.250Z', 'log record'],
  ['more than an hour', '2026-03-10T11:00:00.251Z', 'log-missing record'],
])('a log need not have what is %s old when a document is issued', async (_age, issuedAt, expected) => {
  const told = { ...soonAfter(statement), issuedAt };
  const { checks } = await verify(seal(told, without('consent.recorded')));

  expect(
    checks
      .filter(({ holds, name }) => holds === null && name.startsWith('log'))
      .map(({ name, part }) => `${name} ${part}`),
  ).toContain(expected);
});

test.each([
  ['by an hour', 3_600_000 - 250, []],
  ['by more than an hour', 3_601_000, ['log-late record']],
  ['by months', 7_000_000_000, ['log-late record']],
])('what came into the log late %s is told', async (_how, after, expected) => {
  const { document } = await logStatement(statement, {
    logged: (leaf, happened) => happened + (leaf.event === 'consent.recorded' ? after : 1_000),
  });
  const verification = await verify(seal(statement, document));

  expect(doubts(verification)).toEqual(expected);
  expect(verification.verdict).toBe(expected.length > 0 ? 'doubtful' : 'valid');
});

test.each(['imported', 'imported with its revocation'])(
  '%s: of what was imported the time of the import counts',
  async (name) => {
    const { document } = await logStatement(sound(name));

    expect(await verify(seal(sound(name), document))).toMatchObject({ verdict: 'valid', doubts: [] });
  },
);

/** A record that was put into the table today, with a time in March. */
const backdated = await logStatement(statement, {
  logged: (leaf, happened) => (leaf.event === 'consent.recorded' ? Date.parse('2026-05-20T00:00:00Z') : happened),
});

test('a kept checkpoint from after a consent, which does not have it, tells that the record came in afterwards', async () => {
  const checkpoints = [keep(backdated.log.note(4, later))];
  const verification = await verify(seal(statement, backdated.document), { checkpoints });

  expect(verification.verdict).toBe('doubtful');
  expect(doubts(verification)).toEqual(['log-kept record', 'log-late record']);
  expect(sayings(verification, 'log-kept')).toContain('It came into the log only afterwards, as leaf 7.');
  expect(sayings(verification, 'log-kept')).not.toMatch(/Ask for a document|a little later/);
});

test('a path to a later kept checkpoint does not hide that an earlier one lacks the record', async () => {
  const checkpoints = [
    keep(backdated.log.note(4, later)),
    keep(backdated.log.note(8, '2026-05-21T00:00:00Z'), 'may.txt'),
  ];
  const { checkpoints: _, ...log } = backdated.leadTo(8);
  const verification = await verify(seal(statement, { ...log, checkpoints: [] }), { checkpoints });

  expect(doubts(verification)).toContain('log-kept record');
  expect(sayings(verification, 'log-late')).toContain('the document has no earlier one');
});

test('a kept checkpoint from before a consent proves nothing, and is a doubt only if no other one does', async () => {
  const before = keep(plain.log.note(2, '2026-03-01T00:05:00.000Z'), 'before.txt');
  const file = seal(statement, plain.leadTo(size));
  const alone = await verify(file, { checkpoints: [before] });

  expect(doubts(alone)).toEqual(['log-kept log']);
  expect(sayings(alone, 'log-kept')).toContain('is older than the events in this document');
  expect((await verify(file, { checkpoints: [before, keep(plain.log.note(size))] })).verdict).toBe('valid');
});

test('a revocation after the kept checkpoint needs no proof by it', async () => {
  const told = sound('revoked');
  const revoked = await logStatement(told);
  const checkpoints = [keep(revoked.log.note(8, '2026-03-11T00:00:00.000Z'))];

  expect(await verify(seal(told, revoked.leadTo(8)), { checkpoints })).toMatchObject({
    verdict: 'valid',
    doubts: [],
  });
});

test('a checkpoint of the future proves no time, of the document or kept', async () => {
  const { document, log } = await logStatement(statement, { time: '2099-01-01T00:00:00.000Z' });
  const own = await verify(seal(statement, document));
  const kept = await verify(seal(statement, plain.leadTo(size)), {
    checkpoints: [keep(log.note(size, '2099-01-01T00:00:00.000Z'))],
  });

  expect(own).toMatchObject({ verdict: 'doubtful', doubts: ['log-order'] });
  expect(own.since).toBeUndefined();
  expect(kept).toMatchObject({ verdict: 'doubtful', doubts: ['log-order'] });
  expect(kept.since?.map(({ by }) => by)).toEqual(['document', 'document']);
});

test.each([
  ['five minutes', '2026-06-02T00:05:00.000Z', false],
  ['more', '2026-06-02T00:05:01.000Z', true],
])('clocks may differ by %s', async (_much, time, isFuture) => {
  const verification = await verify(seal(statement, (await logStatement(statement, { time })).document));

  expect(verification.doubts.includes('log-order')).toBe(isFuture);
});

test.each([
  ['the smallest', 1],
  ['the last', size - 1],
])('a larger tree whose checkpoint is earlier than that of %s of smaller ones is a doubt', async (_which, smaller) => {
  const checkpoints = [keep(plain.log.note(smaller, later))];
  const verification = await verify(seal(statement, plain.leadTo(size)), { checkpoints });

  expect(doubts(verification)).toContain('log-order log');
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
  const { verdict, checks } = await verify(seal(statement, edit(plain.document)));

  expect(verdict).toBe('refused');
  expect(checks.filter(({ holds }) => holds === false).map((check) => check.name)).toEqual([name]);
});
