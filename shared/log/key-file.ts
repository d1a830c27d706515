import * as v from 'valibot';
import type { EvidenceKey, PublishedKey } from '../identity/keys/evidence-keys.ts';
import { KeySet, readEvidenceKeys, toKeySet } from '../identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../identity/keys/evidence-signer.ts';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { write } from '../store/write.ts';
import type { NoteKey } from './note.ts';
import { writeNoteKey } from './note.ts';

const formatKeyFile = ({ keys }: KeySet, logKey: NoteKey | undefined): string => {
  const logKeys = logKey === undefined ? {} : { logKeys: [writeNoteKey(logKey)] };
  return `${JSON.stringify({ keys, ...logKeys }, undefined, 2)}\n`;
};

/** The key file, which verifiers read: the keys of evidence and, once it is known, the key of the log. */
export const writeKeyFile = (keys: readonly EvidenceKey[], logKey: NoteKey | undefined): string =>
  formatKeyFile(toKeySet(keys), logKey);

const KeyFile = v.object({ file: v.string() });

/** The key file that a register publishes itself; undefined before its first key. */
export const readKeyFile = async (log: Table): Promise<string | undefined> => {
  const item = await getItem(log, logKeyOf.keyFile());
  return item && v.parse(KeyFile, item).file;
};

const parseKeys = (file: string | undefined): readonly PublishedKey[] =>
  file === undefined ? [] : v.parse(KeySet, JSON.parse(file)).keys;

/** The keys in the file that a register publishes itself. None before its first key. */
export const readPublished = async (log: Table): Promise<readonly PublishedKey[]> => parseKeys(await readKeyFile(log));

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
 * Adds the key that KMS has sign now to the file, once it is listed. What the file has stays: nobody else writes it, so it
 * shows which keys signed before. A file that has every listed key stays without a look at KMS, so a quiet stage pays for
 * no request. Where two runs write at once, the next one corrects what is left.
 *
 * @throws Error of KMS, or of a file that somebody damaged; the file then stays as it is
 */
export const publishKeyFile = async ({ table, log, key, openSigner }: Publisher): Promise<void> => {
  const [listed, before] = await Promise.all([readEvidenceKeys(table), readKeyFile(log)]);
  const keys = parseKeys(before);
  const isIn = ({ kid }: Pick<EvidenceKey, 'kid'>): boolean => keys.some((each) => each.kid === kid);
  if (listed.every(isIn) && (before === undefined || before === formatKeyFile({ keys: [...keys] }, key))) return;
  const { kid, jwk } = await openSigner();
  const own = listed.find((each) => each.kid === kid);
  const added = own === undefined || isIn(own) ? [] : toKeySet([{ ...own, jwk }]).keys;
  const file = formatKeyFile({ keys: [...keys, ...added] }, key);
  if (file === before || keys.length + added.length === 0) return;
  await write(log, {
    put: { ...logKeyOf.keyFile(), file },
    condition: before === undefined ? 'attribute_not_exists(PK)' : '#file = :before',
    ...(before !== undefined && { names: { '#file': 'file' }, values: { ':before': before } }),
  });
};
