import { abortable } from './attempts.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import type { Credentials, TokenSet } from './operations.ts';

type Eventually<Result> = Result | Promise<Result>;

/** Keeps tokens where they survive a restart, or where several processes share them. */
export interface TokenStore {
  readonly load: () => Eventually<TokenSet | null | undefined>;
  readonly save: (tokens: TokenSet) => Eventually<void>;
}

/** The two ways to new tokens. */
export interface TokenSource {
  readonly logIn: (credentials: Credentials) => Promise<TokenSet>;
  readonly refresh: (refreshToken: string) => Promise<TokenSet>;
}

/** The tokens of a client: made when they are needed, one login or refresh at a time, whoever waits for it. */
export interface Tokens {
  /** The token to call with, unless it is the stale one that the service refused. */
  readonly get: (stale: string | undefined, signal: AbortSignal | undefined) => Promise<string>;
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

  /** Takes over tokens that another process has put into the store. */
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

  /** Runs one at a time; `next` is what is to follow what runs, by default to share in it. */
  const run = (work: () => Promise<TokenSet>, { afterwards = false } = {}): Promise<TokenSet> => {
    if (running !== undefined && !afterwards) return running;
    const before = running ?? Promise.resolve();
    const mine = before.then(work, work).finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };

  return {
    get: async (stale, signal) => {
      const isStale = current === undefined || current.access_token === stale;
      const tokens = isStale ? await abortable(run(renewUnlessStored), signal) : current;
      return tokens?.access_token ?? '';
    },
    logIn: (given, signal) =>
      abortable(
        run(() => logInAgain(nothingToLogInWith(), given), { afterwards: given !== undefined }),
        signal,
      ),
    refresh: (given, signal) =>
      abortable(
        run(
          async () => {
            await adopt();
            return renew(given);
          },
          { afterwards: given !== undefined },
        ),
        signal,
      ),
  };
};
