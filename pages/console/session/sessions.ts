import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client, Credentials, TokenSet } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import { forgetArrival } from '../frame/history-entry.ts';
import { forgetPlaces } from '../frame/places.ts';
import { serviceUrl } from '../page-settings.ts';
import { idleLimit, judgePresence } from './idle-watch.tsx';
import type { EndOfSession, Session, SignedIn, SignInState } from './session.ts';
import type { HeldSession, Message } from './tabs.ts';
import { newName, openTabs } from './tabs.ts';
import type { TokenKeeping } from './token-keeping.ts';
import { keepTokens, placeInTab } from './token-keeping.ts';

/** What the sessions use and change on the page. */
export interface Surroundings {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly show: (state: SignInState) => void;
  /** Goes to the first page, because another reader has signed in who must not see the current one. */
  readonly beginAnew: () => void;
}

/** The sessions of a page, one at a time. The tabs of a browser share one, if the browser has locks. */
export interface Sessions {
  /** @param inTab whether tabs keep the tokens across reloads @throws ConsentRegisterError */
  readonly signIn: (credentials: Credentials, inTab: boolean) => Promise<void>;
  /** Continues the session that the tab kept, or that another tab has. */
  readonly recall: () => Promise<void>;
  /** Ends the session in all tabs. */
  readonly end: (why: EndOfSession) => void;
  /** Ends it as idle, unless another tab had input meanwhile that this one has not heard of. */
  readonly endIdle: () => Promise<void>;
  /** Forgets what was remembered for the reader of the ended session. */
  readonly forget: () => void;
}

/** The current or last reader. After a new sign-in, only the same reader continues where the session ended. */
interface Reader {
  readonly userId: number;
  readonly memory: Session['memory'];
}

/** Why a user may sign in but do nothing here. The check for the name of the account reports it at the sign-in. */
const uselessHere: readonly string[] = ['account.consent-register-disabled', 'user.sender-only'];

/** The name of the account. */
const findAccountName = async (client: Client): Promise<string | undefined> => {
  try {
    return (await client.listProjects({})).accountName;
  } catch (error) {
    if (error instanceof ConsentRegisterError && uselessHere.includes(error.code)) throw error;
    return undefined;
  }
};

const isGone = ({ lastInput }: HeldSession): boolean => judgePresence(lastInput, Date.now()).is === 'gone';

/** Whether the reader loaded the page again. The browser knows it, so that nothing need be kept. */
const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** A session as the tab has it, with what other tabs have newer. */
const combine = (own: HeldSession, others: readonly HeldSession[]): HeldSession => {
  const all = [own, ...others.filter(({ session }) => session === own.session)];
  const [{ tokens, renewals } = own] = all.toSorted((one, other) => other.renewals - one.renewals);
  return { ...own, tokens, renewals, lastInput: Math.max(...all.map(({ lastInput }) => lastInput)) };
};

export const newSessions = ({ baseUrl, show, beginAnew }: Surroundings): Sessions => {
  const place = placeInTab(baseUrl);
  let keeping: TokenKeeping | undefined;
  let reader: Reader | undefined;
  let signedIn: SignedIn | undefined;
  let leaveOthers: (() => void) | undefined;
  /** Whether a session is about to begin. */
  let isBeginning = false;
  let isAskingOthers = false;
  /** The count of renewals from which another tab renews the tokens now. */
  let underway: number | undefined;
  /** Sessions that ended in this tab. What other tabs said of them before may come later. */
  const ended = new Set<string>();

  const drop = (): void => {
    keeping?.end();
    keeping = undefined;
    leaveOthers?.();
    leaveOthers = undefined;
    signedIn = undefined;
  };

  const finish = (why: EndOfSession): void => {
    const session = keeping?.held()?.session;
    if (session !== undefined) ended.add(session);
    drop();
    if (why !== 'refused') reader?.memory.clear();
    if (why === 'left') {
      reader = undefined;
      beginAnew();
    }
    show({ is: 'out', why });
  };

  const end = (why: EndOfSession): void => {
    const held = keeping?.held();
    if (held !== undefined) tabs?.tell({ is: 'ended', session: held.session, why });
    if (held !== undefined && why !== 'refused') void logOut(baseUrl, held.tokens);
    finish(why);
  };

  const hear = (message: Message): void => {
    const held = keeping?.held();
    if (message.is === 'asked') {
      if (held !== undefined) tabs?.tell({ is: 'held', ...held });
    } else if (message.session === held?.session) {
      if (message.is === 'held') keeping?.take(message);
      if (message.is === 'notRenewed') underway = undefined;
      if (message.is === 'renewing') void renewInstead(message.renewals).catch(() => {});
      if (message.is === 'input') keeping?.noteInput(message.lastInput);
      if (message.is === 'ended') finish(message.why);
    } else if (message.is === 'held' && keeping === undefined && !isBeginning) {
      if (!ended.has(message.session) && !isGone(message)) void resume(message);
    } else if (message.is === 'ended') ended.add(message.session);
  };
  const tabs = openTabs(baseUrl, hear);

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

  const takeFromOthers = async (mine: TokenKeeping): Promise<void> => {
    for (const other of (await tabs?.ask()) ?? []) {
      if (other.session === mine.held()?.session) mine.take(other);
    }
  };

  /** Renews the tokens, unless another tab has done so. The others have the new ones before they can renew again. */
  const renew = async (mine: TokenKeeping, url: string, init: RequestInit): Promise<Response> => {
    const held = mine.held();
    if (held === undefined)
      return Response.json({ code: 'refresh-token.invalid', detail: 'The session has ended.' }, { status: 401 });
    const isNewer = (): boolean => !String(init.body).includes(mine.held()?.tokens.refresh_token ?? '');
    if (isNewer()) return Response.json(held.tokens);
    const { session, renewals } = held;
    tabs?.tell({ is: 'renewing', session, renewals });
    try {
      const answer = await fetch(url, init);
      const text = await answer.text();
      const tokens = answer.ok ? readTokens(text) : undefined;
      if (tokens !== undefined) mine.renew(tokens);
      if (answer.status === 401) {
        await takeFromOthers(mine);
        if (isNewer()) return Response.json(mine.held()?.tokens);
        if (keeping === mine) end('refused');
      }
      return new Response(text, { status: answer.status, headers: answer.headers });
    } finally {
      const now = mine.held();
      if (now === undefined || now.renewals === renewals) tabs?.tell({ is: 'notRenewed', session, renewals });
      else tabs?.tell({ is: 'held', ...now });
    }
  };

  /** Renews the tokens in place of a tab that was closed before it had an answer: the service may not have got its request. */
  const renewInstead = async (renewals: number): Promise<void> => {
    const mine = keeping;
    const held = mine?.held();
    if (mine === undefined || held?.renewals !== renewals) return;
    underway = renewals;
    await tabs?.alone(held.session, undefined, async () => {
      if (underway !== renewals || mine.held()?.renewals !== renewals) return;
      await createClient({
        ...ownService(baseUrl),
        store: { load: () => mine.held()?.tokens, save: () => {} },
        fetch: (url, init) => renew(mine, url, init),
        attempts: 1,
      }).refreshToken();
    });
  };

  const openClient = (mine: TokenKeeping, session: string): Client =>
    createClient({
      ...ownService(baseUrl),
      store: { load: () => mine.held()?.tokens, save: () => {} },
      fetch: (url, init) => {
        if (!url.endsWith('/refresh-token')) return fetch(url, init);
        if (tabs === undefined) return renew(mine, url, init);
        return tabs.alone(session, init.signal, async () => {
          await takeFromOthers(mine);
          return renew(mine, url, init);
        });
      },
    });

  const begin = async (held: HeldSession): Promise<void> => {
    const mine = keepTokens(held, place, showScope);
    keeping = mine;
    leaveOthers ??= tabs?.join();
    const client = openClient(mine, held.session);
    const [user, accountName] = await Promise.all([client.details(), findAccountName(client)]);
    const now = mine.held();
    if (keeping !== mine || now === undefined) return;
    const session = {
      client,
      user,
      accountName,
      signOut: () => end('left'),
      memory: welcome(user.id),
      mayWrite: mayWrite(now.tokens.access_token),
    };
    const noteInput = (lastInput: number): void => {
      mine.noteInput(lastInput);
      tabs?.tell({ is: 'input', session: held.session, lastInput });
    };
    signedIn = { is: 'in', session, lastInput: mine.lastInput, noteInput };
    show(signedIn);
  };

  const resume = async (held: HeldSession): Promise<void> => {
    show({ is: 'recalling' });
    await begin(held).catch((error: unknown) => {
      if (keeping !== undefined) show({ is: 'recalling', error });
    });
  };

  const recall = async (): Promise<void> => {
    show({ is: 'recalling' });
    const kept = place.recall() ?? keeping?.held();
    const others = (await tabs?.ask()) ?? [];
    const own = kept && combine(kept, others);
    const isAway = own !== undefined && isGone(own);
    if (isAway) {
      drop();
      place.forget();
      void logOut(baseUrl, own.tokens);
    }
    const held = isAway ? others.find((other) => !isGone(other)) : (own ?? others.find((other) => !isGone(other)));
    if (held !== undefined) return resume(held);
    if (isAway) return show({ is: 'out', why: 'idle' });
    show(isReload() ? { is: 'out', why: 'reloaded' } : { is: 'out' });
  };

  /** Begins one session at a time: what other tabs tell meanwhile begins none. */
  const beginOnce = async (work: () => Promise<void>): Promise<void> => {
    isBeginning = true;
    try {
      await work();
    } finally {
      isBeginning = false;
    }
  };

  return {
    signIn: (credentials, inTab) =>
      beginOnce(async () => {
        const tokens = await logIn(baseUrl, credentials);
        try {
          await begin({ session: newName(), tokens, renewals: 0, lastInput: Date.now(), inTab });
        } catch (error) {
          drop();
          throw error;
        }
        const held = keeping?.held();
        if (held !== undefined) tabs?.tell({ is: 'held', ...held });
      }),
    recall: () => beginOnce(recall),
    end,
    endIdle: async () => {
      const mine = keeping;
      if (mine === undefined || isAskingOthers) return;
      isAskingOthers = true;
      await takeFromOthers(mine).finally(() => {
        isAskingOthers = false;
      });
      const now = Date.now();
      if (keeping === mine && judgePresence(mine.lastInput(now), now).is === 'gone') end('idle');
    },
    forget: () => reader?.memory.clear(),
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

/** The tokens of an answer, undefined if it did not come from the service. */
const readTokens = (text: string): TokenSet | undefined => {
  const found = Object(attempt(() => JSON.parse(text)));
  return typeof found.access_token === 'string' && typeof found.refresh_token === 'string' ? found : undefined;
};

/** The page came from there: what it sends is as safe as the page itself. */
const ownService = (baseUrl: string) => ({ baseUrl, allowHttp: true });

/** Signs in with one request, so that the page can say at once why it is refused, or for how long. @throws ConsentRegisterError */
const logIn = (baseUrl: string, credentials: Credentials): Promise<TokenSet> =>
  createClient({ ...ownService(baseUrl), attempts: 1 }).login(credentials);

/** Ends the session at the service too, if it can be reached. */
const logOut = async (baseUrl: string, tokens: TokenSet): Promise<void> => {
  const store = { load: () => tokens, save: () => {} };
  await createClient({ ...ownService(baseUrl), store, attempts: 1 })
    .logout()
    .catch(() => {});
};

const beginAnew = (): void => {
  forgetPlaces();
  forgetArrival();
  location.replace('#/');
};

/** Whether a user is signed in, and the ways to sign in and out. */
export const useSessions = (): { readonly state: SignInState; readonly sessions: Sessions } => {
  const [state, show] = useState<SignInState>({ is: 'recalling' });
  const sessions = useMemo(() => newSessions({ baseUrl: serviceUrl(), show, beginAnew }), []);
  useEffect(() => void sessions.recall(), []);
  useEffect(() => {
    if (state.is !== 'out') return undefined;
    const timer = setTimeout(sessions.forget, idleLimit);
    return () => clearTimeout(timer);
  }, [state.is]);
  return { state, sessions };
};
