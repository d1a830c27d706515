import type { Bytes } from '../../bytes.ts';
import { joinBytes } from '../../bytes.ts';

/**
 * Why there is no stamp: the authority does not answer, answers with a status other than 200, sends an invalid answer,
 * refuses, or sends a stamp that does not hold.
 */
export type StampFault = 'unreachable' | 'status' | 'form' | 'refused' | 'unsound';

/** An authority gave no stamp. The checkpoint stays without one, and a later run may ask again. */
export class Unstamped extends Error {
  override readonly name = 'Unstamped';
  /** A constant, which may be logged. */
  readonly fault: StampFault;

  constructor(authority: URL, fault: StampFault, says: string) {
    super(`The time-stamp authority at ${authority.host} gave no stamp: ${says}`);
    this.fault = fault;
  }
}

/** Milliseconds that an authority may take. Good ones answer within one second. */
const patience = 10_000;

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

/** What to do about an answer with this status. */
const adviseOn = (status: number): string => {
  if (status >= 300 && status < 400) return 'Set the address that it redirects to, if that is still the authority.';
  if (status === 401 || status === 403) return 'Check the name and password in the address.';
  if (status === 404 || status === 405) return 'Check the path of the address.';
  if (status === 429) return 'Stamp less often, or agree on more with the authority.';
  return status >= 500
    ? 'Ask again later, or choose another authority.'
    : 'Check that the address is one for time stamps.';
};

const readBounded = async (response: Response, authority: URL): Promise<Bytes> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longestAnswer)
      throw new Unstamped(authority, 'form', 'its answer is longer than any. Check the address.');
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
  if (response.status === 200) return readBounded(response, authority);
  await response.body?.cancel();
  throw new Unstamped(authority, 'status', `it answers ${response.status}. ${adviseOn(response.status)}`);
};

/**
 * Posts a request to an authority (RFC 3161, section 3.4) and returns its answer. Nothing is retried.
 *
 * @throws Unstamped when there is no answer with status 200 in time, or it is too long
 */
export const askAuthority = async (authority: URL, request: Bytes, milliseconds: number = patience): Promise<Bytes> => {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await post(authority, request, signal);
  } catch (error) {
    if (error instanceof Unstamped) throw error;
    const says = signal.aborted
      ? `it did not answer within ${milliseconds / 1_000} s. Ask again later, or choose another authority.`
      : 'it cannot be reached. Check the address, and that the function may reach the internet.';
    throw new Unstamped(authority, 'unreachable', says);
  }
};
