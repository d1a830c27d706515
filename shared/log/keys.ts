import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import * as v from 'valibot';
import { functionClientLimits, watch } from '../runtime/aws.ts';
import { attempt } from '../runtime/values.ts';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';
import { readNotes } from './checkpoints.ts';
import type { Checkpoint, NoteKey } from './note.ts';
import { openCheckpoint } from './note.ts';
import { DamagedLog } from './tiles.ts';

/** The use of a key in the log table: for checkpoints or events. */
type Purpose = 'checkpoints' | 'events';

/** An Ed25519 key that this process has opened. */
export interface OpenKey {
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  readonly privateKey: KeyObject;
}

/** The KMS key that wraps the keys, and the stage. */
export interface Wrapping {
  readonly encryptionKey: string;
  readonly stage: string;
}

const Stored = v.object({
  wrapped: v.instance(Uint8Array),
  publicKey: v.instance(Uint8Array),
  /** The stage whose KMS key wrapped it. */
  stage: v.optional(v.string()),
});
type Stored = v.InferOutput<typeof Stored>;

const Ciphertext = v.object({ CiphertextBlob: v.instance(Uint8Array) });
const Plaintext = v.object({ Plaintext: v.instance(Uint8Array) });

/**
 * The errors of KMS for a ciphertext of another context, and for a key that the role may not use, or that is in another
 * region or gone.
 */
const foreign: ReadonlySet<string> = new Set([
  'InvalidCiphertextException',
  'AccessDeniedException',
  'NotFoundException',
]);

const advice =
  'Where existingLogTable names the log of another stage, take it out of the options, deploy, and run "log repair" (docs/log.md, Each stage signs a log of its own).';

/** The log belongs to another stage, or KMS cannot open its signing key. Trying again does not repair that. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';

  constructor(purpose: Purpose, { stage: owner = 'another stage' }: Stored, stage: string, cause?: Error) {
    super(
      cause === undefined
        ? `The stage ${owner} signs ${purpose} of this log, and ${stage} is another one. ${advice}`
        : `KMS does not open the key that signs ${purpose} of this log for ${stage} (${cause.name}): its encryption key is gone or of another region, or a policy refuses it to this role. ${advice}`,
      { cause },
    );
  }
}

const refuseOthers = (purpose: Purpose, stored: Stored, stage: string): void => {
  if (stored.stage !== undefined && stored.stage !== stage) throw new ForeignLog(purpose, stored, stage);
};

const toRaw = (key: KeyObject): Uint8Array =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');

/** Creates a key, unless another process has created it by then. */
const createKey = async (
  log: Table,
  purpose: Purpose,
  { encryptionKey: KeyId, stage }: Wrapping,
  client: KMSClient,
) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const Plaintext = privateKey.export({ type: 'pkcs8', format: 'der' });
  const answer = await client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { purpose, stage } }));
  const { CiphertextBlob: wrapped } = v.parse(Ciphertext, answer);
  const put = { ...logKeyOf.signingKey(purpose), wrapped, publicKey: toRaw(privateKey), stage };
  const written = await write(log, { put, ...isNew });
  return v.parse(Stored, written.done ? written.item : written.existing);
};

/**
 * Opens the key for a purpose, and creates it when it is first needed. In the log table it is wrapped by KMS: rights on
 * tables alone cannot sign (docs/decisions.md#the-log).
 *
 * @throws ForeignLog when another stage has it. Error of KMS: isTransient says whether a later call may succeed
 */
export const openSigningKey = async (log: Table, purpose: Purpose, wrapping: Wrapping): Promise<OpenKey> => {
  const client = watch(new KMSClient(functionClientLimits));
  const item = await getItem(log, logKeyOf.signingKey(purpose));
  const stored = item === undefined ? await createKey(log, purpose, wrapping, client) : v.parse(Stored, item);
  const { stage } = wrapping;
  refuseOthers(purpose, stored, stage);
  // The ciphertext names its key, which may be that of an earlier stack of the stage. The rights of the role decide
  // which keys open it.
  const decrypt = new DecryptCommand({
    CiphertextBlob: stored.wrapped,
    EncryptionContext: { purpose, stage },
  });
  const opened = await client.send(decrypt).catch((error: unknown) => {
    if (error instanceof Error && foreign.has(error.name)) throw new ForeignLog(purpose, stored, stage, error);
    throw error;
  });
  const der = Buffer.from(v.parse(Plaintext, opened).Plaintext);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { publicKey: toRaw(privateKey), privateKey, sign: (bytes) => sign(null, bytes, privateKey) };
};

/**
 * Refuses a log that another stage signs.
 *
 * @returns whether this stage signs it. A log that nobody signs yet may belong to another stage a moment later
 * @throws ForeignLog
 */
export const isOwnLog = async (log: Table, stage: string): Promise<boolean> => {
  const item = await getItem(log, logKeyOf.signingKey('checkpoints'));
  if (item !== undefined) refuseOthers('checkpoints', v.parse(Stored, item), stage);
  return item !== undefined;
};

/** The public half of a key as listed, 32 bytes. Undefined if there is none, or if somebody damaged it. */
export const readPublicKey = async (log: Table, purpose: Purpose): Promise<Uint8Array | undefined> => {
  const item = await getItem(log, logKeyOf.signingKey(purpose));
  return attempt(() => v.parse(Stored, item).publicKey);
};

/** The key of a log, and the last checkpoint that it signed. */
export interface LogKey {
  readonly key: NoteKey;
  readonly note: string;
  readonly head: Checkpoint;
  /** How many later checkpoints it did not sign, because somebody changed them. */
  readonly damaged: number;
}

/** Checkpoints to read at a time. The last one usually suffices. */
const together = 20;

/**
 * The key that verifies the checkpoints of a log. Its name comes from a checkpoint that it signed: a changed checkpoint
 * could give another name and make all others wrong.
 *
 * @returns undefined before the first checkpoint
 * @throws DamagedLog when the key signed none of the checkpoints
 */
export const findLogKey = async (log: Table): Promise<LogKey | undefined> => {
  const publicKey = await readPublicKey(log, 'checkpoints');
  let damaged = 0;
  for await (const { note } of readNotes(log, { order: 'descending', limit: together })) {
    const head = publicKey && (await openCheckpoint(note, { publicKey }));
    if (publicKey && head) return { key: { name: head.origin, publicKey }, note, head, damaged };
    damaged += 1;
  }
  if (damaged > 0) throw new DamagedLog('The key in the log table signed none of the checkpoints of the log.');
  return undefined;
};

const nameCharacters = 8;
const base = 32;

/**
 * The name of a log: its stage, and eight digits and letters of the SHA-256 of the key that signs its checkpoints. So it
 * is fixed before the first checkpoint, and no item of a table can change it.
 */
export const nameLog = (stage: string, publicKey: Uint8Array): string => {
  const bytes = createHash('sha256').update(publicKey).digest().subarray(0, nameCharacters);
  return `${stage}-${Array.from(bytes, (byte) => (byte % base).toString(base)).join('')}`;
};
