import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { toBase64, writeNoteKey, writeSignatures } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../../support/make/made-log.ts';
import type { Files } from './vector.ts';
import {
  changeLast,
  logged,
  made,
  plain,
  plainLog,
  plainSize,
  rehash,
  sealWith,
  tell,
  textOf,
  withLog,
} from './vector.ts';

const { document: log, log: tree } = plainLog;

const change = (changes: object): string => withLog({ ...log, ...changes });

/** Signed by the log, whatever the text is. */
const signText = (
  text: string,
  time = '2026-03-10T10:15:00.000Z',
  signer = openMadeKey(made.name, made.text),
): string => `${text}\n${writeSignatures(text, new Date(time), signer)}`;

const changeNote = (edit: (note: string) => string): string =>
  withLog(changeLast(({ note }) => ({ note: edit(note) })));

/** With the lines of the signatures of the last checkpoint written otherwise. */
const changeLines = (edit: (lines: readonly string[]) => readonly string[]): string =>
  changeNote((note) => `${textOf(note)}\n${edit(note.slice(textOf(note).length + 1, -1).split('\n')).join('\n')}\n`);

const other = (length = 76): string => `\u2014 witness.example/w1 ${toBase64(new Uint8Array(length).fill(7))}`;
const addLines = (...more: readonly string[]): string => changeLines((lines) => [...lines, ...more]);
const addOthers = (count: number): string => addLines(...Array.from({ length: count }, () => other()));

const ofLines: Files = {
  'valid-stamp.json': withLog(changeLast(() => ({ stamps: ['AQID'] }))),
  'valid-witness-line.json': addOthers(1),
  'valid-64-lines.json': addOthers(62),
  'valid-other-key-hash.json': addLines(other().replace('witness.example/w1', made.name)),
  'checkpoint-65-lines.json': addOthers(63),
  'checkpoint-long.json': addLines(other(49_200)),
  'checkpoint-line-damaged.json': addLines('\u2014 witness.example/w1 ?'),
  'checkpoint-plain-only.json': changeLines((lines) => lines.slice(0, 1)),
  'checkpoint-cosignature-only.json': changeLines((lines) => lines.slice(1)),
  'checkpoint-lines-swapped.json': changeLines((lines) => lines.toReversed()),
  'checkpoint-signed-twice.json': changeLines((lines) => [...lines, lines[0] ?? '']),
};

const otherLog = await logged(plain, { name: 'example.org/other' });

const ofText: Files = {
  'checkpoint-time-line.json': changeNote((note) => signText(`${textOf(note)}time 2026-03-10T10:15:00.000Z\n`)),
  'checkpoint-extension.json': changeNote((note) => signText(`${textOf(note)}more\n`)),
  'checkpoint-size-zero-first.json': changeNote((note) =>
    signText(textOf(note).replace(`\n${plainSize}\n`, `\n0${plainSize}\n`)),
  ),
  'checkpoint-size-zero.json': change({ checkpoints: [{ note: tree.note(0), stamps: [] }, ...log.checkpoints] }),
  'checkpoint-control-character.json': changeNote((note) => signText(textOf(note).replace('\n', '\r\n'))),
  'checkpoint-after-9999.json': changeNote((note) => signText(textOf(note), '+010000-01-01T00:00:00.000Z')),
  'checkpoint-other-log.json': changeNote(() => otherLog.log.note(plainSize)),
  'checkpoints-in-another-order.json': change({ checkpoints: log.checkpoints.toReversed() }),
  'checkpoints-of-one-size.json': change({ checkpoints: [...log.checkpoints, ...log.checkpoints.slice(-1)] }),
};

type Leaf = DocumentLog['leaves'][number];

/** With other leaves in the place of that of the consent. */
const replaceLeaf = (edit: (leaf: Leaf) => readonly object[]): string =>
  change({ leaves: log.leaves.flatMap((leaf) => (leaf.event === 'consent.recorded' ? edit(leaf) : [leaf])) });
const changeLeaf = (edit: object | ((leaf: Leaf) => object)): string =>
  replaceLeaf((leaf) => [{ ...leaf, ...(typeof edit === 'function' ? edit(leaf) : edit) }]);

/** The neutral element as a public key, and as *R* of a signature, whose *s* is 0. */
const neutral = Uint8Array.of(1, ...new Uint8Array(31));
const nobody = {
  key: { name: made.name, publicKey: neutral },
  sign: () => Uint8Array.of(...neutral, ...new Uint8Array(32)),
};

const ofLeaves: Files = {
  'valid-leaves-in-another-order.json': change({ leaves: log.leaves.toReversed() }),
  'leaf-index-negative.json': changeLeaf({ index: -1 }),
  'leaf-index-too-large.json': changeLeaf(({ size }) => ({ index: size })),
  'leaf-size-too-large.json': changeLeaf({ size: 1_000_000_000_000 }),
  'leaf-path-short.json': changeLeaf(({ path }) => ({ path: path.slice(1) })),
  'leaf-path-reversed.json': changeLeaf(({ path }) => ({ path: path.toReversed() })),
  'leaf-two-places.json': replaceLeaf((leaf) => [leaf, { ...leaf, index: 6, size: 9 }]),
  'leaf-twice.json': replaceLeaf((leaf) => [leaf, leaf]),
  'leaf-of-no-event.json': changeLeaf({ event: 'consent.revoked' }),
  'leaf-version-of-consent.json': changeLeaf({ versionId: '1'.repeat(32) }),
  'leaf-without-version.json': change({
    leaves: log.leaves.map(({ event, index, path, salt, size }) => ({ event, index, path, salt, size })),
  }),
  'leaf-salt-spare-bits.json': changeLeaf({ salt: 'AB==' }),
  'leaf-salt-long.json': changeLeaf({ salt: toBase64(new Uint8Array(17)) }),
  'log-key-damaged.json': change({ key: `${log.key}=` }),
  'log-key-name.json': change({ key: writeNoteKey({ ...tree.key, name: 'example org' }) }),
  'log-key-small-order.json': change({
    checkpoints: log.checkpoints.map((one) => ({ ...one, note: signText(textOf(one.note), undefined, nobody) })),
    key: writeNoteKey(nobody.key),
  }),
};

/** Of a consent whose version no longer asks people again. */
const makeFlipped = async (): Promise<string> => {
  const superseded = tell({ askedAgain: new Date('2026-04-01T12:00:00.000Z') });
  const { notice, times, state, stateNow } = tell();
  const [first, second] = superseded.notice.history;
  const history = [first, { ...second, askAgain: false }];
  const flipped = {
    ...superseded,
    times,
    state,
    stateNow,
    notice: { ...notice, currentUntil: first?.currentUntil ?? null, history },
  };
  return sealWith(await rehash(flipped as typeof superseded), (await logged(superseded)).document);
};

const claimed = { ...plain.claimed, userData: { email: 'eve@example.com' } };

export const logVectors: Files = {
  ...ofLines,
  ...ofText,
  ...ofLeaves,
  // Signed again by the register, which has the right to: only the log tells.
  'claim-changed-and-signed-again.json': sealWith(await rehash({ ...plain, claimed }), log),
  'version-no-longer-asks.json': await makeFlipped(),
};
