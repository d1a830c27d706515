import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { NoteKey } from '../../../shared/log/note.ts';
import {
  hashKey,
  isSignedBy,
  parseCheckpoint,
  parseNoteKey,
  parseSignedNote,
  signCheckpoint,
  stampedPart,
  writeNoteKey,
  writeSignatureLine,
} from '../../../shared/log/note.ts';
import { retime } from '../../support/make/checkpoints.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = (key: typeof publicKey): Uint8Array => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const key: NoteKey = { name: 'shop.example/log', publicKey: raw(publicKey) };
const signer = { key, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
const time = new Date('2026-11-25T08:00:00Z');
const root = new Uint8Array(32).fill(7);
const note = signCheckpoint({ size: 12, root, time: new Date(time.getTime() + 999) }, signer);
const lines = note.split('\n');
const [plain = '', timed = ''] = lines.slice(4);

const isSigned = async (text: string, by: NoteKey = key): Promise<boolean> => {
  const parsed = parseSignedNote(text);
  return parsed !== undefined && parseCheckpoint(text) !== undefined && isSignedBy(parsed, by);
};

const withLines = (...signatures: readonly string[]): string =>
  `${lines.slice(0, 4).join('\n')}\n${signatures.join('\n')}\n`;

test('the key id of the example of C2SP signed-note follows from its key', () => {
  const example = parseNoteKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');

  expect(example && bytesToHex(hashKey(example))).toBe('530d903a');
  expect(example && writeNoteKey(example)).toBe(
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  );
});

test('the note of the example of C2SP signed-note is signed by its key, but is no checkpoint', async () => {
  const example = parseSignedNote(
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
  );

  expect(example?.signatures).toMatchObject([{ name: 'example.com/foo' }]);
  expect(parseCheckpoint(`${example?.text}\n`)).toBeUndefined();
});

test('a checkpoint has three lines, a plain signature and a cosignature with its time, each as C2SP has it', () => {
  expect(lines.slice(0, 4)).toEqual(['shop.example/log', '12', Buffer.from(root).toString('base64'), '']);
  expect(lines).toHaveLength(7);
  const bytesOf = (line: string): Buffer => Buffer.from(line.split(' ')[2] ?? '', 'base64');
  const text = `${lines.slice(0, 3).join('\n')}\n`;
  const spki = createPublicKey(privateKey);
  expect(verify(null, Buffer.from(text), spki, bytesOf(plain).subarray(4))).toBe(true);
  const seconds = bytesOf(timed).readBigUInt64BE(4);
  const message = `cosignature/v1\ntime ${seconds}\n${text}`;
  expect(verify(null, Buffer.from(message), spki, bytesOf(timed).subarray(12))).toBe(true);
  expect(bytesOf(timed).subarray(0, 4)).toEqual(Buffer.from(hashKey(key, 'cosignature')));
  expect(parseCheckpoint(note)).toEqual({ origin: key.name, size: 12, root, time });
});

const witness: NoteKey = { name: 'witness.example/w1', publicKey: raw(generateKeyPairSync('ed25519').publicKey) };
const cosigned = writeSignatureLine(witness, 'cosignature', new Uint8Array(72)).trimEnd();
const unknown = writeSignatureLine({ ...witness, name: key.name }, 'plain', new Uint8Array(2428)).trimEnd();

test.each([
  ['as it was signed', note],
  ['with cosignatures of witnesses', `${note}${cosigned}\n`],
  ['with a signature of its name that nobody knows', `${note}${unknown}\n`],
  ['with the most signatures', withLines(plain, timed, ...Array.from({ length: 62 }, () => cosigned))],
])('a checkpoint holds %s', async (_what, text) => {
  expect(await isSigned(text)).toBe(true);
  expect(stampedPart(text)).toBe(`${lines.slice(0, 5).join('\n')}\n`);
});

const old = `${lines.slice(0, 3).join('\n')}\ntime 2026-11-25T08:00:00.000Z\n\n${plain}\n`;

test.each([
  ['the old form', old],
  ['another line', note.replace('\n\n', '\nmore\n\n')],
  ['an empty line more', note.replace('\n\n', '\n\n\n')],
  ['the plain signature alone', withLines(plain)],
  ['the cosignature alone', withLines(timed)],
  ['its signatures the other way round', withLines(timed, plain)],
  ['the plain signature twice', withLines(plain, timed, plain)],
  ['the plain signature in the place of the cosignature', withLines(plain, plain)],
  ['the cosignature twice', withLines(plain, timed, timed)],
  ['a witness before the log', withLines(cosigned, plain, timed)],
  ['a line that is no signature', `${note}more\n`],
  ['a witness without a signature', `${note}— witness.example/w1\n`],
  ['a witness whose name has a plus', `${note}${cosigned.replace('witness.', 'witness+')}\n`],
  ['a witness whose name has a space that is not one', `${note}${cosigned.replace('witness.', 'witness\u00a0')}\n`],
  ['too many signatures', withLines(plain, timed, ...Array.from({ length: 63 }, () => cosigned))],
  ['a control character', note.replace('shop', 's\thop')],
  ['half a character', note.replace('shop', 's\ud800hop')],
  ['another time', retime(note)],
  ['a time after 9999', retime(note, 300_000_000_000)],
  ['another size', note.replace('\n12\n', '\n13\n')],
  ['a size with a zero before it', note.replace('\n12\n', '\n012\n')],
  ['no line end', note.trimEnd()],
])('a checkpoint is refused with %s', async (_what, text) => {
  expect(await isSigned(text)).toBe(false);
});
