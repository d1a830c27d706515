import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readStampResponse } from '../../shared/log/anchors/anchor-pending.ts';
import { readSignedToken, readStampedContent } from '../../shared/log/anchors/verify-stamp.ts';

const file = new URL('stored-authority.json', import.meta.url);

/** An authority that openssl has made, with a key of RSA: all of its stamps are equally long. */
export interface StoredAuthority {
  /** Of its root, in PEM. */
  readonly root: string;
  /** Of the root of another authority, in PEM. */
  readonly otherRoot: string;
  /** PKCS #8 in base64. */
  readonly key: string;
  /** A request for a stamp of `note` that openssl granted, in base64. */
  readonly request: string;
  /** A TimeStampResp with a stamp, in base64, and one by another policy. */
  readonly granted: string;
  readonly byOtherPolicy: string;
  /** A TimeStampResp to a request with a digest that it does not take, in base64. */
  readonly refused: string;
}

/** What openssl made once. `STAMPS=write` has the long test make it anew. */
export const readAuthority = (): StoredAuthority => JSON.parse(readFileSync(file, 'utf8'));

export const writeAuthority = (authority: StoredAuthority): void =>
  writeFileSync(file, `${JSON.stringify(authority, undefined, 2)}\n`);

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Puts octets in place of as many others that occur in the bytes. */
const replace = (bytes: Buffer, old: Uint8Array, octets: Uint8Array): void => {
  const at = bytes.indexOf(old);
  if (at < 0 || old.length !== octets.length) throw new Error('The stored answer has another form.');
  bytes.set(octets, at);
};

const openToken = (response: Buffer) => {
  const read = readStampResponse(new Uint8Array(response));
  if ('refusal' in read) throw new Error(read.refusal);
  return readSignedToken(read.token);
};

/**
 * Answers a request as openssl did once, at the same time, but for this imprint and nonce, and signs that.
 *
 * @param request as `encodeStampRequest` writes it, which has both at its end
 */
export const answerStamp = (
  authority: StoredAuthority,
  request: Uint8Array,
  answer: 'granted' | 'byOtherPolicy' = 'granted',
): Uint8Array<ArrayBuffer> => {
  const response = Buffer.from(authority[answer], 'base64');
  const stored = openToken(response);
  const { imprint, nonce = '' } = readStampedContent(stored.content);

  const content = Buffer.from(stored.content);
  replace(content, imprint, request.subarray(-46, -14));
  replace(content, Buffer.from(nonce, 'hex'), request.subarray(-12, -3));
  replace(response, stored.content, content);
  replace(response, digest(stored.content), digest(content));

  const key = createPrivateKey({ key: Buffer.from(authority.key, 'base64'), format: 'der', type: 'pkcs8' });
  replace(response, stored.signature, sign('sha256', openToken(response).signedAttributes, key));
  return new Uint8Array(response);
};
