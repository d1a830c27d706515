import type { Client, TokenSet } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import type { EndOfSession } from './session.ts';

/** A session in this tab. */
export interface Holding {
  readonly client: Client;
  readonly held: () => HeldSession;
  /** Takes what another tab of the session has newer than this one. */
  readonly take: (other: Partial<HeldSession>) => void;
  /** If the clock is set back, the last input counts as now. */
  readonly lastInput: (now: number) => number;
  /** Forgets the session, but for what its client needs to log out. A refresh that is still running changes nothing any more. */
  readonly end: () => void;
}

interface Surroundings {
  readonly baseUrl: string;
  readonly tabs: Tabs;
  /** Receives each later token set. */
  readonly onTokens: (tokens: TokenSet) => void;
  /** Called if the service refuses to refresh the tokens. */
  readonly onRefused: () => void;
}

/** The console came from there: what it sends is as safe as the page itself. */
export const ownService = (baseUrl: string) => ({ baseUrl, allowHttp: true });

/** The session that the tab kept before a reload. Other tabs may have refreshed its tokens since. */
export const recallSession = (baseUrl: string): HeldSession | undefined =>
  attempt(() => JSON.parse(sessionStorage.getItem(nameSession(baseUrl)) ?? 'null')) ?? undefined;

/** Holds a session in memory and, if the user chose so and the browser allows it, in the tab. */
export const holdSession = (first: HeldSession, { baseUrl, tabs, onTokens, onRefused }: Surroundings): Holding => {
  let held = first;
  let isOver = false;
  const place = nameSession(baseUrl);

  const keep = (next: HeldSession): void => {
    held = next;
    if (held.inTab && !isOver) attempt(() => sessionStorage.setItem(place, JSON.stringify(held)));
  };

  const take: Holding['take'] = ({ tokens, refreshes = 0, lastInput = 0 }) => {
    const isRefreshed = tokens !== undefined && refreshes > held.refreshes;
    keep({ ...held, ...(isRefreshed && { tokens, refreshes }), lastInput: Math.max(lastInput, held.lastInput) });
    if (isRefreshed && !isOver) onTokens(tokens);
  };

  /** A refresh token may be used once only: a tab that comes to its turn takes what another has refreshed. */
  const refresh = async (isUsed: (token: string) => boolean): Promise<TokenSet> => {
    await tabs.ask();
    const { tokens, refreshes } = held;
    if (!isUsed(tokens.refresh_token)) return tokens;
    try {
      const next = await createClient({ ...ownService(baseUrl), attempts: 1 }).refreshToken(tokens);
      take({ tokens: next, refreshes: refreshes + 1 });
      if (!isOver) tabs.send({ is: 'held', ...held });
    } catch (error) {
      if (!(error instanceof ConsentRegisterError && error.status === 401)) throw error;
      await tabs.ask();
      if (!isUsed(held.tokens.refresh_token)) return held.tokens;
      if (!isOver) onRefused();
      throw error;
    }
    return held.tokens;
  };

  keep(first);
  return {
    client: createClient({
      ...ownService(baseUrl),
      store: { load: () => held.tokens, save: () => {} },
      fetch: async (url, init) => {
        if (!url.endsWith('/refresh-token')) return fetch(url, init);
        const isUsed = (token: string): boolean => String(init.body).includes(JSON.stringify(token));
        return Response.json(await tabs.alone(init.signal, () => refresh(isUsed)));
      },
    }),
    held: () => held,
    take,
    lastInput: (now) => {
      if (held.lastInput > now) held = { ...held, lastInput: now };
      return held.lastInput;
    },
    end: () => {
      isOver = true;
      attempt(() => sessionStorage.removeItem(place));
    },
  };
};

/** A session as one tab has it. */
export interface HeldSession {
  /** Names the session among the tabs. */
  readonly session: string;
  readonly tokens: TokenSet;
  /** How often the tokens were refreshed. Of two tabs, the one with more refreshes has the current tokens. */
  readonly refreshes: number;
  /** When a tab of the session had its last input, in milliseconds since 1970. */
  readonly lastInput: number;
  /** Whether the user chose that tabs keep the tokens across reloads. */
  readonly inTab: boolean;
}

/** What a tab sends to the others. `held` answers `asked`, and follows a sign-in and each refresh. */
export type Message =
  | { readonly is: 'asked' }
  | ({ readonly is: 'held' } & HeldSession)
  | ({ readonly is: 'input' } & Pick<HeldSession, 'session' | 'lastInput'>)
  | { readonly is: 'ended'; readonly session: string; readonly why: EndOfSession };

/** The other tabs of the console in this browser. */
export interface Tabs {
  readonly send: (message: Message) => void;
  /** Asks the tabs that have a session, and returns when each has answered, after a second at the latest. */
  readonly ask: () => Promise<void>;
  /** Counts this tab among those that answer, until the returned function is called or the tab is closed. */
  readonly join: () => () => void;
  /** Works while no other tab does. @param signal ends the wait, not the work */
  readonly alone: <Result>(signal: AbortSignal | null | undefined, work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Names the session that the tabs of a service share. The name changes with the form of what they send and keep, because a tab may have an older program.
 *
 * @param baseUrl the address of the service: one host may have the consoles of several
 */
export const nameSession = (baseUrl: string): string => `consent-register-session-1 ${baseUrl}`;

/** How many milliseconds a tab waits for the others, which may be busy. */
const patience = 1_000;

/** For a browser without locks, as on a page without TLS: there, each tab has a session of its own. */
const noTabs: Tabs = { send: () => {}, ask: async () => {}, join: () => () => {}, alone: (_, work) => work() };

/**
 * Messages reach only pages of the same origin in the same browser profile, and nothing stores them. So tokens come only from a living tab.
 *
 * @param receive gets what other tabs of the same service send
 */
export const openTabs = (baseUrl: string, receive: (message: Message) => void): Tabs => {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return noTabs;
  const name = nameSession(baseUrl);
  const channel = new BroadcastChannel(name);
  const send = (message: Message): void => channel.postMessage(message);
  let isMember = false;
  channel.addEventListener('message', ({ data }) => receive(data));
  return {
    send,
    ask: async () => {
      const { held = [] } = await locks.query();
      let awaited = held.filter((lock) => lock.name === name).length - (isMember ? 1 : 0);
      if (awaited <= 0) return;
      const { promise: answered, resolve: stop } = Promise.withResolvers<void>();
      const count = ({ data }: MessageEvent<Message>): void => {
        if (data.is === 'held') awaited -= 1;
        if (awaited === 0) stop();
      };
      const timer = setTimeout(stop, patience);
      channel.addEventListener('message', count);
      send({ is: 'asked' });
      await answered;
      channel.removeEventListener('message', count);
      clearTimeout(timer);
    },
    // Browsers neither freeze a tab that holds a lock nor keep it for Back, so a member can answer.
    join: () => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      isMember = true;
      void locks.request(name, { mode: 'shared' }, () => left);
      return () => {
        isMember = false;
        leave();
      };
    },
    alone: (signal, work) => locks.request(`${name} refresh`, signal ? { signal } : {}, work),
  };
};
