import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client, Credentials, TokenSet, TokenStore } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import { attempt } from '../../../shared/attempt.ts';
import { forgetPlaces } from '../frame/places.ts';
import { serviceUrl } from '../page-settings.ts';
import { idleLimit, judgePresence } from './idle-watch.tsx';
import type { EndOfSession, Session, SignedIn, SignInState } from './session.ts';

/** What the sessions use and change on the page. */
export interface Surroundings {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly show: (state: SignInState) => void;
  /** Goes to the first page, because another reader has signed in who must not see the current one. */
  readonly beginAnew: () => void;
}

/** The sessions of a page, one at a time. */
export interface Sessions {
  /** @param inTab whether the tab keeps the tokens across reloads @throws ConsentRegisterError */
  readonly signIn: (credentials: Credentials, inTab: boolean) => Promise<void>;
  /** Continues with the tokens that the tab kept. */
  readonly recall: () => Promise<void>;
  readonly end: (why: EndOfSession) => void;
  /** Forgets what was remembered for the reader of the ended session. */
  readonly forget: () => void;
}

/** The state when the page loads. @param leave gets the tokens of a reader who was away for too long */
export const findSignInState = (now: number, leave: (tokens: TokenSet) => void): SignInState => {
  const kept = recallFromTab();
  if (kept === undefined) return { is: 'out' };
  if (judgePresence(kept.lastInput, now).is !== 'gone') return { is: 'recalling' };
  forgetInTab();
  leave(kept.tokens);
  return { is: 'out', why: 'idle' };
};

/** The current or last reader. After a new sign-in, only the same reader continues where the session ended. */
interface Reader {
  readonly userId: number;
  readonly memory: Session['memory'];
}

/** A user of an account that is not set up can sign in but do nothing. This check reports it at the sign-in. */
const checkAccount = async (client: Client): Promise<void> => {
  try {
    await client.listProjects({});
  } catch (error) {
    if (error instanceof ConsentRegisterError && error.code === 'account.consent-register-disabled') throw error;
  }
};

export const newSessions = ({ baseUrl, show, beginAnew }: Surroundings): Sessions => {
  let keeping: TokenKeeping | undefined;
  let hold: TabHold | undefined;
  let reader: Reader | undefined;
  let signedIn: SignedIn | undefined;

  const drop = (): void => {
    keeping?.end();
    keeping = undefined;
    hold?.letGo();
    hold = undefined;
    signedIn = undefined;
  };

  const leave = async (): Promise<void> => {
    const tokens = await keeping?.store.load();
    if (tokens) await logOut(baseUrl, tokens);
  };

  const end = (why: EndOfSession): void => {
    if (why === 'left' || why === 'idle') leave();
    drop();
    if (why !== 'refused') reader?.memory.clear();
    if (why === 'left') {
      reader = undefined;
      beginAnew();
    }
    show({ is: 'out', why });
  };

  const welcome = (userId: number): Session['memory'] => {
    if (reader !== undefined && reader.userId !== userId) beginAnew();
    if (reader?.userId !== userId) reader = { userId, memory: new Map() };
    return reader.memory;
  };

  const showScope = ({ access_token }: TokenSet): void => {
    if (signedIn === undefined) return;
    signedIn = { ...signedIn, session: { ...signedIn.session, mayWrite: mayWrite(access_token) } };
    show(signedIn);
  };

  const begin = async (tokens: TokenSet, lastInput: number): Promise<void> => {
    const mine = keepTokens(tokens, { tab: hold?.tab, lastInput, onRenewed: showScope });
    keeping = mine;
    const client = openClient(baseUrl, mine.store, () => {
      if (keeping === mine) end('refused');
    });
    const [user] = await Promise.all([client.details(), checkAccount(client)]);
    if (keeping !== mine) return;
    const session = {
      client,
      user,
      signOut: () => end('left'),
      memory: welcome(user.id),
      mayWrite: mayWrite(mine.accessToken()),
    };
    signedIn = { is: 'in', session, since: lastInput, noteInput: mine.noteInput };
    show(signedIn);
  };

  return {
    signIn: async (credentials, inTab) => {
      const tokens = await logIn(baseUrl, credentials);
      if (inTab) hold = await holdTab();
      try {
        await begin(tokens, Date.now());
      } catch (error) {
        drop();
        throw error;
      }
    },
    recall: async () => {
      const kept = recallFromTab();
      if (kept === undefined) return show({ is: 'out' });
      show({ is: 'recalling' });
      hold ??= await holdTab(kept.tab);
      if (hold === undefined) {
        forgetInTab();
        return end('copied');
      }
      await begin(kept.tokens, kept.lastInput).catch((error: unknown) => {
        if (keeping !== undefined) show({ is: 'recalling', error });
      });
    },
    end,
    forget: () => reader?.memory.clear(),
  };
};

/** The tokens of one session, in memory and, if the reader chose so, in the tab. */
interface TokenKeeping {
  readonly store: TokenStore;
  /** Empty after `forget`. */
  readonly accessToken: () => string;
  readonly noteInput: (time: number) => void;
  /** Forgets the tokens. A refresh that is still running does not bring them back. */
  readonly end: () => void;
}

/**
 * @param tab the tab that keeps them, if any
 * @param onRenewed receives each later token set
 */
const keepTokens = (
  first: TokenSet,
  {
    tab,
    lastInput,
    onRenewed,
  }: { readonly tab: string | undefined; readonly lastInput: number; readonly onRenewed: (tokens: TokenSet) => void },
): TokenKeeping => {
  let tokens: TokenSet | undefined = first;
  let time = lastInput;
  const keep = (): void => {
    if (tab !== undefined && tokens !== undefined) keepInTab({ tokens, lastInput: time, tab });
  };
  keep();
  return {
    store: {
      load: () => tokens,
      save: (renewed) => {
        if (tokens === undefined) return;
        tokens = renewed;
        keep();
        onRenewed(renewed);
      },
    },
    accessToken: () => tokens?.access_token ?? '',
    noteInput: (noted) => {
      time = noted;
      keep();
    },
    end: () => {
      tokens = undefined;
      forgetInTab();
    },
  };
};

/** Whether an access token says that its user may change things. It only decides what is shown: nothing is verified. */
const mayWrite = (accessToken: string): boolean => {
  const [, payload = ''] = accessToken.split('.');
  try {
    const { scope } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof scope === 'string' && scope.split(' ').includes('consents:write');
  } catch {
    return false;
  }
};

/** The exclusive use of the tokens that a tab keeps. */
interface TabHold {
  /** Identifies the tab's storage. A duplicate of the tab has the same value. */
  readonly tab: string;
  readonly letGo: () => void;
}

/** How many milliseconds a page waits for the previous page in its tab to unload. */
const patience = 2_000;

const newTab = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Claims the tab's storage until the page is gone or lets go. Browsers copy the storage when they duplicate a tab, and a refresh token used by
 * two tabs ends the session of both. Without Web Locks, as on a page without TLS, every page succeeds.
 *
 * @returns undefined if another page has it
 */
const holdTab = (tab = newTab()): Promise<TabHold | undefined> =>
  new Promise((resolve) => {
    const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
    const locks: LockManager | undefined = navigator.locks;
    const take = (): Promise<void> => {
      resolve({ tab, letGo });
      return gone;
    };
    if (locks === undefined) void take();
    else
      locks
        .request(`consent-register-session ${tab}`, { signal: AbortSignal.timeout(patience) }, take)
        .catch(() => resolve(undefined));
  });

/** Signs in with one request, so that the page can say at once why it is refused, or for how long. @throws ConsentRegisterError */
const logIn = (baseUrl: string, credentials: Credentials): Promise<TokenSet> =>
  createClient({ baseUrl, attempts: 1 }).login(credentials);

/** Ends the session at the service too, if it can be reached. */
const logOut = async (baseUrl: string, tokens: TokenSet): Promise<void> => {
  const store = { load: () => tokens, save: () => {} };
  await createClient({ baseUrl, store, attempts: 1 })
    .logout()
    .catch(() => {});
};

/** A client with the tokens of a store. @param onRefused called if the service refuses to renew them: the session is over */
const openClient = (baseUrl: string, store: TokenStore, onRefused: () => void): Client =>
  createClient({
    baseUrl,
    store,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (answer.status === 401 && url.endsWith('/refresh-token')) onRefused();
      return answer;
    },
  });

/** What a tab keeps across reloads if the reader chose so: tokens and the time of the last input. Nothing about a person. */
export interface KeptTokens {
  readonly tokens: TokenSet;
  /** Milliseconds since 1970. */
  readonly lastInput: number;
  /** The tab's identity for `TabHold`. */
  readonly tab: string;
}

const place = 'consent-register-session';

const isKept = (value: unknown): value is KeptTokens =>
  typeof value === 'object' && value !== null && ['tokens', 'lastInput', 'tab'].every((member) => member in value);

/** A browser with storage turned off throws an error. Then nothing is kept. */
const keepInTab = (kept: KeptTokens): void => attempt(() => sessionStorage.setItem(place, JSON.stringify(kept)));

const recallFromTab = (): KeptTokens | undefined => {
  const found: unknown = attempt(() => JSON.parse(sessionStorage.getItem(place) ?? 'null'));
  return isKept(found) ? found : undefined;
};

const forgetInTab = (): void => attempt(() => sessionStorage.removeItem(place));

const beginAnew = (): void => {
  forgetPlaces();
  location.replace('#/');
};

/** Whether a user is signed in, and the ways to sign in and out. */
export const useSessions = (): { readonly state: SignInState; readonly sessions: Sessions } => {
  const [state, show] = useState(() => findSignInState(Date.now(), (tokens) => logOut(serviceUrl(), tokens)));
  const sessions = useMemo(() => newSessions({ baseUrl: serviceUrl(), show, beginAnew }), []);
  useEffect(() => {
    if (state.is === 'recalling') void sessions.recall();
  }, []);
  useEffect(() => {
    if (state.is !== 'out') return undefined;
    const timer = setTimeout(sessions.forget, idleLimit);
    return () => clearTimeout(timer);
  }, [state.is]);
  return { state, sessions };
};
