/**
 * A client of the Consent Register for the recipes in this folder. Copy it next to the recipe.
 *
 * It logs in once and keeps the tokens in memory. It refreshes a token before it expires, or when the register refuses it, and logs in
 * again only if that fails. On 429 and 503 it waits as long as Retry-After says, then tries again with the same Idempotency-Key: at
 * most four tries and 15 seconds. It also keeps the notices that forms show. One Register serves all requests of a process.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD.
 *
 * It needs Node.js 20 or newer and no packages.
 */

import { setTimeout as sleep } from 'node:timers/promises';

const tries = 4;
const leewayMilliseconds = 60_000;
const passing = [0, 429, 502, 503, 504];
const noticeMilliseconds = 5 * 60_000;
const versionsKept = 5;

/** The languages of notices, as HTML names them. */
const tags = { ita: 'it', eng: 'en', spa: 'es', deu: 'de', fra: 'fr', tur: 'tr', por: 'pt', rus: 'ru', ukr: 'uk' };

/** `status` is 0 if no answer came in time. `errors` has field, code and detail of each wrong parameter of a 422. */
export class RegisterError extends Error {
  constructor(status, problem, unexplained = `The register answered ${status}.`) {
    super(problem?.detail ?? unexplained);
    this.status = status;
    this.code = problem?.code ?? 'register.unavailable';
    this.errors = problem?.errors ?? [];
  }

  /** Whether a 422 refuses what a setting or the program says, such as the project, and nothing that a visitor typed. */
  get isOurs() {
    return this.errors.length > 0 && !this.errors.some(({ field }) => field.startsWith('userData'));
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

/** The text of a notice in this language, or else the first it has. */
const toShown = ({ id, validityDays, title = {}, descriptionHtml = {} } = {}, wanted) => {
  if (!Object.hasOwn(tags, wanted))
    throw new Error(`${wanted} is not a language of notices. Use one of ${Object.keys(tags).join(', ')}.`);
  const lang = [wanted, ...Object.keys(title)].find((one) => title[one] && descriptionHtml[one]);
  if (lang === undefined)
    throw new RegisterError(404, { code: 'notice.without-text', detail: 'The notice has no text.' });
  const name = `${id}-${lang}`;
  return { name, id, lang, tag: tags[lang], title: title[lang], html: descriptionHtml[lang], validityDays };
};

export class Register {
  #url;
  #email;
  #password;
  #timeout;
  #longestWait;
  #deadline;
  #tokens;
  #renewing;
  #notices = new Map();

  /** All in seconds: `timeout` for one try, `longestWait` between two tries, `deadline` for a call with all its tries. */
  constructor({ url, email, password, timeout = 10, longestWait = 5, deadline = 15 }) {
    this.#url = url.replace(/\/+$/, '');
    this.#email = email;
    this.#password = password;
    this.#timeout = timeout * 1000;
    this.#longestWait = longestWait;
    this.#deadline = deadline * 1000;
  }

  static fromEnvironment() {
    const url = setting('REGISTER_URL');
    if (!/^https?:\/\//i.test(url)) throw new Error('REGISTER_URL must begin with http:// or https://.');
    return new Register({
      url,
      email: setting('REGISTER_EMAIL'),
      password: setting('REGISTER_PASSWORD'),
    });
  }

  /** Calls an operation: call('/consent-register/add', {...}, key). */
  async call(path, parameters, idempotencyKey) {
    return this.#read(await this.#ask(path, parameters, idempotencyKey));
  }

  /** Calls an operation and returns the bytes of its answer. Keep a signed document this way: encoded again, it does not verify. */
  async callForBytes(path, parameters, idempotencyKey) {
    const answer = await this.#ask(path, parameters, idempotencyKey);
    this.#read(answer);
    return answer.bytes;
  }

  async #ask(path, parameters, idempotencyKey) {
    const until = Date.now() + this.#deadline;
    const token = await this.#accessToken(until);
    const answer = await this.#send(path, parameters, until, { token, idempotencyKey });
    if (answer.status !== 401) return answer;
    const another = await this.#accessToken(until, token);
    return this.#send(path, parameters, until, { token: another, idempotencyKey });
  }

  /**
   * The notice for a form, in this language or else the first it has: `title` is text, `html` is HTML, `tag` is the language in HTML. It
   * asks the register every five minutes. If the register does not answer, it returns the last version it has.
   */
  async notice(pid, lang) {
    const kept = this.#kept(pid, lang);
    const [newest] = kept.notices;
    if (newest && Date.now() < kept.askedAt + noticeMilliseconds) return newest;
    try {
      return await this.#askForNotice(pid, lang);
    } catch (error) {
      if (newest === undefined || !(error instanceof RegisterError)) throw error;
      console.error('Notice not renewed:', error.status, error.code, error.message);
      return newest;
    }
  }

  /** The notice that a form showed, by the `name` in the form; undefined if it is not one of ours. */
  async noticeShown(pid, lang, name) {
    const find = () => this.#kept(pid, lang).notices.find((notice) => notice.name === name);
    if (find() === undefined) await this.#askForNotice(pid, lang);
    return find();
  }

  /** If the register no longer knows a version, such as after a restore, deletes the kept notices and returns true. */
  forgetsNotices(pid, lang, { status, errors }) {
    const isUnknown = status === 422 && errors.some(({ field }) => field === 'consentInformationVersionId');
    if (isUnknown) this.#notices.delete(`${pid} ${lang}`);
    return isUnknown;
  }

  /** The versions of a notice that forms showed, newest first, and when we last asked the register. */
  #kept(pid, lang) {
    const place = `${pid} ${lang}`;
    if (!this.#notices.has(place)) this.#notices.set(place, { askedAt: 0, notices: [] });
    return this.#notices.get(place);
  }

  /** While one request asks, others show the last version. */
  async #askForNotice(pid, lang) {
    const kept = this.#kept(pid, lang);
    kept.askedAt = Date.now();
    const { data } = await this.call('/consent-register/information/get', { pid });
    const notice = toShown(data?.[pid], lang);
    kept.notices = [notice, ...kept.notices.filter(({ name }) => name !== notice.name)].slice(0, versionsKept);
    return notice;
  }

  /** Requests that need a new token at the same time share one. */
  async #accessToken(until, refused) {
    const tokens = this.#tokens;
    const isGood = tokens !== undefined && tokens.expiresAt > Date.now() + leewayMilliseconds;
    if (isGood && tokens.access_token !== refused) return tokens.access_token;
    this.#renewing ??= this.#renew(until).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(until) {
    const tokens = (await this.#refresh(until)) ?? this.#read(await this.#send('/login', this.#credentials(), until));
    this.#tokens = { ...tokens, expiresAt: Date.now() + tokens.expires_in * 1000 };
    return tokens.access_token;
  }

  #credentials() {
    return { email: this.#email, password: this.#password };
  }

  async #refresh(until) {
    if (this.#tokens === undefined) return undefined;
    const answer = await this.#send('/refresh-token', { refresh_token: this.#tokens.refresh_token }, until);
    return answer.status === 401 ? undefined : this.#read(answer);
  }

  async #send(path, parameters, until, { token, idempotencyKey } = {}) {
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const request = { method: 'POST', headers, body: new URLSearchParams(toPairs(parameters)), redirect: 'manual' };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(this.#url + path, request, until);
      const wait = answer.retryAfter ?? 2 ** (attempt - 1);
      const isLast = attempt === tries || wait > this.#longestWait || Date.now() + wait * 1000 > until;
      if (!passing.includes(answer.status) || isLast) return answer;
      await sleep(wait * 1000);
    }
  }

  /** Status 0 means that no complete answer came in time. */
  async #attempt(url, request, until) {
    try {
      const signal = AbortSignal.timeout(Math.max(0, Math.min(this.#timeout, until - Date.now())));
      const response = await fetch(url, { ...request, signal });
      const { status, headers } = response;
      const text = headers.get('retry-after') ?? '';
      const retryAfter = /^\d+$/.test(text) ? Number(text) : undefined;
      if (status !== 200) return { status, retryAfter, body: await response.json().catch(() => ({})) };
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status, retryAfter, body: JSON.parse(bytes.toString()), bytes };
    } catch {
      return { status: 0, body: {} };
    }
  }

  #read({ status, body }) {
    if (status === 0) throw new RegisterError(0, body, `The register cannot be reached at ${this.#url}.`);
    if (status !== 200) throw new RegisterError(status, body);
    return body;
  }
}
