import type { Answered } from './answer.ts';
import { abortable } from './attempts.ts';
import type { Post } from './connection.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import type { Credentials, TokenSet } from './operations.ts';

type Eventually<Result> = Result | Promise<Result>;

/** Keeps tokens across restarts, or shares them between processes. */
export interface TokenStore {
  readonly load: () => Eventually<TokenSet | null | undefined>;
  readonly save: (tokens: TokenSet) => Eventually<void>;
}

/** The tokens of a caller, and why they could not be renewed. */
export interface Held {
  readonly tokens: TokenSet;
  failure?: { readonly reason: unknown };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ConsentRegisterError && (error.status === 401 || error.status === 422);

/** Whether these are tokens that a header can have: the error of the platform would show another one. */
const areTokens = (value: unknown): value is TokenSet =>
  typeof value === 'object' &&
  value !== null &&
  ['access_token', 'refresh_token'].every((name) => {
    const token: unknown = Reflect.get(value, name);
    return typeof token === 'string' && /^[!-~]+$/.test(token);
  });

const noTokens =
  'The store has something else than tokens: it is empty, cut off, or of another program. Check where it keeps them, then delete what is there: the next call logs in again.';

/** What the store has. The message of a SyntaxError would show a part of it. */
const loadFrom = async (store: TokenStore | undefined): Promise<TokenSet | undefined> => {
  const code = 'tokens.unreadable';
  let found: unknown;
  try {
    found = await store?.load();
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new ConsentRegisterError({ code, detail: noTokens });
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new ConsentRegisterError({
      code,
      detail: `The store of the tokens cannot be read${reason}: see \`cause\`.`,
      cause,
    });
  }
  if (found === undefined || found === null) return undefined;
  if (!areTokens(found)) throw new ConsentRegisterError({ code, detail: noTokens });
  return found;
};

/** A key in place of tokens: there is nothing to get, to renew or to keep. White space around it, as a file has it, does not count. */
export const keepKey = (key: string): ReturnType<typeof keepTokens> => {
  const text = `${key}`.trim();
  if (!/^crk_[0-9A-Za-z]{80}$/.test(text))
    throw new TypeError('A key is crk_ and 80 letters and digits. Copy it whole.');
  const held = { tokens: { token_type: 'Bearer', expires_in: 0, access_token: text, refresh_token: '' } } as const;
  const refuse = async (): Promise<never> => {
    const detail = 'This client calls with a key, which needs neither a login nor a refresh.';
    throw new ConsentRegisterError({ code: 'tokens.missing', detail });
  };
  return { get: async () => held, logIn: refuse, refresh: refuse };
};

/** The tokens of a client. It gets them when they are needed, with one login or refresh at a time for all callers. */
export const keepTokens = (post: Post, credentials: Credentials | undefined, store: TokenStore | undefined) => {
  let held: Held | undefined;
  let lastSeenInStore: string | undefined;
  let running: Promise<Held> | undefined;

  /** Uses tokens that another process put into the store. */
  const adopt = async (): Promise<Held | undefined> => {
    const tokens = await loadFrom(store);
    if (tokens === undefined || tokens.access_token === lastSeenInStore) return undefined;
    lastSeenInStore = tokens.access_token;
    held = { tokens };
    return held;
  };

  const keep = async ({ body: tokens }: Answered<TokenSet>): Promise<Held> => {
    if (!areTokens(tokens)) {
      const detail =
        'The answer has no usable tokens, so it did not come from the service: check baseUrl and what is in between.';
      throw new ConsentRegisterError({ code: 'answer.unexpected', detail, status: 200 });
    }
    const kept = { tokens };
    held = kept;
    await store?.save(tokens);
    lastSeenInStore = tokens.access_token;
    return kept;
  };

  const logIn = async (given = credentials): Promise<Held> => {
    if (given !== undefined) return keep(await post('login', given));
    const detail = 'Give a key, email and password, or a store that has tokens, or call login with credentials.';
    throw new ConsentRegisterError({ code: 'tokens.missing', detail });
  };

  const renew = async (given?: string): Promise<Held> => {
    const refreshToken = given ?? held?.tokens.refresh_token;
    if (refreshToken === undefined) return logIn();
    try {
      return await keep(await post('refreshToken', { refresh_token: refreshToken }));
    } catch (error) {
      if (!isRefusal(error) || given !== undefined) throw error;
      const adopted = await adopt();
      if (adopted === undefined && credentials === undefined) throw error;
      return adopted ?? logIn();
    }
  };

  /** Passes the failure to callers that hold the tokens; later callers try again. */
  const noteFailure = (reason: unknown): never => {
    if (held !== undefined) {
      held.failure = { reason };
      held = { tokens: held.tokens };
    }
    throw reason;
  };

  /** Runs one at a time: a caller shares the running one. What has its own credentials or token waits and runs next. */
  const run = (work: () => Promise<Held>, signal: AbortSignal | undefined, given?: unknown): Promise<Held> =>
    abortable(() => {
      if (running !== undefined && given === undefined) return running;
      const mine = Promise.resolve(running)
        .then(work, work)
        .catch(noteFailure)
        .finally(() => {
          if (running === mine) running = undefined;
        });
      running = mine;
      return mine;
    }, signal);

  return {
    /** Tokens to call with. They differ from the stale ones that the service refused. */
    get: async (stale: Held | undefined, signal: AbortSignal | undefined): Promise<Held> => {
      if (held !== undefined && held.tokens.access_token !== stale?.tokens.access_token) return held;
      if (running === undefined && stale?.failure !== undefined) throw stale.failure.reason;
      return run(async () => (await adopt()) ?? renew(), signal);
    },
    logIn: async (given: Credentials | undefined, signal: AbortSignal | undefined): Promise<TokenSet> =>
      (await run(() => logIn(given), signal, given)).tokens,
    refresh: async (given: string | undefined, signal: AbortSignal | undefined): Promise<TokenSet> => {
      const work = () => adopt().then(() => renew(given));
      return (await run(work, signal, given)).tokens;
    },
  };
};
