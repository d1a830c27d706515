import * as v from 'valibot';
import type { EvidenceKey } from '../identity/keys/evidence-keys.ts';
import { readEvidenceKeys, toKeySet } from '../identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../identity/keys/evidence-signer.ts';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { write } from '../store/write.ts';
import { confirmKeys, isConfirmed, openKeyLeaves } from './confirmed-keys.ts';
import type { NoteKey } from './note.ts';
import { writeNoteKey } from './note.ts';

/** The key file, which verifiers read: the keys of evidence and, once it is known, the key of the log. */
export const writeKeyFile = (keys: readonly EvidenceKey[], logKey: NoteKey | undefined): string => {
  const logKeys = logKey === undefined ? {} : { logKeys: [writeNoteKey(logKey)] };
  return `${JSON.stringify({ ...toKeySet(keys), ...logKeys }, undefined, 2)}\n`;
};

const KeyFile = v.object({ file: v.string() });

/** The key file that a register publishes itself; undefined before its first key. */
export const readKeyFile = async (log: Table): Promise<string | undefined> => {
  const item = await getItem(log, logKeyOf.keyFile());
  return item && v.parse(KeyFile, item).file;
};

/** What the file is made from. */
interface Publisher {
  readonly table: Table;
  readonly log: Table;
  /** The key that signs the checkpoints of the log. */
  readonly key: NoteKey;
  /** Asks KMS for the key that signs evidence now. */
  readonly openSigner: () => Promise<EvidenceSigner>;
}

/**
 * Publishes the keys that KMS or the log confirms: whoever can write to the table can list a key. A file that has every listed
 * key stays without a look at either, so a quiet stage pays for no request to KMS. Where two runs write at once, the next one
 * corrects what is left.
 *
 * @throws Error of KMS; the file then stays as it is
 */
export const publishKeyFile = async ({ table, log, key, openSigner }: Publisher): Promise<void> => {
  const [listed, before] = await Promise.all([readEvidenceKeys(table), readKeyFile(log)]);
  if (listed.length === 0 || before === writeKeyFile(listed, key)) return;
  const [current, leaves] = await Promise.all([openSigner(), openKeyLeaves({ log, key })]);
  const confirmed = (await confirmKeys(listed, { current, leaves })).filter(isConfirmed);
  const file = writeKeyFile(confirmed, key);
  if (confirmed.length === 0 || file === before) return;
  await write(log, {
    put: { ...logKeyOf.keyFile(), file },
    condition: before === undefined ? 'attribute_not_exists(PK)' : '#file = :before',
    ...(before !== undefined && { names: { '#file': 'file' }, values: { ':before': before } }),
  });
};
