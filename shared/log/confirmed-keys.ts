import type { EvidenceKey, PublishedKey } from '../identity/keys/evidence-keys.ts';
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

/** What a log has of evidence keys. */
export interface KeyLeaves {
  /** When the leaf of the key says that it began to sign; undefined if there is none, or it is of another key. */
  readonly findFirstUse: (key: EvidenceKey) => Promise<Date | undefined>;
  /** Whether there is a proved leaf of the key as it is listed. */
  readonly has: (listed: EvidenceKey) => Promise<boolean>;
}

/** Whether the first checkpoint that has a leaf proves it. Not where the log is damaged. */
const isProved = async ({ log, key }: SignedLog, { index, entry }: LoggedLeaf): Promise<boolean> => {
  try {
    const proof = await proveLeaf(log, index);
    if (proof === undefined) return false;
    const { note, size } = proof.checkpoint;
    const head = await openCheckpoint(note, key);
    const root = rootOfInclusion(hashLeaf(entry), { index, size, path: proof.path });
    return root !== undefined && head?.size === size && isSameBytes(root, head.root);
  } catch (error) {
    if (error instanceof DamagedLog) return false;
    throw error;
  }
};

/** Reads the leaves of all evidence keys, in one query. */
export const openKeyLeaves = async (signed: SignedLog): Promise<KeyLeaves> => {
  const leaves = await findKeyLeaves(signed.log);
  const has = async (listed: EvidenceKey): Promise<boolean> => {
    const { event, entry } = leafOfEvidenceKey(listed);
    const leaf = leaves.get(event.id);
    return leaf !== undefined && isSameBytes(leaf.entry, entry) && isProved(signed, leaf);
  };
  return {
    has,
    findFirstUse: async (key) => {
      const leaf = leaves.get(leafOfEvidenceKey(key).event.id);
      const time = leaf && new Date(leaf.time);
      return time && (await has({ ...key, usedFrom: time.toISOString() })) ? time : undefined;
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

/** What may show that a listed key is the register's. */
export interface Witnesses {
  /** The key that signs now, as KMS has it; undefined if nobody could ask. */
  readonly current: EvidenceSigner | undefined;
  readonly leaves: KeyLeaves | undefined;
  /** The keys of the file that the register publishes, which takes one only while KMS has it sign. */
  readonly published: readonly PublishedKey[];
  /** What KMS says of another key; undefined if it does not have it, or the caller may not ask. Default: nobody asks. */
  readonly ask?: ((arn: string, stage: string) => Promise<EvidenceSigner | undefined>) | undefined;
}

/** What the list is compared with. */
interface Known extends Witnesses {
  readonly current: EvidenceSigner;
}

const isPublished = ({ kid, jwk, usedFrom }: EvidenceKey, published: Witnesses['published']): boolean =>
  published.some((key) => key.kid === kid && key.x === jwk.x && key.y === jwk.y && key.usedFrom === usedFrom);

/** A key that does not sign now: of this stage a former one, or a key of another stage on the same table. */
const judgeOther = async (listed: EvidenceKey, { current, published, ask }: Known): Promise<Verdict> => {
  const isOurs = accountOf(listed.arn) === accountOf(current.arn);
  const held = isOurs ? await ask?.(listed.arn, listed.stage) : undefined;
  if (held !== undefined)
    return isSameKey(held, listed) ? { confirmedBy: 'KMS' } : doubted('KMS has another key under this ARN');
  if (listed.stage !== current.stage) return doubted(`it is of the stage ${listed.stage}: use --stage ${listed.stage}`);
  return isPublished(listed, published)
    ? { confirmedBy: 'the key file' }
    : doubted('KMS does not show it, and the published key file does not have it as it is listed');
};

/**
 * Says of each listed key what shows that it is the register's: KMS has it under its ARN in the AWS account of the
 * register, or the key file that only `PublishCheckpoint` writes has it. Items of leaves show nothing: who may import
 * consents may write them.
 */
export const confirmKeys = async (
  keys: readonly EvidenceKey[],
  { current, leaves, published, ask }: Witnesses,
): Promise<readonly ConfirmedKey[]> => {
  const listed = current && keys.find((key) => isSameKey(current, key));
  const isLogged = listed !== undefined && (await leaves?.has(listed)) === true;
  const findVerdict = async (key: EvidenceKey): Promise<Verdict> => {
    if (current === undefined) return doubted('KMS was not asked');
    if (key === listed) return { confirmedBy: isLogged ? 'KMS and the log' : 'KMS' };
    return judgeOther(key, { current, leaves, published, ask });
  };
  const areNamed = await Promise.all(keys.map(hasOwnName));
  const isRepeated = ({ kid }: EvidenceKey, i: number): boolean =>
    keys.findIndex((other, at) => areNamed[at] && other.kid === kid) < i;
  return Promise.all(
    keys.map(async (key, i): Promise<ConfirmedKey> => {
      if (!areNamed[i]) return { ...key, ...doubted('its id is not the thumbprint of its key') };
      if (isRepeated(key, i)) return { ...key, ...doubted('it is listed twice') };
      return { ...key, ...(await findVerdict(key)) };
    }),
  );
};
