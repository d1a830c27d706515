import { lifetimes } from '../../../shared/api/limits.ts';
import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceKeyName, EvidenceSigner, FoundKey } from '../../../shared/identity/keys/evidence-signer.ts';
import {
  findKey as findKeyInKms,
  hasOwnName,
  openEvidenceSigner,
} from '../../../shared/identity/keys/evidence-signer.ts';
import type { LoggedLeaf } from '../../../shared/log/blocks.ts';
import { findKeyLeaves } from '../../../shared/log/blocks.ts';
import { proveLeaf } from '../../../shared/log/checkpoints.ts';
import { leafOfEvidenceKey } from '../../../shared/log/feed.ts';
import type { NoteKey } from '../../../shared/log/note.ts';
import { openCheckpoint } from '../../../shared/log/note.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/tree.ts';
import { regionOf } from '../../../shared/runtime/aws.ts';
import { isSameBytes } from '../../../shared/runtime/values.ts';
import type { Table } from '../../../shared/store/table.ts';
import { CommandError } from '../../errors.ts';
import { note } from '../../output/print.ts';
import { commandClientLimits, isTableAlone, notOfTableAlone } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';

/** A shell command about a KMS key. */
export const toKmsLine = (command: string, id: string): string => {
  const region = regionOf(id);
  return ['aws kms', command, ...(region === undefined ? [] : [`--region ${region}`]), `--key-id ${id}`].join(' ');
};

/** What KMS says about a key, with the commandClientLimits of a command; undefined if it is gone. */
export const findKey = (id: string): Promise<FoundKey | undefined> => findKeyInKms(id, commandClientLimits);

const makeAnother =
  'Deploy the stage with a higher `evidenceKeyGeneration` to create another key (docs/operations.md, Evidence keys).';

/** The shell line that makes a key usable again, by its state in KMS; undefined if none does. */
export const toReviving = (state: string, id: string): string | undefined => {
  const enable = toKmsLine('enable-key', id);
  if (state === 'Disabled') return enable;
  return state === 'PendingDeletion' ? `${toKmsLine('cancel-key-deletion', id)} && ${enable}` : undefined;
};

/** States of KMS, for people. */
const stateNames: Readonly<Record<string, string>> = { Disabled: 'disabled', PendingDeletion: 'pending deletion' };

/** A state of KMS, for people. */
export const nameState = (state: string): string => stateNames[state] ?? state;

/** Why a key cannot sign and what to do, by its state in KMS. */
export const explainState = (state: string, id: string): { readonly says: string; readonly todo: string } => {
  const revive = toReviving(state, id);
  const says = nameState(state);
  if (revive === undefined) return { says, todo: makeAnother };
  if (state === 'Disabled') return { says, todo: `Enable it: ${revive}` };
  return { says, todo: `To keep it: ${revive}. To replace it: ${makeAnother}` };
};

/** What a KMS error says about the state of the key, by its name. */
const stateOfError: Readonly<Record<string, string>> = {
  DisabledException: 'Disabled',
  KMSInvalidStateException: 'PendingDeletion',
  NotFoundException: 'gone',
};

const noRight =
  'Your credentials may not use the evidence key (kms:GetPublicKey, kms:Sign). The policy look allows it (docs/commands.md).';

/** A KMS error as one line with advice, if it is about the key or the right to use it. */
const explain = (error: unknown, id: string): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AccessDeniedException') return new CommandError(noRight, 'unreachable');
  const state = stateOfError[error.name];
  if (state === undefined) return error;
  const { says, todo } = explainState(state, id);
  return new CommandError(`The evidence key ${id} is ${says}, so nothing can be signed. ${todo}`, 'unreachable');
};

const rethrow =
  (id: string) =>
  (error: unknown): never => {
    throw explain(error, id);
  };

/** @throws CommandError usage for a table alone; unreachable when the stage has no key yet */
const needKey = (stage: Stage): EvidenceKeyName => {
  const { evidenceKey, label } = stage;
  if (evidenceKey !== undefined) return evidenceKey;
  if (isTableAlone(stage)) throw notOfTableAlone('which evidence key is in use');
  throw new CommandError(
    `${label} has no evidence key yet. Deploy the stage again to create it (docs/operations.md, Update).`,
    'unreachable',
  );
};

/**
 * The key that signs the evidence of the stage.
 *
 * @throws CommandError usage or unreachable, when the key is not known or cannot be used; its `sign` throws the same
 */
export const openSigner = async (stage: Stage): Promise<EvidenceSigner> => {
  const name = needKey(stage);
  const signer = await openEvidenceSigner(name).catch(rethrow(name.id));
  return { ...signer, sign: (bytes) => signer.sign(bytes).catch(rethrow(name.id)) };
};

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

type Verdict = Pick<ConfirmedKey, 'confirmedBy' | 'doubt'>;

const doubted = (doubt: string): Verdict => ({ doubt });

/** What KMS says of a key; undefined if it does not have it, or the caller may not ask. */
const askKms = async (id: string, stage: string): Promise<EvidenceSigner | undefined> => {
  try {
    return await openEvidenceSigner({ id, stage });
  } catch {
    return undefined;
  }
};

/** The key that signs now. @returns undefined with a message */
const askForCurrent = async ({ evidenceKey }: Stage): Promise<EvidenceSigner | undefined> => {
  const current = evidenceKey && (await askKms(evidenceKey.id, evidenceKey.stage));
  if (current === undefined)
    note(
      evidenceKey === undefined
        ? 'A table alone does not say which evidence key is in use, so no key is confirmed. Use --stage.'
        : 'KMS does not show the evidence key of the stage to you (kms:GetPublicKey), so no key is confirmed.',
    );
  return current;
};

const isSameKey = ({ kid, jwk }: EvidenceSigner, listed: EvidenceKey): boolean =>
  kid === listed.kid && jwk.x === listed.jwk.x && jwk.y === listed.jwk.y;

/** The AWS account in an ARN. An ARN in the table may be of a key in an account of somebody else. */
const accountOf = (arn: string): string | undefined => /^arn:[\w-]+:kms:[\w-]*:(\d{12}):/.exec(arn)?.[1];

/** The stream of the table keeps changes for a day, so a leaf comes within that time. One that `log repair` appended comes later. */
const latest = 24 * 3_600_000 + lifetimes.evidenceKeyAfterSeconds * 1_000;

/** What the list is compared with. */
interface Known {
  readonly current: EvidenceSigner;
  readonly leaves: KeyLeaves | undefined;
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
const judgeOther = async (listed: EvidenceKey, { current, leaves, own }: Known): Promise<Verdict> => {
  const isOurs = accountOf(listed.arn) === accountOf(current.arn);
  const held = isOurs ? await askKms(listed.arn, listed.stage) : undefined;
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
  stage: Stage,
  leaves: KeyLeaves | undefined,
): Promise<readonly ConfirmedKey[]> => {
  const current = keys.length === 0 ? undefined : await askForCurrent(stage);
  const listed = current && keys.find((key) => isSameKey(current, key));
  const place = listed && (await leaves?.findPlace(listed));
  const own = listed && place && { usedFrom: listed.usedFrom, place };
  const judge = async (key: EvidenceKey): Promise<Verdict> => {
    if (current === undefined) return doubted('KMS was not asked');
    if (key === listed) return { confirmedBy: place === undefined ? 'KMS' : 'KMS and the log' };
    return judgeOther(key, { current, leaves, own });
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
