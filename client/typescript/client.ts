import type { Answered } from './answer.ts';
import type { ConnectionOptions } from './connection.ts';
import { connect } from './connection.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import { definitions } from './definitions.ts';
import type { AnswerOf, Client, Credentials, OperationName, WriteOptions } from './operations.ts';
import type { Held, TokenStore } from './tokens.ts';
import { keepKey, keepTokens } from './tokens.ts';

/** A key for machines, and nothing to get tokens by. */
export type KeyOptions = ConnectionOptions & {
  readonly key: string;
  readonly store?: never;
  readonly email?: never;
  readonly password?: never;
};

/** Credentials for logging in, a store that has tokens, or both. */
export type LoginOptions = ConnectionOptions & { readonly key?: never; readonly store?: TokenStore } & (
    | Credentials
    | { readonly email?: never; readonly password?: never }
  );

export type ClientOptions = KeyOptions | LoginOptions;

/** How many consents `searchAll` lists at a time by default. */
const idsPerPage = 50;

const staleTokens: readonly string[] = ['token.expired', 'token.invalid', 'session.ended'];

/** For each call: one for the client's own token, one for an old token that another process put into the store. */
const renewals = 2;

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The methods that send a request as it is. */
type Plain = Omit<
  Client,
  'login' | 'refreshToken' | 'details' | 'logout' | 'changePassword' | 'searchAll' | 'getEvidenceFile'
>;

export const createClient = ({ key, email, password, store, ...options }: ClientOptions): Client => {
  const post = connect(options);
  const credentials = email === undefined || password === undefined ? undefined : { email, password };
  if (key !== undefined && (credentials ?? store) !== undefined) {
    throw new TypeError('Give a key, or email and password and a store, not both.');
  }
  const tokens = key === undefined ? keepTokens(post, credentials, store) : keepKey(key);

  const send = async <Name extends OperationName>(
    name: Name,
    request: object,
    { signal, ...sending }: WriteOptions,
  ) => {
    let held: Held | undefined;
    for (let renewed = 0; ; renewed += 1) {
      held = await tokens.get(held, signal);
      try {
        return await post(name, request, { ...sending, signal, token: held.tokens.access_token });
      } catch (error) {
        const isStale =
          error instanceof ConsentRegisterError && error.status === 401 && staleTokens.includes(error.code);
        if (!isStale || renewed === renewals || key !== undefined) throw error;
      }
    }
  };

  /** Calls an operation as the signed-in user, with an Idempotency-Key if the operation accepts one. */
  const ask = async <Name extends OperationName>(
    name: Name,
    request: object,
    { signal, idempotencyKey = newKey() }: WriteOptions = {},
  ): Promise<Answered<AnswerOf<Name>>> => {
    if (!definitions[name].takesKey) return send(name, request, { signal });
    try {
      return await send(name, request, { signal, idempotencyKey });
    } catch (error) {
      if (!(error instanceof ConsentRegisterError)) throw error;
      throw new ConsentRegisterError({ ...error, idempotencyKey, cause: error.cause });
    }
  };

  const call = async <Name extends OperationName>(name: Name, request: object = {}, sending?: WriteOptions) =>
    (await ask(name, request, sending)).body;

  const toMethod = (name: OperationName) =>
    [name, (...words: [object?, WriteOptions?]) => call(name, ...words)] as const;
  const plain = Object.fromEntries((Object.keys(definitions) as OperationName[]).map(toMethod)) as unknown as Plain;

  return {
    ...plain,
    login: (given, { signal } = {}) => tokens.logIn(given, signal),
    refreshToken: (request, { signal } = {}) => tokens.refresh(request?.refresh_token, signal),
    details: (sending) => call('details', {}, sending),
    logout: async (sending) => {
      await call('logout', {}, sending);
    },
    changePassword: async (request, sending) => {
      await call('changePassword', request, sending);
    },
    searchAll: async function* ({ perPage = idsPerPage, ...search }, sending) {
      const { id, ...filters } = search;
      const isForList = filters.projectUid !== undefined || Object.keys(filters.userData ?? {}).length > 0;
      if (id !== undefined || !isForList) {
        yield* (await plain.searchConsents(search, sending)).data;
        return;
      }
      for (let after: string | undefined; ; ) {
        const { data, next } = await plain.listConsents({ ...filters, perPage, ...(after && { after }) }, sending);
        for (const listed of data) {
          const found = await plain.searchConsents({ ...filters, id: listed.id, first: true }, sending);
          if (found.data !== null) yield found.data;
        }
        if (next === null) return;
        after = next;
      }
    },
    getEvidenceFile: async (request, sending) => (await ask('getEvidence', request, sending)).bytes,
  };
};
