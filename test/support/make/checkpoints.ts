import { addCheckpoint, markAnchored } from '../../../shared/log/checkpoints.ts';
import { signCheckpoint } from '../../../shared/log/note.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { openMadeKey } from './made-log.ts';

const ownSigner = openMadeKey('consent-register/test', 'a log');

/** Lists the key that signs checkpoints in a log, which KMS does not open. */
export const putLogKey = async (log: Table): Promise<void> => {
  const { publicKey } = ownSigner.key;
  await write(log, { put: { ...logKeyOf.signingKey('checkpoints'), publicKey, wrapped: new Uint8Array(1) }, ...isNew });
};

/** Stores a checkpoint of so many leaves of no tree, signed by that key or by another. */
export const putCheckpointAt = async (
  log: Table,
  size: number,
  time: Date,
  { signer = ownSigner, ...more }: { readonly anchoredAt?: string; readonly signer?: typeof ownSigner } = {},
): Promise<void> => {
  await addCheckpoint(log, size, signCheckpoint({ size, root: new Uint8Array(32), time }, signer));
  await markAnchored(log, size, more);
};

/** The note with another time in its cosignature, which nobody signed. */
export const retime = (note: string, seconds = 1): string => {
  const lines = note.split('\n');
  const [dash, name, encoded = ''] = (lines[5] ?? '').split(' ');
  const bytes = Buffer.from(encoded, 'base64');
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(4) + BigInt(seconds), 4);
  return lines.with(5, `${dash} ${name} ${bytes.toString('base64')}`).join('\n');
};
