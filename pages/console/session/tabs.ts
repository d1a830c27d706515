import type { TokenSet } from '../../../client/typescript/index.ts';
import type { EndOfSession } from './session.ts';

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
