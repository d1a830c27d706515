import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { toBase64, writeNoteKey, writeSignatures } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../made-log.ts';
import type { Vector } from './vector.ts';
import {
  changeLeaf,
  changeNote,
  logged,
  made,
  plain,
  plainLog,
  plainSize,
  rehash,
  sealWith,
  tell,
  withLog,
} from './vector.ts';

const { document: log, log: tree } = plainLog;

const refused = (file: string, member: unknown, reason: string, ...checks: NonNullable<Vector['checks']>): Vector => ({
  file,
  content: withLog(member),
  reason,
  verdict: 'refused',
  checks: checks.length === 0 ? ['log'] : checks,
});

const valid = (file: string, member: unknown, reason: string): Vector => ({
  file,
  content: withLog(member),
  reason,
  verdict: 'valid',
});

const otherLog = await logged(plain, { name: 'example.org/other' });

const signer = openMadeKey(made.name, made.text);

/** Signed by the log, whatever the text is. */
const signText = (text: string, time = '2026-03-10T10:15:00.000Z'): string =>
  `${text}\n${writeSignatures(text, new Date(time), signer)}`;

/** The neutral element as a public key, and as *R* of a signature, whose *s* is 0. */
const neutral = Uint8Array.of(1, ...new Uint8Array(31));
const nobody = {
  key: { name: made.name, publicKey: neutral },
  sign: () => Uint8Array.of(...neutral, ...new Uint8Array(32)),
};

const signByNobody = (note: string): string =>
  `${textOf(note)}\n${writeSignatures(textOf(note), new Date('2026-03-10T10:15:00.000Z'), nobody)}`;

const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

/** With the lines of the signatures written otherwise. */
const changeLines =
  (edit: (lines: readonly string[]) => readonly string[]) =>
  (note: string): string => {
    const at = note.indexOf('\n\n') + 2;
    return `${note.slice(0, at)}${edit(note.slice(at, -1).split('\n')).join('\n')}\n`;
  };

const other = (length = 76): string => `\u2014 witness.example/w1 ${toBase64(new Uint8Array(length).fill(7))}`;
const others = (count: number): string[] => Array.from({ length: count }, () => other());

const ofLines: readonly Vector[] = [
  valid(
    'valid-witness-line.json',
    changeNote(
      changeLines((lines) => [...lines, other()]),
      log,
    ),
    'A signature line of another name is not looked at.',
  ),
  valid(
    'valid-64-lines.json',
    changeNote(
      changeLines((lines) => [...lines, ...others(62)]),
      log,
    ),
    'A checkpoint has at most 64 signature lines.',
  ),
  valid(
    'valid-other-key-hash.json',
    changeNote(
      changeLines((lines) => [...lines, other().replace('witness.example/w1', made.name)]),
      log,
    ),
    'A line of the name of the log with another key hash is not looked at.',
  ),
  refused(
    'checkpoint-65-lines.json',
    changeNote(
      changeLines((lines) => [...lines, ...others(63)]),
      log,
    ),
    '65 signature lines.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-long.json',
    changeNote(
      changeLines((lines) => [...lines, other(49_200)]),
      log,
    ),
    'A checkpoint of more than 65,536 bytes.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-line-damaged.json',
    changeNote(
      changeLines((lines) => [...lines, '\u2014 witness.example/w1 ?']),
      log,
    ),
    'A line of another name must still be well formed.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-plain-only.json',
    changeNote(
      changeLines((lines) => lines.slice(0, 1)),
      log,
    ),
    'The cosignature of the log is missing.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-cosignature-only.json',
    changeNote(
      changeLines((lines) => lines.slice(1)),
      log,
    ),
    'The plain signature of the log is missing.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-lines-swapped.json',
    changeNote(
      changeLines((lines) => lines.toReversed()),
      log,
    ),
    'The cosignature stands before the plain signature.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-signed-twice.json',
    changeNote(
      changeLines((lines) => [...lines, lines[0] ?? '']),
      log,
    ),
    'The log has two plain signatures.',
    'log-checkpoint',
  ),
];

const ofText: readonly Vector[] = [
  refused(
    'checkpoint-time-line.json',
    changeNote((note) => signText(`${textOf(note)}time 2026-03-10T10:15:00.000Z\n`), log),
    'The form of before, with a line for the time. A verifier refuses it by name.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-extension.json',
    changeNote((note) => signText(`${textOf(note)}more\n`), log),
    'A fourth line. A checkpoint has exactly three.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-size-zero-first.json',
    changeNote((note) => signText(textOf(note).replace(`\n${plainSize}\n`, `\n0${plainSize}\n`)), log),
    'A size with a leading zero.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-size-zero.json',
    { ...log, checkpoints: [{ note: tree.note(0), stamps: [] }, ...log.checkpoints] },
    'A checkpoint of the tree without leaves.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-control-character.json',
    changeNote((note) => signText(textOf(note).replace('\n', '\r\n')), log),
    'A control character in the text.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-after-9999.json',
    changeNote((note) => signText(textOf(note), '+010000-01-01T00:00:00.000Z'), log),
    'The cosignature has a time after the year 9999.',
    'log-checkpoint',
  ),
  refused(
    'checkpoint-other-log.json',
    changeNote(() => otherLog.log.note(plainSize), log),
    'A checkpoint of another name than the key.',
    'log-checkpoint',
  ),
  refused(
    'checkpoints-in-another-order.json',
    { ...log, checkpoints: log.checkpoints.toReversed() },
    'The larger tree stands first. Checkpoints stand in the order of their sizes.',
    'log-checkpoint',
  ),
  refused(
    'checkpoints-of-one-size.json',
    { ...log, checkpoints: [...log.checkpoints, ...log.checkpoints.slice(-1)] },
    'Two checkpoints of the same size.',
    'log-checkpoint',
  ),
];

const recorded = (edit: Parameters<typeof changeLeaf>[1]): object => changeLeaf('consent.recorded', edit, log);
const twice = (edit: object): object => ({
  ...log,
  leaves: log.leaves.flatMap((leaf) => (leaf.event === 'consent.recorded' ? [leaf, { ...leaf, ...edit }] : [leaf])),
});

const ofLeaves: readonly Vector[] = [
  valid(
    'valid-leaves-in-another-order.json',
    { ...log, leaves: log.leaves.toReversed() },
    'Leaves stand in any order.',
  ),
  refused(
    'leaf-index-negative.json',
    recorded(() => ({ index: -1 })),
    'An index below 0.',
  ),
  refused(
    'leaf-index-too-large.json',
    recorded(({ size }) => ({ index: size })),
    'The last leaf of a tree has the index of its size less one.',
  ),
  refused(
    'leaf-size-too-large.json',
    recorded(() => ({ size: 1_000_000_000_000 })),
    'A tree of more than twelve digits.',
  ),
  refused(
    'leaf-path-short.json',
    recorded(({ path }) => ({ path: path.slice(1) })),
    'A path that is too short for index and size.',
  ),
  refused(
    'leaf-path-reversed.json',
    recorded(({ path }) => ({ path: path.toReversed() })),
    'A path in another order.',
  ),
  refused('leaf-two-places.json', twice({ index: 6, size: 9 }), 'Two places in the log for one event.'),
  refused('leaf-twice.json', twice({}), 'Two leaves for the same event and size.'),
  refused(
    'leaf-of-no-event.json',
    recorded(() => ({ event: 'consent.revoked' })),
    'A leaf of an event that the statement does not have.',
  ),
  refused(
    'leaf-version-of-consent.json',
    recorded(() => ({ versionId: '1'.repeat(32) })),
    'Only leaves of versions have `versionId`.',
  ),
  refused(
    'leaf-without-version.json',
    { ...log, leaves: log.leaves.map(({ event, index, path, salt, size }) => ({ event, index, path, salt, size })) },
    'Leaves of versions have `versionId`.',
  ),
  refused(
    'leaf-salt-spare-bits.json',
    recorded(() => ({ salt: 'AB==' })),
    'Base64 whose unused bits are not 0.',
  ),
  refused(
    'leaf-salt-long.json',
    recorded(() => ({ salt: toBase64(new Uint8Array(17)) })),
    'A salt has 16 bytes, or none.',
  ),
  refused('log-key-damaged.json', { ...log, key: `${log.key}=` }, 'A key that is not written in its one form.'),
  refused(
    'log-key-name.json',
    { ...log, key: writeNoteKey({ ...tree.key, name: 'example org' }) },
    'The name of a log has no space, no plus and no control character.',
  ),
  refused(
    'log-key-small-order.json',
    {
      ...log,
      checkpoints: log.checkpoints.map((one) => ({ ...one, note: signByNobody(one.note) })),
      key: writeNoteKey(nobody.key),
    },
    'The key of the log is a point of small order, for which some libraries take any text as signed.',
    'log-checkpoint',
  ),
];

/** Signed again by the register, which has the right to: only the log tells. */
const ofSigner = async (): Promise<readonly Vector[]> => {
  const resigned = async (edit: object, member: DocumentLog = log): Promise<string> =>
    sealWith(await rehash({ ...plain, ...edit }), member);
  const superseded = tell({ askedAgain: new Date('2026-04-01T12:00:00.000Z') });
  const asked = await logged(superseded);
  const { notice, times, state, stateNow } = tell();
  const [first, second] = superseded.notice.history;
  const flipped = {
    ...superseded,
    times,
    state,
    stateNow,
    notice: { ...notice, currentUntil: first?.currentUntil ?? null, history: [first, { ...second, askAgain: false }] },
  };
  return [
    {
      file: 'claim-changed-and-signed-again.json',
      content: await resigned({ claimed: { ...plain.claimed, userData: { email: 'eve@example.com' } } }),
      reason: 'The operator changed a value and signed again. The leaf of the consent differs.',
      verdict: 'refused',
      checks: ['log'],
    },
    {
      file: 'version-no-longer-asks.json',
      content: sealWith(await rehash(flipped as typeof superseded), asked.document),
      reason:
        'The operator changed `askAgain` of a later version, so that the consent is still in force, and signed again. The leaf of that version differs.',
      verdict: 'refused',
      checks: ['log'],
    },
  ];
};

export const makeLogVectors = async (): Promise<readonly Vector[]> => [
  ...ofLines,
  ...ofText,
  ...ofLeaves,
  ...(await ofSigner()),
];
