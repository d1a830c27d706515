import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client, Credentials } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import type { Journey } from '../frame/history.ts';
import { serviceUrl } from '../page-settings.ts';
import { judgePresence } from './idle-watch.tsx';
import type { EndOfSession, Session, SignedIn, SignInState } from './session.ts';
import type { HeldSession, Holding, Message } from './tabs.ts';
import { holdSession, openTabs, ownService, recallSession } from './tabs.ts';

/** What the sessions use and change on the page. */
interface Surroundings {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly show: (state: SignInState) => void;
  /** Goes to the first page, because another user has signed in who must not see the current one. */
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
  /** Ends it as idle, unless another tab had input that this one has not heard of. */
  readonly endIdle: () => Promise<void>;
  /** Forgets what was remembered for the user of the ended session. */
  readonly forget: () => void;
}

export const newSessions = ({ baseUrl, show, beginAnew }: Surroundings): Sessions => {
  let own: Holding | undefined;
  let leaveTabs = (): void => {};
  let signedIn: SignedIn | undefined;
  /** The current or last user. After a new sign-in, only the same user continues where the session ended. */
  let user: { readonly id: number; readonly memory: Session['memory'] } | undefined;
  /** Sessions that ended in this tab. An answer that another tab gave before may come later. */
  const ended = new Set<string>();

  const drop = (): void => {
    own?.end();
    leaveTabs();
    own = undefined;
    signedIn = undefined;
  };

  const finish = (session: string, why: EndOfSession): void => {
    ended.add(session);
    drop();
    if (why === 'left') {
      user?.memory.clear();
      user = undefined;
      beginAnew();
    }
    show({ is: 'out', why });
  };

  const end = (why: EndOfSession): void => {
    if (own === undefined) return;
    const { client, held } = own;
    const { session } = held();
    tabs.send({ is: 'ended', session, why });
    finish(session, why);
    if (why !== 'refused') client.logout().catch(() => {});
  };

  const hold = (first: HeldSession): Holding => {
    drop();
    leaveTabs = tabs.join();
    own = holdSession(first, {
      baseUrl,
      tabs,
      onTokens: ({ access_token }) => {
        if (signedIn === undefined) return;
        signedIn = { ...signedIn, session: { ...signedIn.session, mayWrite: mayWrite(access_token) } };
        show(signedIn);
      },
      onRefused: () => end('refused'),
    });
    return own;
  };

  const welcome = (id: number): Session['memory'] => {
    if (user !== undefined && user.id !== id) beginAnew();
    if (user?.id !== id) user = { id, memory: new Map() };
    return user.memory;
  };

  const begin = async (mine: Holding): Promise<void> => {
    const { client, held, take, lastInput } = mine;
    const [details, accountName] = await Promise.all([client.details(), findAccountName(client)]);
    if (own !== mine) return;
    const session = {
      client,
      user: details,
      accountName,
      signOut: () => end('left'),
      memory: welcome(details.id),
      mayWrite: mayWrite(held().tokens.access_token),
    };
    const noteInput = (time: number): void => {
      take({ lastInput: time });
      tabs.send({ is: 'input', session: held().session, lastInput: time });
    };
    signedIn = { is: 'in', session, lastInput, noteInput };
    show(signedIn);
  };

  const resume = async (mine: Holding): Promise<void> => {
    show({ is: 'recalling' });
    await begin(mine).catch((error: unknown) => {
      if (own === mine) show({ is: 'recalling', error });
    });
  };

  const receive = (message: Message): void => {
    const held = own?.held();
    if (message.is === 'asked') {
      if (held !== undefined) tabs.send({ is: 'held', ...held });
    } else if (message.is === 'ended') {
      ended.add(message.session);
      if (message.session === held?.session) finish(message.session, message.why);
      else if (message.why === 'left') end('left');
    } else if (message.session === held?.session) own?.take(message);
    else if (message.is === 'held' && own === undefined && !ended.has(message.session) && !isGone(message))
      void resume(hold(message));
  };
  const tabs = openTabs(baseUrl, receive);

  return {
    signIn: async (credentials, inTab) => {
      // One request, so that the page can say at once why it is refused, or for how long.
      const tokens = await createClient({ ...ownService(baseUrl), attempts: 1 }).login(credentials);
      const session = crypto.getRandomValues(new Uint32Array(4)).join('-');
      const mine = hold({ session, tokens, refreshes: 0, lastInput: Date.now(), inTab });
      try {
        await begin(mine);
      } catch (error) {
        if (own === mine) drop();
        throw error;
      }
      if (own === mine) tabs.send({ is: 'held', ...mine.held() });
    },
    recall: async () => {
      show({ is: 'recalling' });
      const kept = own?.held() ?? recallSession(baseUrl);
      const mine = kept && (own ?? hold(kept));
      await tabs.ask();
      if (mine === undefined && own === undefined) show({ is: 'out', ...(isReload() && { why: 'reloaded' }) });
      if (mine === undefined || own !== mine) return;
      if (isGone(mine.held())) end('idle');
      else await resume(mine);
    },
    end,
    endIdle: async () => {
      const mine = own;
      await tabs.ask();
      if (mine !== undefined && own === mine && isGone(mine.held())) end('idle');
    },
    forget: () => user?.memory.clear(),
  };
};

const isGone = ({ lastInput }: HeldSession): boolean => judgePresence(lastInput, Date.now()).is === 'gone';

/** Whether the user loaded the page again. The browser knows it, so that nothing need be kept. */
const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

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

/** For how many milliseconds after a session a tab keeps what its user typed: a working day. Only they get it back. */
const keptFor = 8 * 3_600_000;

/** Whether a user is signed in, and the ways to sign in and out. */
export const useSessions = (journey: Journey): { readonly state: SignInState; readonly sessions: Sessions } => {
  const [state, show] = useState<SignInState>({ is: 'recalling' });
  const beginAnew = (): void => {
    journey.forget();
    location.replace('#/');
  };
  const sessions = useMemo(() => newSessions({ baseUrl: serviceUrl(), show, beginAnew }), []);
  useEffect(() => void sessions.recall(), []);
  useEffect(() => {
    if (state.is !== 'out') return undefined;
    const timer = setTimeout(sessions.forget, keptFor);
    return () => clearTimeout(timer);
  }, [state.is]);
  return { state, sessions };
};
