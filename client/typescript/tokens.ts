import { abortable } from './attempts.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import type { Credentials, TokenSet } from './operations.ts';

type Eventually<Result> = Result | Promise<Result>;

/** Keeps tokens across restarts, or shares them between processes. */
export interface TokenStore {
  readonly load: () => Eventually<TokenSet | null | undefined>;
  readonly save: (tokens: TokenSet) => Eventually<void>;
}

/** The two ways to get new tokens. */
export interface TokenSource {
  readonly logIn: (credentials: Credentials) => Promise<TokenSet>;
  readonly refresh: (refreshToken: string) => Promise<TokenSet>;
}

/** An access token, and the number of failed renewals when it was handed out. */
export interface HandedOut {
  readonly token: string;
  readonly failures: number;
}

/** The tokens of a client. It gets them when they are needed, with one login or refresh at a time for all callers. */
export interface Tokens {
  /** A token to call with. It differs from the stale one that the service refused. */
  readonly get: (stale: HandedOut | undefined, signal: AbortSignal | undefined) => Promise<HandedOut>;
  readonly logIn: (credentials: Credentials | undefined, signal: AbortSignal | undefined) => Promise<TokenSet>;
  readonly refresh: (refreshToken: string | undefined, signal: AbortSignal | undefined) => Promise<TokenSet>;
}

const keepInMemory = (): TokenStore => {
  let kept: TokenSet | undefined;
  return {
    load: () => kept,
    save: (tokens) => {
      kept = tokens;
    },
  };
};

const nothingToLogInWith = (): ConsentRegisterError =>
  new ConsentRegisterError({
    code: 'tokens.missing',
    detail: 'Give email and password or a store that has tokens, or call login with credentials.',
  });

const isRefusal = (error: unknown): boolean =>
  error instanceof ConsentRegisterError && (error.status === 401 || error.status === 422);

export const keepTokens = (
  { logIn, refresh }: TokenSource,
  { credentials, store = keepInMemory() }: { credentials?: Credentials | undefined; store?: TokenStore | undefined },
): Tokens => {
  let current: TokenSet | undefined;
  let lastSeenInStore: string | undefined;
  let running: Promise<TokenSet> | undefined;
  let failures = 0;
  let lastFailure: unknown;

  /** Uses tokens that another process put into the store. */
  const adopt = async (): Promise<boolean> => {
    const found = (await store.load()) ?? undefined;
    if (found === undefined || found.access_token === lastSeenInStore) return false;
    lastSeenInStore = found.access_token;
    current = found;
    return true;
  };

  const keep = async (tokens: TokenSet): Promise<TokenSet> => {
    current = tokens;
    await store.save(tokens);
    lastSeenInStore = tokens.access_token;
    return tokens;
  };

  const logInAgain = async (reason: unknown, given = credentials): Promise<TokenSet> => {
    if (given === undefined) throw reason;
    return keep(await logIn(given));
  };

  const renew = async (refreshToken?: string): Promise<TokenSet> => {
    const used = refreshToken ?? current?.refresh_token;
    if (used === undefined) return logInAgain(nothingToLogInWith());
    try {
      return await keep(await refresh(used));
    } catch (error) {
      if (!isRefusal(error) || refreshToken !== undefined) throw error;
      if ((await adopt()) && current !== undefined) return current;
      return logInAgain(error);
    }
  };

  const renewUnlessStored = async (): Promise<TokenSet> =>
    (await adopt()) && current !== undefined ? current : renew();

  const noteFailure = (error: unknown): never => {
    failures += 1;
    lastFailure = error;
    throw error;
  };

  /** Runs one at a time: a caller shares the running one, or waits and runs the next. */
  const run = (work: () => Promise<TokenSet>, { follows = false } = {}): Promise<TokenSet> => {
    if (running !== undefined && !follows) return running;
    const mine = Promise.resolve(running)
      .then(work, work)
      .catch(noteFailure)
      .finally(() => {
        if (running === mine) running = undefined;
      });
    running = mine;
    return mine;
  };

  return {
    get: async (stale, signal) => {
      let tokens = current;
      if (tokens === undefined || tokens.access_token === stale?.token) {
        const hasFailedSince = running === undefined && stale !== undefined && failures > stale.failures;
        if (hasFailedSince) throw lastFailure;
        tokens = await abortable(() => run(renewUnlessStored), signal);
      }
      return { token: tokens.access_token, failures };
    },
    logIn: (given, signal) => {
      const work = () => logInAgain(nothingToLogInWith(), given);
      return abortable(() => run(work, { follows: given !== undefined }), signal);
    },
    refresh: (given, signal) => {
      const work = async () => {
        await adopt();
        return renew(given);
      };
      return abortable(() => run(work, { follows: given !== undefined }), signal);
    },
  };
};
