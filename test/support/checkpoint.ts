import type { Table } from '../../shared/store/client.ts';
import { signCheckpoint } from '../../shared/transparency/checkpoint.ts';
import { addCheckpoint, markAnchored } from '../../shared/transparency/checkpoints.ts';

const publicKey = new Uint8Array(32);
const signer = { key: { name: 'consent-register/test', publicKey }, sign: () => new Uint8Array(64) };

/** Stores a checkpoint of so many leaves, which nobody signed. */
export const putCheckpointAt = async (
  log: Table,
  size: number,
  time: Date,
  more: { readonly anchoredAt?: string } = {},
): Promise<void> => {
  await addCheckpoint(log, size, signCheckpoint({ size, root: new Uint8Array(32), time }, signer));
  await markAnchored(log, size, more);
};
