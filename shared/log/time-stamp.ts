import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bytes } from '../runtime/values.ts';
import { joinBytes } from '../runtime/values.ts';
import { stampedPart } from './note.ts';

/** A checkpoint that an authority shall stamp. */
export interface Stamping {
  /** Address of the authority, `http` or `https`, possibly with a name and a password. */
  readonly authority: URL;
  /** The signed note. Its text and first signature are stamped. */
  readonly note: string;
  /** How long the authority may take. */
  readonly milliseconds?: number;
}

/**
 * Asks an authority to stamp a checkpoint (RFC 3161). The stamp is kept if the authority granted it and it names these
 * bytes and this request. Whoever relies on it verifies its signature and certificates, with `openssl ts -verify`.
 *
 * @returns the token (a ContentInfo), byte for byte as the authority wrote it
 * @throws Unstamped when there is no such stamp
 */
export const stampCheckpoint = async ({ authority, note, milliseconds }: Stamping): Promise<Uint8Array> => {
  const nonce = newNonce();
  const stamped = new TextEncoder().encode(stampedPart(note));
  const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', stamped));
  const response = readStampResponse(
    await requestStamp(authority, encodeStampRequest({ imprint, nonce }), milliseconds),
  );
  if (response === undefined) throw new Unstamped('form');
  const { status, token } = response;
  if (status > 1 || token.length === 0) throw new Unstamped('refused', status);
  if (!hasBytes(token, octetString(imprint)) || !hasBytes(token, integer(nonce))) throw new Unstamped('unsound');
  return token;
};

/** Why there is no stamp, as `log.unstamped` says it: no answer or none in time, one with another status than 200, no stamp, a refusal, or a stamp of something else. */
type StampFault = 'unreachable' | 'late' | 'status' | 'form' | 'refused' | 'unsound';

/** An authority gave no stamp. The checkpoint stays without one, and a later run may ask again. */
export class Unstamped extends Error {
  override readonly name = 'Unstamped';
  readonly fault: StampFault;
  /** Of the HTTP answer, or of the refusal (RFC 3161, section 2.4.2). */
  readonly status: number | undefined;

  constructor(fault: StampFault, status?: number) {
    super(`The time-stamp authority gave no stamp: ${fault}${status === undefined ? '' : ` ${status}`}.`);
    this.fault = fault;
    this.status = status;
  }
}

/** Milliseconds that an authority may take. Good ones answer within one second. */
const timeoutMilliseconds = 10_000;

/** No answer of an authority is longer. */
const longestAnswer = 64 * 1024;

/** A name and password in the address become a header, since `fetch` refuses them in an address. */
const credentialsOf = ({ username, password }: URL): Readonly<Record<string, string>> => {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const octets = Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet));
  return { authorization: `Basic ${btoa(octets.join(''))}` };
};

const withoutCredentials = (authority: URL): URL => {
  const address = new URL(authority);
  address.username = '';
  address.password = '';
  return address;
};

const readBounded = async (response: Response): Promise<Bytes> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longestAnswer) throw new Unstamped('form');
    parts.push(part);
  }
  return joinBytes(parts);
};

const post = async (authority: URL, request: Bytes, signal: AbortSignal): Promise<Bytes> => {
  const response = await fetch(withoutCredentials(authority), {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', ...credentialsOf(authority) },
    body: request,
    redirect: 'manual',
    signal,
  });
  if (response.status === 200) return readBounded(response);
  await response.body?.cancel();
  throw new Unstamped('status', response.status);
};

/**
 * Posts a request to an authority (RFC 3161, section 3.4) and returns its answer. Nothing is retried.
 *
 * @throws Unstamped when there is no answer with status 200 in time, or it is too long
 */
const requestStamp = async (
  authority: URL,
  request: Bytes,
  milliseconds: number = timeoutMilliseconds,
): Promise<Bytes> => {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await post(authority, request, signal);
  } catch (error) {
    if (error instanceof Unstamped) throw error;
    throw new Unstamped(signal.aborted ? 'late' : 'unreachable');
  }
};

/** A member in DER, at most 127 octets long (X.690, section 8.1). */
const encode = (tag: number, ...contents: readonly Uint8Array[]): Bytes => {
  const content = joinBytes(contents);
  return joinBytes([Uint8Array.of(tag, content.length), content]);
};

const octetString = (octets: Uint8Array): Bytes => encode(0x04, octets);
const integer = (octets: Uint8Array): Bytes => encode(0x02, octets);

/** `SEQUENCE { OBJECT IDENTIFIER sha256, NULL }` */
const sha256 = Uint8Array.of(0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00);

/** 64 random bits behind an octet 1: a positive integer that is nine octets long in DER. */
const newNonce = (): Bytes => {
  const nonce = crypto.getRandomValues(new Uint8Array(9));
  nonce[0] = 1;
  return nonce;
};

/** What a stamp is asked for: the SHA-256 of some bytes, and a number that the answer repeats. */
export interface StampRequest {
  readonly imprint: Uint8Array;
  readonly nonce: Uint8Array;
}

/** A TimeStampReq that also asks for the certificates of the authority (RFC 3161, section 2.4.1). */
export const encodeStampRequest = ({ imprint, nonce }: StampRequest): Bytes =>
  encode(
    0x30,
    integer(Uint8Array.of(1)),
    encode(0x30, sha256, octetString(imprint)),
    integer(nonce),
    encode(0x01, Uint8Array.of(0xff)),
  );

/** The content of a definite-length member that begins here. Undefined for any other octets. */
const readMember = (bytes: Bytes, tag: number): { readonly content: Bytes; readonly rest: Bytes } | undefined => {
  const [first, short = 0x80] = bytes;
  const octets = short < 0x80 ? 0 : short - 0x80;
  if (first !== tag || short === 0x80 || octets > 4) return undefined;
  const start = 2 + octets;
  const length = octets === 0 ? short : bytes.subarray(2, start).reduce((sum, octet) => sum * 256 + octet, 0);
  const end = start + length;
  return end > bytes.length ? undefined : { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
};

/** Reads a TimeStampResp (RFC 3161, section 2.4.2): its status, and what is behind it, the token. Undefined if it is none. */
const readStampResponse = (answer: Bytes): { readonly status: number; readonly token: Bytes } | undefined => {
  const whole = readMember(answer, 0x30);
  const statusInfo = whole && readMember(whole.content, 0x30);
  const status = statusInfo && readMember(statusInfo.content, 0x02)?.content;
  if (statusInfo === undefined || status?.length !== 1 || whole?.rest.length !== 0) return undefined;
  return { status: status[0] ?? 0, token: statusInfo.rest };
};

const hasBytes = (bytes: Uint8Array, part: Uint8Array): boolean => {
  const [all, wanted] = [bytesToHex(bytes), bytesToHex(part)];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) if (at % 2 === 0) return true;
  return false;
};
