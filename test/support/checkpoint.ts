import type { Table } from '../../shared/store/client.ts';
import { write } from '../../shared/store/write.ts';
import { writeCheckpoint } from '../../shared/transparency/checkpoint.ts';
import { putCheckpoint } from '../../shared/transparency/checkpoints.ts';
import { writeSignedNote } from '../../shared/transparency/signed-note.ts';

const name = 'consent-register/test';
const root = new Uint8Array(32);

/** Stores a checkpoint of so many leaves, which nobody signed. */
export const putCheckpointAt = async (
  log: Table,
  size: number,
  time: Date,
  more: { readonly anchoredAt?: string } = {},
): Promise<void> => {
  const text = writeCheckpoint({ origin: name, size, root, time });
  const { put, ...rest } = putCheckpoint(size, writeSignedNote(text, { name, publicKey: root }, new Uint8Array(64)));
  await write(log, { ...rest, put: { ...put, ...more } });
};
