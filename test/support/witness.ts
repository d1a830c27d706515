import { generateKeyPairSync, sign } from 'node:crypto';
import { joinBytes } from '../../shared/bytes.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { parseSignedNote, writeNoteKey, writeSignatureLine } from '../../shared/log/signed-note.ts';

/** A witness, which cosigns checkpoints (C2SP tlog-cosignature). */
export interface MadeWitness {
  readonly key: NoteKey;
  /** In the form for policies. */
  readonly vkey: string;
  /** The note with its cosignature behind the others. */
  readonly cosign: (note: string, time?: string) => string;
}

export const makeWitness = (name: string): MadeWitness => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { name, publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url') };
  return {
    key,
    vkey: writeNoteKey(key, 'cosignature'),
    cosign: (note, time = '2026-03-10T10:16:00.000Z') => {
      const seconds = Date.parse(time) / 1_000;
      const told = Buffer.alloc(8);
      told.writeBigUInt64BE(BigInt(seconds));
      const message = `cosignature/v1\ntime ${seconds}\n${parseSignedNote(note)?.text}`;
      const signature = sign(null, Buffer.from(message), privateKey);
      return `${note}${writeSignatureLine(key, 'cosignature', joinBytes([told, signature]))}`;
    },
  };
};
