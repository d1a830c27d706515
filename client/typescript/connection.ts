import type { Answered } from './answer.ts';
import { readAnswer } from './answer.ts';
import type { Patience } from './attempts.ts';
import { retry } from './attempts.ts';
import { definitions } from './definitions.ts';
import { toForm } from './form.ts';
import type { AnswerOf, Definition, OperationName } from './operations.ts';

/** The address of the service, and how to call it. */
export interface ConnectionOptions extends Partial<Patience> {
  /** For example the output ApiUrl of the deployment. */
  readonly baseUrl: string;
  /** The format of the parameters, which does not change their meaning. Default: JSON. */
  readonly encoding?: 'json' | 'form';
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

const encodings = {
  json: { type: 'application/json', encode: (request: object) => JSON.stringify(request) },
  form: { type: 'application/x-www-form-urlencoded', encode: toForm },
} as const;

const readBaseUrl = (text: string): string => {
  const { protocol, username, search, hash, href } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== '' || search !== '' || hash !== '') {
    throw new TypeError('baseUrl must be an http or https URL without user, query and fragment.');
  }
  return href.replace(/\/+$/, '');
};

export const connect = ({
  baseUrl,
  encoding = 'json',
  fetch = (url, init) => globalThis.fetch(url, init),
  attempts = 5,
  timeout = 15_000,
  totalTime = 60_000,
}: ConnectionOptions): Post => {
  const base = readBaseUrl(baseUrl);
  const { type, encode } = encodings[encoding];
  return <Name extends OperationName>(name: Name, request: object, { signal, token, idempotencyKey }: Sending = {}) => {
    const definition: Definition = definitions[name];
    const headers = new Headers({ accept: 'application/json, application/problem+json', 'content-type': type });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const init = { method: 'POST', headers, body: encode(request), redirect: 'manual' } as const;
    const url = base + definition.path;
    return retry(
      async (attemptSignal) =>
        readAnswer<AnswerOf<Name>>(await fetch(url, { ...init, signal: attemptSignal }), definition),
      { attempts, timeout, totalTime },
      signal,
    );
  };
};
