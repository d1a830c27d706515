import { lifetimes } from '../api/limits.ts';
import type { EvidenceKey } from '../identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../identity/keys/evidence-signer.ts';
import { hasOwnName } from '../identity/keys/evidence-signer.ts';
import { isSameBytes } from '../runtime/values.ts';
import type { Table } from '../store/table.ts';
import type { LoggedLeaf } from './blocks.ts';
import { findKeyLeaves } from './blocks.ts';
import { proveLeaf } from './checkpoints.ts';
import { leafOfEvidenceKey } from './feed.ts';
import type { NoteKey } from './note.ts';
import { openCheckpoint } from './note.ts';
import { DamagedLog } from './tiles.ts';
import { hashLeaf, rootOfInclusion } from './tree.ts';

/** A log, and the key that signs its checkpoints. */
export interface SignedLog {
  readonly log: Table;
  readonly key: NoteKey;
}

/** Where a key stands in the log, and the time of the first checkpoint that has it. */
export interface KeyPlace {
  readonly index: number;
  readonly time: Date;
}

/** What a log has of evidence keys. */
export interface KeyLeaves {
  /** When the leaf of the key says that it began to sign; undefined if there is none, or it is of another key. */
  readonly findFirstUse: (key: EvidenceKey) => Promise<Date | undefined>;
  /** The place of the leaf of the key. Undefined if that is not the key as it is listed, or is not proved. */
  readonly findPlace: (listed: EvidenceKey) => Promise<KeyPlace | undefined>;
}

/** Proves a leaf in the first checkpoint that has it. Undefined where the log is damaged. */
const prove = async ({ log, key }: SignedLog, { index, entry }: LoggedLeaf): Promise<KeyPlace | undefined> => {
  try {
    const proof = await proveLeaf(log, index);
    if (proof === undefined) return undefined;
    const { note, size } = proof.checkpoint;
    const head = await openCheckpoint(note, key);
    const root = rootOfInclusion(hashLeaf(entry), { index, size, path: proof.path });
    if (root === undefined || head?.size !== size || !isSameBytes(root, head.root)) return undefined;
    return { index, time: head.time };
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
};

/** Reads the leaves of all evidence keys, in one query. */
export const openKeyLeaves = async (signed: SignedLog): Promise<KeyLeaves> => {
  const leaves = await findKeyLeaves(signed.log);
  const findPlace = async (listed: EvidenceKey): Promise<KeyPlace | undefined> => {
    const { event, entry } = leafOfEvidenceKey(listed);
    const leaf = leaves.get(event.id);
    return leaf && isSameBytes(leaf.entry, entry) ? prove(signed, leaf) : undefined;
  };
  return {
    findPlace,
    findFirstUse: async (key) => {
      const leaf = leaves.get(leafOfEvidenceKey(key).event.id);
      const time = leaf && new Date(leaf.time);
      return time && (await findPlace({ ...key, usedFrom: time.toISOString() })) && time;
    },
  };
};

/** A listed key, and what shows that it is the register's. Whoever writes into the table can list a key of their own. */
export interface ConfirmedKey extends EvidenceKey {
  /** Undefined if nothing shows it. */
  readonly confirmedBy?: string | undefined;
  /** Why nothing does. */
  readonly doubt?: string | undefined;
}

/** Whether something shows that the key is the register's: no key file has another. */
export const isConfirmed = ({ confirmedBy }: Pick<ConfirmedKey, 'confirmedBy'>): boolean => confirmedBy !== undefined;

type Verdict = Pick<ConfirmedKey, 'confirmedBy' | 'doubt'>;

const doubted = (doubt: string): Verdict => ({ doubt });

const isSameKey = ({ kid, jwk }: EvidenceSigner, listed: EvidenceKey): boolean =>
  kid === listed.kid && jwk.x === listed.jwk.x && jwk.y === listed.jwk.y;

/** The AWS account in an ARN. An ARN in the table may be of a key in an account of somebody else. */
const accountOf = (arn: string): string | undefined => /^arn:[\w-]+:kms:[\w-]*:(\d{12}):/.exec(arn)?.[1];

/** The stream of the table keeps changes for a day, so a leaf comes within that time. One that `log repair` appended comes later. */
const latest = 24 * 3_600_000 + lifetimes.evidenceKeyAfterSeconds * 1_000;

/** What may show that a listed key is the register's. */
export interface Witnesses {
  /** The key that signs now, as KMS has it; undefined if nobody could ask. */
  readonly current: EvidenceSigner | undefined;
  readonly leaves: KeyLeaves | undefined;
  /** What KMS says of another key; undefined if it does not have it, or the caller may not ask. Default: nobody asks. */
  readonly ask?: ((arn: string, stage: string) => Promise<EvidenceSigner | undefined>) | undefined;
}

/** What the list is compared with. */
interface Known extends Witnesses {
  readonly current: EvidenceSigner;
  /** The current key as it is listed, and where it stands in the log. */
  readonly own: { readonly usedFrom: string; readonly place: KeyPlace } | undefined;
}

/** A former key came into use, and into the log, before the one that signs now. Whoever lists one today is too late for both. */
const judgeByLeaf = ({ usedFrom }: EvidenceKey, { time, index }: KeyPlace, own: Known['own']): Verdict => {
  if (time.getTime() - Date.parse(usedFrom) > latest) return doubted(`the log has it only since ${time.toISOString()}`);
  if (own === undefined)
    return doubted(
      'the log does not have the current key as it is listed, so the order is unknown: run `evidence add-key`',
    );
  if (index > own.place.index) return doubted('it came into the log after the key that signs now');
  return Date.parse(usedFrom) < Date.parse(own.usedFrom)
    ? { confirmedBy: 'the log' }
    : doubted('it came into use after the key that signs now');
};

/** A key that does not sign now: of this stage a former one, or a key of another stage on the same table. */
const judgeOther = async (listed: EvidenceKey, { current, leaves, own, ask }: Known): Promise<Verdict> => {
  const isOurs = accountOf(listed.arn) === accountOf(current.arn);
  const held = isOurs ? await ask?.(listed.arn, listed.stage) : undefined;
  if (held !== undefined)
    return isSameKey(held, listed) ? { confirmedBy: 'KMS' } : doubted('KMS has another key under this ARN');
  if (listed.stage !== current.stage) return doubted(`it is of the stage ${listed.stage}: use --stage ${listed.stage}`);
  if (leaves === undefined) return doubted('KMS does not show it, and there is no log');
  const place = await leaves.findPlace(listed);
  return place === undefined ? doubted('the log does not have it as it is listed') : judgeByLeaf(listed, place, own);
};

/**
 * Says of each listed key what shows that it is the register's: KMS has it under its ARN in the AWS account of the
 * register, or its first leaf stands in the log before the first one of the key that signs now. What is put into the table
 * today comes after that.
 */
export const confirmKeys = async (
  keys: readonly EvidenceKey[],
  { current, leaves, ask }: Witnesses,
): Promise<readonly ConfirmedKey[]> => {
  const listed = current && keys.find((key) => isSameKey(current, key));
  const place = listed && (await leaves?.findPlace(listed));
  const own = listed && place && { usedFrom: listed.usedFrom, place };
  const judge = async (key: EvidenceKey): Promise<Verdict> => {
    if (current === undefined) return doubted('KMS was not asked');
    if (key === listed) return { confirmedBy: place === undefined ? 'KMS' : 'KMS and the log' };
    return judgeOther(key, { current, leaves, own, ask });
  };
  const areNamed = await Promise.all(keys.map(hasOwnName));
  const isRepeated = ({ kid }: EvidenceKey, i: number): boolean =>
    keys.findIndex((other, at) => areNamed[at] && other.kid === kid) < i;
  return Promise.all(
    keys.map(async (key, i): Promise<ConfirmedKey> => {
      if (!areNamed[i]) return { ...key, ...doubted('its id is not the thumbprint of its key') };
      if (isRepeated(key, i)) return { ...key, ...doubted('it is listed twice') };
      return { ...key, ...(await judge(key)) };
    }),
  );
};
