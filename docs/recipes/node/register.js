/**
 * A client of the Consent Register, for the recipes in this folder: copy it beside yours.
 *
 * It logs in once and keeps the tokens in memory; refreshes them before they expire or when one is refused, and logs in again
 * only where that fails; waits as long as Retry-After says on 429 and 503, and tries again, four times at most, with the
 * same Idempotency-Key. One Register serves all requests of a process.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD.
 *
 * It needs Node.js 20 or newer, and nothing beside its fetch.
 */

import { setTimeout as sleep } from 'node:timers/promises';

const tries = 4;
const leewayMilliseconds = 60_000;
const passing = [0, 429, 502, 503, 504];

/** `status` is 0 where there was no answer in time; `errors` has field, code and detail of each parameter of a 422. */
export class RegisterError extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? (status === 0 ? 'The register cannot be reached.' : `The register answered ${status}.`));
    this.status = status;
    this.code = problem?.code ?? 'register.unavailable';
    this.errors = problem?.errors ?? [];
  }
}

export const setting = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}.`);
  return value;
};

/** Parameters in bracket notation: {userData: {email: 'a'}} is [['userData[email]', 'a']]. */
const toPairs = (value, name = '') => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => toPairs(member, name === '' ? key : `${name}[${key}]`));
};

export class Register {
  #url;
  #email;
  #password;
  #timeout;
  #longestWait;
  #tokens;
  #renewing;

  constructor({ url, email, password, timeout = 10, longestWait = 5 }) {
    this.#url = url;
    this.#email = email;
    this.#password = password;
    this.#timeout = timeout * 1000;
    this.#longestWait = longestWait;
  }

  static fromEnvironment() {
    return new Register({
      url: setting('REGISTER_URL'),
      email: setting('REGISTER_EMAIL'),
      password: setting('REGISTER_PASSWORD'),
    });
  }

  /** Calls an operation: call('/consent-register/add', {...}, key). */
  async call(path, parameters, idempotencyKey) {
    const token = await this.#accessToken();
    const answer = await this.#send(path, parameters, { token, idempotencyKey });
    if (answer.status !== 401) return this.#read(answer);
    const another = await this.#accessToken(token);
    return this.#read(await this.#send(path, parameters, { token: another, idempotencyKey }));
  }

  /** Requests that need a new token at the same time wait for the same one. */
  async #accessToken(refused) {
    const tokens = this.#tokens;
    const isGood = tokens !== undefined && tokens.expiresAt > Date.now() + leewayMilliseconds;
    if (isGood && tokens.access_token !== refused) return tokens.access_token;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew() {
    const tokens = (await this.#refresh()) ?? this.#read(await this.#send('/login', this.#credentials()));
    this.#tokens = { ...tokens, expiresAt: Date.now() + tokens.expires_in * 1000 };
    return tokens.access_token;
  }

  #credentials() {
    return { email: this.#email, password: this.#password };
  }

  async #refresh() {
    if (this.#tokens === undefined) return undefined;
    const answer = await this.#send('/refresh-token', { refresh_token: this.#tokens.refresh_token });
    return answer.status === 401 ? undefined : this.#read(answer);
  }

  async #send(path, parameters, { token, idempotencyKey } = {}) {
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const request = { method: 'POST', headers, body: new URLSearchParams(toPairs(parameters)), redirect: 'manual' };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(this.#url + path, request);
      const wait = answer.retryAfter ?? 2 ** (attempt - 1);
      if (!passing.includes(answer.status) || attempt === tries || wait > this.#longestWait) return answer;
      await sleep(wait * 1000);
    }
  }

  /** Status 0 is a request that got no whole answer in time. */
  async #attempt(url, request) {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(this.#timeout) });
      const { status, headers } = response;
      const text = headers.get('retry-after') ?? '';
      const retryAfter = /^\d+$/.test(text) ? Number(text) : undefined;
      const body = status === 200 ? await response.json() : await response.json().catch(() => ({}));
      return { status, retryAfter, body };
    } catch {
      return { status: 0, body: {} };
    }
  }

  #read({ status, body }) {
    if (status !== 200) throw new RegisterError(status, body);
    return body;
  }
}
