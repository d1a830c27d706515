import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bytes } from '../../bytes.ts';
import { describeFault, log as journal } from '../../logger.ts';
import type { Table } from '../../store/client.ts';
import { stampedPart } from '../checkpoint.ts';
import type { StoredCheckpoint } from '../checkpoints.ts';
import { findUnanchored, markAnchored } from '../checkpoints.ts';
import { noteKey, openAnchorStore, stampKey } from './anchor-bucket.ts';
import { askAuthority, Unstamped } from './ask-authority.ts';
import type { Element } from './ber.ts';
import { childrenOf, encodeElement, integerOf, membersOf, readOnly, tags, textOf } from './ber.ts';
import { verifyStamp } from './verify-stamp.ts';

/** The bucket of the anchors, under Object Lock, and the time-stamp authority, if any. */
export interface Anchorage {
  readonly bucket: string;
  readonly authority?: URL | undefined;
}

/** How many of the latest checkpoints are stamped if they have no stamp: usually those of half a day. */
const recent = 50;

/** Milliseconds after which a run stops asking for stamps. The next run asks for the rest. */
const longestStamping = 60_000;

/** Asks an authority until it fails or has taken too long. The next run asks again for missing stamps. */
const stampUntilFailure = (authority: URL | undefined) => {
  let asked = authority;
  const until = performance.now() + longestStamping;
  return async ({ note, stamp }: StoredCheckpoint): Promise<Uint8Array | undefined> => {
    if (stamp !== undefined || asked === undefined || performance.now() > until) return stamp;
    try {
      return await stampCheckpoint({ authority: asked, note });
    } catch (error) {
      asked = undefined;
      journal.warn('log.unstamped', {
        ...describeFault(error),
        ...(error instanceof Unstamped && { fault: error.fault }),
      });
      return undefined;
    }
  };
};

/**
 * Anchors the checkpoints that are not anchored yet and requests missing stamps, the earliest first. If the authority
 * fails, checkpoints are still anchored.
 *
 * @throws ForkedAnchor when another checkpoint of the same size is anchored
 */
export const anchorPending = async (log: Table, { bucket, authority }: Anchorage, now: Date): Promise<void> => {
  const pending = await findUnanchored(log, { isStamped: authority !== undefined, recent });
  if (pending.length === 0) return;
  const stampOf = stampUntilFailure(authority);
  const store = openAnchorStore();
  try {
    for (const checkpoint of pending.reverse()) {
      const { size, note, anchoredAt } = checkpoint;
      const stamp = await stampOf(checkpoint);
      await anchorCheckpoint(store, { bucket, size, note, stamp });
      await markAnchored(log, size, {
        anchoredAt: anchoredAt ?? now.toISOString(),
        stamp: stamp && Uint8Array.from(stamp),
      });
    }
  } finally {
    store.destroy();
  }
};

/** A request for a time stamp over the SHA-256 of some bytes. */
export interface StampRequest {
  readonly imprint: Uint8Array;
  /**
   * A random number that the answer repeats, which proves that the answer is not an older one. Its first octet is from
   * 1 to 127.
   */
  readonly nonce: Uint8Array;
}

const version1 = encodeElement(tags.integer, Uint8Array.of(1));
const sha256 = encodeElement(tags.oid, Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01));
const withCertificates = encodeElement(tags.boolean, Uint8Array.of(0xff));

/** The nonce of a request: 64 random bits in the form of a DER integer. */
export const newNonce = (): Bytes => {
  const nonce = crypto.getRandomValues(new Uint8Array(9));
  nonce[0] = 1;
  return nonce;
};

/** A TimeStampReq that also asks for the authority's certificates (RFC 3161, section 2.4.1), as DER. */
export const encodeStampRequest = ({ imprint, nonce }: StampRequest): Bytes => {
  const algorithm = encodeElement(tags.sequence, sha256, Uint8Array.of(0x05, 0x00));
  const messageImprint = encodeElement(tags.sequence, algorithm, encodeElement(tags.octetString, imprint));
  return encodeElement(tags.sequence, version1, messageImprint, encodeElement(tags.integer, nonce), withCertificates);
};

/** The answer of an authority: a token, or why there is none. */
type StampResponse = { readonly token: Bytes } | { readonly refusal: string };

/** Why an authority refuses (PKIFailureInfo), by its bit. */
const failures: ReadonlyMap<number, string> = new Map([
  [0, 'it does not take SHA-256'],
  [2, 'it takes no such request'],
  [5, 'it cannot read the request'],
  [14, 'its clock does not work'],
  [15, 'it does not stamp by that policy'],
  [16, 'it does not know an extension'],
  [17, 'it cannot add what was asked for'],
  [25, 'its system failed'],
]);

const granted = ['00', '01'];

const findFailures = (bits: Element | undefined): readonly string[] => {
  if (bits === undefined) return [];
  const octets = [...bits.content.subarray(1)];
  const isSet = (bit: number): boolean => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  return [...failures].filter(([bit]) => isSet(bit)).map(([, says]) => says);
};

/** The authority's own words, which may be anything. */
const readWords = (texts: Element | undefined): readonly string[] =>
  texts === undefined ? [] : [childrenOf(texts).map(textOf).join(' ').slice(0, 200)];

/**
 * Reads a TimeStampResp (RFC 3161, section 2.4.2). The token is byte for byte as the authority wrote it.
 *
 * @throws BerFault when the bytes are not one
 */
export const readStampResponse = (bytes: Bytes): StampResponse => {
  const members = membersOf(readOnly(bytes));
  const status = membersOf(members.take(tags.sequence));
  const state = integerOf(status.take(tags.integer));
  if (granted.includes(state)) return { token: members.take(tags.sequence).whole };
  const words = readWords(status.takeIf(tags.sequence));
  const reasons = [...findFailures(status.takeIf(tags.bitString)), ...words];
  return { refusal: reasons.length === 0 ? `its status is ${state}` : reasons.join('; ') };
};

/**
 * Another checkpoint of the same size is already anchored: the log has two pasts, because somebody rewrote one of them.
 * Trying again does not repair that.
 */
export class ForkedAnchor extends Error {
  override readonly name = 'ForkedAnchor';

  constructor(bucket: string, key: string) {
    super(
      `FORK: ${key} in the bucket ${bucket} holds another checkpoint than the log has now. Somebody changed the log after it was ` +
        'anchored. Stop publishing, keep the table as it is, and run "log verify".',
    );
  }
}

/** A checkpoint to anchor. */
export interface NewAnchor {
  readonly bucket: string;
  /** Size of the checkpoint's tree. */
  readonly size: number;
  /** The signed note, byte for byte. */
  readonly note: string;
  /** The time stamp of the note, if any (`stampCheckpoint`). */
  readonly stamp?: Uint8Array | undefined;
}

interface NewObject {
  readonly key: string;
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** The answers of S3 to `If-None-Match: *` if the object exists (412) or another caller is writing it (409). */
const taken = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/**
 * Writes an object unless it exists, and returns whether it did. The bucket's default decides how long it is locked, so
 * no right to set retention is needed. The SDK adds the checksum that Object Lock requires.
 */
const putNew = async (client: S3Client, bucket: string, { key, body, type }: NewObject): Promise<boolean> => {
  const object = { Bucket: bucket, Key: key, Body: body, ContentType: type, IfNoneMatch: '*' };
  try {
    await client.send(new PutObjectCommand(object));
    return true;
  } catch (error) {
    if (error instanceof Error && taken.has(error.name)) return false;
    throw error;
  }
};

const readText = async (client: S3Client, bucket: string, key: string): Promise<string | undefined> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Body?.transformToString();
};

/**
 * Writes a checkpoint and its stamp under Object Lock. Writing the same bytes again changes nothing, so a failed run
 * can be repeated. The first stamp of a checkpoint stays, because a later one proves less.
 *
 * @throws ForkedAnchor when another checkpoint of this size is there
 */
export const anchorCheckpoint = async (client: S3Client, { bucket, size, note, stamp }: NewAnchor): Promise<void> => {
  const key = noteKey(size);
  const isNew = await putNew(client, bucket, { key, body: note, type: 'text/plain; charset=utf-8' });
  if (!isNew && (await readText(client, bucket, key)) !== note) throw new ForkedAnchor(bucket, key);
  if (stamp !== undefined) {
    await putNew(client, bucket, { key: stampKey(size), body: stamp, type: 'application/vnd.etsi.timestamp-token' });
  }
};

/** A checkpoint that an authority shall stamp. */
export interface Stamping {
  /** Address of the authority, `http` or `https`, possibly with a name and a password. */
  readonly authority: URL;
  /** The signed note. Its text and first signature are stamped. */
  readonly note: string;
  /** How long the authority may take. */
  readonly milliseconds?: number;
}

const readResponse = (authority: URL, answer: Bytes): StampResponse => {
  try {
    return readStampResponse(answer);
  } catch {
    throw new Unstamped(authority, 'form', 'what it answers is no time stamp. Check the address.');
  }
};

/**
 * Asks an authority to stamp a checkpoint and checks the stamp: it must be for these bytes, answer this request, and be
 * signed with a certificate for time stamps. Readers decide whether to trust that certificate.
 *
 * @returns the token (DER of a ContentInfo), as the authority wrote it
 * @throws Unstamped when there is no valid stamp
 */
export const stampCheckpoint = async ({ authority, note, milliseconds }: Stamping): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(stampedPart(note));
  const nonce = newNonce();
  const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const answer = await askAuthority(authority, encodeStampRequest({ imprint, nonce }), milliseconds);
  const response = readResponse(authority, answer);
  if ('refusal' in response) throw new Unstamped(authority, 'refused', `${response.refusal}.`);
  const { verdict, checks, stamp } = await verifyStamp(response.token, bytes);
  const failed = checks.find(({ holds }) => holds === false);
  if (verdict === 'refused')
    throw new Unstamped(authority, 'unsound', `its stamp does not hold. ${failed?.says} Choose another authority.`);
  if (stamp?.nonce !== bytesToHex(nonce))
    throw new Unstamped(authority, 'unsound', 'its stamp answers another request. Choose another authority.');
  return response.token;
};
