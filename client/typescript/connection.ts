import type { Answered } from './answer.ts';
import { readAnswer } from './answer.ts';
import type { Patience } from './attempts.ts';
import { retry } from './attempts.ts';
import { definitions } from './definitions.ts';
import type { AnswerOf, OperationName } from './operations.ts';

/** The address of the service, and how to call it. */
export interface ConnectionOptions extends Partial<Patience> {
  /** For example the output ApiUrl of the deployment. */
  readonly baseUrl: string;
  /** Whether `http:` may lead to another machine, whose network then sees passwords, tokens and personal data. */
  readonly allowHttp?: boolean;
  /** Replaces the platform's fetch, for example with one that uses a proxy. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

interface Sending {
  readonly signal?: AbortSignal | undefined;
  readonly token?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Sends a request, with retries, and returns the final answer. */
export type Post = <Name extends OperationName>(
  name: Name,
  request: object,
  sending?: Sending,
) => Promise<Answered<AnswerOf<Name>>>;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const readBaseUrl = (text: string, allowHttp: boolean): string => {
  const { protocol, hostname, username, password, search, hash, href } = new URL(text);
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) {
    throw new TypeError('baseUrl must be an http or https URL without user, query and fragment.');
  }
  if (protocol === 'http:' && !allowHttp && !loopback.test(hostname)) {
    throw new TypeError(
      'baseUrl must begin with https:, or others on the way can read the password. allowHttp: true allows http:.',
    );
  }
  return href.replace(/\/+$/, '');
};

export const connect = ({
  baseUrl,
  allowHttp = false,
  fetch = (url, init) => globalThis.fetch(url, init),
  attempts = 5,
  timeout = 15_000,
  totalTime = 60_000,
}: ConnectionOptions): Post => {
  const base = readBaseUrl(baseUrl, allowHttp);
  return (name, request, { signal, token, idempotencyKey } = {}) => {
    const headers = new Headers({
      accept: 'application/json, application/problem+json',
      'content-type': 'application/json',
    });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const init = { method: 'POST', headers, body: JSON.stringify(request), redirect: 'manual' } as const;
    const { path, answers } = definitions[name];
    const work = async (attempt: AbortSignal) =>
      readAnswer<AnswerOf<typeof name>>(await fetch(base + path, { ...init, signal: attempt }), path, answers);
    return retry(work, { attempts, timeout, totalTime, base }, signal);
  };
};
