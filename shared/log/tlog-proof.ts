import { toBase64 } from './signed-note.ts';

/** A proof that a checkpoint has a leaf (C2SP tlog-proof). */
export interface TlogProof {
  readonly index: number;
  /** Hashes of the audit path in base64, the nearest first. */
  readonly path: readonly string[];
  /** Of what the entry is the SHA-256. */
  readonly extra: Uint8Array;
  /** The checkpoint, byte for byte. */
  readonly note: string;
}

/** The file of a proof. */
export const writeTlogProof = ({ index, path, extra, note }: TlogProof): string =>
  ['c2sp.org/tlog-proof@v1', `extra ${toBase64(extra)}`, `index ${index}`, ...path, '', note].join('\n');
