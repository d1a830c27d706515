import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { readPolicy } from '../../../verifier/log/policy.ts';
import type { Check } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import type { Reader } from '../../../verifier/verify.ts';
import { logStatement, makeLog, otherEntry } from '../../support/made-log.ts';
import { makeWitness } from '../../support/witness.ts';
import { keep, seal, sound, verify } from '../reader.ts';

const statement = sound();
const {
  log,
  document: ownLog,
  entries,
} = await logStatement(statement, {
  time: '2026-04-01T12:15:00.000Z',
});
const note = log.note(entries.length);
const [one, two, three, other] = ['w1', 'w2', 'w3', 'w4'].map((name) => makeWitness(`${name}.example`));
if (!one || !two || !three || !other) throw new Error('There are four witnesses.');

const logLine = `log ${writeNoteKey(log.key)} https://shop.example/log`;
const witnesses = [one, two, three].map(({ vkey }, i) => `witness X${i + 1} ${vkey}`);

/** A key of ML-DSA-44 in the form for policies; nobody has its private half. */
const quantum = (): string => {
  const bytes = Buffer.concat([Buffer.of(6), Buffer.alloc(1_312, 5)]);
  const hash = createHash('sha256').update('w5.example\n').update(bytes).digest('hex').slice(0, 8);
  return `w5.example+${hash}+${bytes.toString('base64')}`;
};

const parse = (text: string) => readPolicy(Buffer.from(text), 'policy.txt');

const policyOf = (...lines: readonly string[]) => {
  const read = parse(`${lines.join('\n')}\n`);
  if ('fault' in read) throw new Error(read.fault);
  return read.policy;
};

const withNote = (changed: string): string =>
  seal(statement, { ...ownLog, checkpoints: ownLog.checkpoints.map((each) => ({ ...each, note: changed })) });

const ofPolicy = (checks: readonly Check[]): string[] =>
  checks.filter(({ name }) => name === 'log-policy').map(({ holds, part }) => `${holds} ${part}`);

const twoOfThree = policyOf(logLine, ...witnesses, 'group X 2 X1 X2 X3', 'quorum X');

test('a policy may have comments, tabs, several groups, keys of other kinds, and names beyond ASCII', () => {
  const {
    quorum,
    logs,
    witnesses: known,
  } = policyOf(
    '# who we trust',
    ' \t',
    `log ${writeNoteKey(log.key)}`,
    `\twitness  é ${one.vkey}\thttps://w1.example/`,
    `witness Q ${quantum()}`,
    ...witnesses.slice(1),
    'group X any X2 X3',
    'group all all é Q X',
    '  # and how many',
    'quorum all',
  );

  expect(logs).toHaveLength(1);
  expect(known.map(({ name, key: found }) => [name, found !== undefined])).toEqual([
    ['é', true],
    ['Q', false],
    ['X2', true],
    ['X3', true],
  ]);
  expect(quorum).toMatchObject({ least: 1, of: [{ least: 3, of: [{ name: 'é' }, { name: 'Q' }, { least: 1 }] }] });
});

test.each([
  ['no quorum', [logLine]],
  ['two quorums', ['quorum none', 'quorum none']],
  ['a quorum that is not defined', ['quorum X1']],
  ['a quorum before its witness', ['quorum X1', ...witnesses]],
  ['two names in its quorum', [...witnesses, 'quorum X1 X2']],
  ['a log twice', [logLine, logLine, 'quorum none']],
  ['a log twice as another type', [logLine, `log ${writeNoteKey(log.key, 'cosignature')}`, 'quorum none']],
  ['a witness twice under another name', [...witnesses, `witness X4 ${one.vkey}`, 'quorum none']],
  ['a name twice', [...witnesses, `witness X1 ${other.vkey}`, 'quorum none']],
  ['a group with the name of a witness', [...witnesses, 'group X1 any X2', 'quorum none']],
  ['a witness that is named none', [`witness none ${one.vkey}`, 'quorum none']],
  ['none in a group', [...witnesses, 'group X any X1 none', 'quorum X']],
  ['a member of two groups', [...witnesses, 'group X any X1 X2', 'group Y any X2 X3', 'quorum X']],
  ['a member twice', [...witnesses, 'group X any X1 X1', 'quorum X']],
  ['a group of nobody', [...witnesses, 'group X any', 'quorum X']],
  ['a group of more than its members', [...witnesses, 'group X 4 X1 X2 X3', 'quorum X']],
  ['a group of zero', [...witnesses, 'group X 0 X1', 'quorum X']],
  ['a group with a number that is none', [...witnesses, 'group X 02 X1 X2', 'quorum X']],
  ['a group of later ones', ['group X any X1', ...witnesses, 'quorum X']],
  ['a witness with a plain key', [`witness X ${writeNoteKey(one.key)}`, 'quorum X']],
  ['a damaged key', [`witness X ${one.vkey.replace(/\+[0-9a-f]/, '+x')}`, 'quorum X']],
  ['the hash of another key', [`witness X ${one.vkey.replace(/\+.{8}\+/, '+00000000+')}`, 'quorum X']],
  ['a word too many', [`${logLine} more`, 'quorum none']],
  ['another line', ['trust everybody', 'quorum none']],
  ['an inherited line', ['constructor X', 'quorum none']],
  ['a carriage return', ['quorum none\r']],
  ['a control character', ['# \x7f', 'quorum none']],
])('a policy is refused with %s', (_what, lines) => {
  expect(parse(`${lines.join('\n')}\n`)).toEqual({
    fault: expect.stringMatching(/^policy\.txt is not a policy for logs: [^\n]+\.$/),
  });
});

test('a policy that is not UTF-8, or too long, is refused', () => {
  expect(readPolicy(Buffer.of(0xff), 'x')).toHaveProperty('fault');
  expect(readPolicy(Buffer.alloc(2 ** 20 + 1, '#'), 'x')).toHaveProperty('fault');
});

const both = one.cosign(two.cosign(note, '2026-03-10T10:17:00.000Z'));

test('a checkpoint that the quorum cosigned holds, and the log is known by the policy', async () => {
  const { verdict, checks, since } = await verify(withNote(both), { policy: twoOfThree });

  expect(ofPolicy(checks)).toEqual(['true record', 'true revocation']);
  expect(checks.find(({ name }) => name === 'log-policy')?.says).toBe(
    `The checkpoint of ${entries.length} leaves, which contains the consent, is cosigned as policy.txt asks: by X1, X2, the first at 2026-03-10T10:16:00.000Z.`,
  );
  expect(since?.map(({ by }) => by)).toContain('register');
  expect(verdict).not.toBe('refused');
  expect(checks.filter(isDoubt).map(({ name }) => name)).not.toContain('log-policy');
});

test.each([
  ['no witness', note],
  ['one witness alone', one.cosign(note)],
  ['one witness twice', one.cosign(one.cosign(note))],
  ['a witness that the policy does not know', other.cosign(one.cosign(note))],
])('the reader must judge a checkpoint that has %s', async (_what, cosigned) => {
  const { checks } = await verify(withNote(cosigned), { policy: twoOfThree });

  expect(ofPolicy(checks)).toEqual(['null record', 'null revocation']);
  expect(checks.filter(isDoubt).map(({ name }) => name)).toContain('log-policy');
});

test('a cosigned checkpoint says nothing of an event that only a later one contains', async () => {
  const { document } = await logStatement(statement);
  const [first, ...later] = document.checkpoints.slice(-2).map((each) => each.note);
  const cosigned = document.checkpoints.map((each) =>
    each.note === first ? { ...each, note: one.cosign(two.cosign(each.note)) } : each,
  );
  const { checks } = await verify(seal(statement, { ...document, checkpoints: cosigned }), { policy: twoOfThree });

  expect(later).toHaveLength(1);
  expect(ofPolicy(checks)).toEqual(['true record', 'null revocation']);
});

test('a document is refused whose checkpoint has a cosignature of a known witness that does not hold', async () => {
  const forged = two.cosign(note).replace(two.key.name, one.key.name);
  const line = one.cosign(log.note(2)).trimEnd().split('\n').at(-1);
  const { verdict, checks } = await verify(withNote(`${both}${line}\n`), { policy: twoOfThree });

  expect(ofPolicy(checks)).toContain('false log');
  expect(verdict).toBe('refused');
  expect((await verify(withNote(one.cosign(forged)), { policy: twoOfThree })).verdict).not.toBe('refused');
});

test('groups may stand in groups to any depth', async () => {
  const groups = Array.from({ length: 20_000 }, (_, i) => `group g${i} any ${i === 0 ? 'X1' : `g${i - 1}`}`);
  const policy = policyOf(logLine, ...witnesses, ...groups, `quorum g${groups.length - 1}`);

  expect(ofPolicy((await verify(withNote(one.cosign(note)), { policy })).checks)).toEqual([
    'true record',
    'true revocation',
  ]);
  expect(ofPolicy((await verify(withNote(two.cosign(note)), { policy })).checks)).toEqual([
    'null record',
    'null revocation',
  ]);
});

test('a policy without witnesses asks for a log that it names', async () => {
  const named = await verify(withNote(note), { policy: policyOf(logLine, 'quorum none') });
  const foreign = await verify(withNote(note), { policy: policyOf(`log ${writeNoteKey(one.key)}`, 'quorum none') });
  const open = await verify(withNote(both), { policy: policyOf(...witnesses, 'quorum X2') });

  expect(ofPolicy(named.checks)).toEqual(['true record', 'true revocation']);
  expect(named.since?.map(({ by }) => by)).toContain('register');
  expect(ofPolicy(foreign.checks)).toEqual(['null log']);
  expect(foreign.since?.map(({ by }) => by)).toContain('document');
  expect(ofPolicy(open.checks)).toEqual(['true record', 'true revocation']);
});

test('the key of the log as one for cosignatures names the same log', async () => {
  const policy = policyOf(`log ${writeNoteKey(log.key, 'cosignature')}`, 'quorum none');

  expect(ofPolicy((await verify(withNote(note), { policy })).checks)).toEqual(['true record', 'true revocation']);
});

test('a policy that nothing was compared with is told, and not passed over', async () => {
  const without = await verify(seal(statement), { policy: twoOfThree });
  const quorum = policyOf(logLine, `witness Q ${quantum()}`, 'quorum Q');
  const unread = await verify(withNote(note), { policy: quorum });

  expect(ofPolicy(without.checks)).toEqual(['null log']);
  expect(unread.checks.find(({ name }) => name === 'log-policy')?.says).toContain('ML-DSA-44');
});

test('the cosignatures of a checkpoint that the reader kept count', async () => {
  const { checks } = await verify(withNote(note), { policy: twoOfThree, checkpoints: [keep(both)] });

  expect(ofPolicy(checks)).toEqual(['true record', 'true revocation']);
});

/** How many signatures a verification checks. */
const countChecks = async (document: string, reader: Partial<Reader>) => {
  const spy = vi.spyOn(crypto.subtle, 'verify');
  const { checks, verdict } = await verify(document, reader);
  const count = spy.mock.calls.filter(([algorithm]) => algorithm === 'Ed25519').length;
  spy.mockRestore();
  return { count, checks, verdict };
};

test('each cosignature is checked once, however many events and copies a checkpoint has', async () => {
  const checkpoints = ['1.txt', '2.txt', '3.txt'].map((name) => keep(both, name));
  const { count, checks } = await countChecks(withNote(both), { policy: twoOfThree, checkpoints });

  expect(ofPolicy(checks)).toEqual(['true record', 'true revocation']);
  expect(count).toBe(2 * (1 + checkpoints.length) + 2);
});

/** The document with so many more checkpoints, each with a line that one of the witnesses might have made. */
const withLines = (checkpoints: number, lines: number): string => {
  const [line = ''] = one.cosign(note).split('\n').slice(-2);
  const more = Array.from({ length: checkpoints }, (_, i) => ({
    note: `${makeLog([...entries, ...Array.from({ length: i }, (__, at) => otherEntry(at))]).note(entries.length + i, '2026-04-01T12:15:00.000Z')}${`${line}\n`.repeat(lines)}`,
    stamps: [],
  }));
  return seal(statement, { ...ownLog, checkpoints: more });
};

test('more than 4,096 cosignatures are a doubt, and none of them is checked', async () => {
  const enough = await countChecks(withLines(64, 62), { policy: twoOfThree });
  const tooMany = await countChecks(withLines(67, 62), { policy: twoOfThree });

  expect(enough.count).toBe(2 * 64 + 64 * 62);
  expect(ofPolicy(enough.checks)).toContain('false log');
  expect(tooMany.count).toBe(2 * 67);
  expect(ofPolicy(tooMany.checks)).toEqual(['null log']);
  expect(tooMany.checks.find(({ name }) => name === 'log-policy')?.says).toContain('more than 4096');
});
