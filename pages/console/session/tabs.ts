import type { TokenSet } from '../../../client/typescript/index.ts';
import type { EndOfSession } from './session.ts';

/** A session as one tab has it. */
export interface HeldSession {
  /** Names the session among the tabs. */
  readonly session: string;
  readonly tokens: TokenSet;
  /** How often the tokens were renewed. Of two tabs, the one with more renewals has the current tokens. */
  readonly renewals: number;
  /** When a tab of the session had its last input, in milliseconds since 1970. */
  readonly lastInput: number;
  /** Whether the reader chose that tabs keep the tokens across reloads. */
  readonly inTab: boolean;
}

/** What a tab tells the others. The answer to `asked` is `held`, which a tab also sends when its tokens are new. */
export type Message =
  | { readonly is: 'asked' }
  | ({ readonly is: 'held' } & HeldSession)
  /** Begins to renew the tokens; `held` with more renewals or `notRenewed` ends it. */
  | ({ readonly is: 'renewing' | 'notRenewed' } & Pick<HeldSession, 'session' | 'renewals'>)
  | ({ readonly is: 'input' } & Pick<HeldSession, 'session' | 'lastInput'>)
  | { readonly is: 'ended'; readonly session: string; readonly why: EndOfSession };

/** The other tabs of the console in this browser. */
export interface Tabs {
  readonly tell: (message: Message) => void;
  /** The sessions of the other tabs. It waits for each that has one, but not for long. */
  readonly ask: () => Promise<readonly HeldSession[]>;
  /** Says that this tab has a session, until the returned function is called or the tab is closed. Browsers do not freeze such a tab. */
  readonly join: () => () => void;
  /** Works while no other tab works for the session. A tab that holds the others up and does not answer is passed over. */
  readonly alone: <Result>(
    session: string,
    signal: AbortSignal | null | undefined,
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** A name that nothing else has, also on a page without TLS. */
export const newName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The name changes with the form of the messages, because a tab may have an older program. */
const channelName = 'consent-register-session-1';

const lockName = 'consent-register-session';

/** How many milliseconds a tab waits for the others, which may be busy. */
const patience = 1_000;

/** How many milliseconds a tab waits for another one's work before it looks whether that tab still answers. */
const longestWait = 10_000;

/** How many milliseconds the message of a tab may come after its lock is free. */
const delay = 100;

const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Messages reach only pages of the same origin in the same browser profile, and nothing stores them. So tokens come only from a living tab.
 *
 * @param baseUrl the address of the service: one host may have the consoles of several
 * @param hear receives what other tabs of the same service tell
 * @returns undefined in a browser without locks, as on a page without TLS: there, each tab has a session of its own
 */
export const openTabs = (baseUrl: string, hear: (message: Message) => void): Tabs | undefined => {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(`${channelName} ${baseUrl}`);
  const lockOfHolders = `${lockName} ${baseUrl}`;
  const self = newName();
  let isHolder = false;

  const listen = (listener: (message: Message, from: string) => void): (() => void) => {
    const take = ({ data: { from, message } }: MessageEvent): void => listener(message, from);
    channel.addEventListener('message', take);
    return () => channel.removeEventListener('message', take);
  };

  const tell = (message: Message): void => channel.postMessage({ from: self, message });

  const countOthers = async (): Promise<number> => {
    const { held = [] } = await locks.query();
    return held.filter(({ name }) => name === lockOfHolders).length - (isHolder ? 1 : 0);
  };

  /** The sessions of the other tabs, and how many of these did not answer. */
  const askAll = async (): Promise<{ readonly found: readonly HeldSession[]; readonly silent: number }> => {
    const found = new Map<string, HeldSession>();
    const others = await countOthers();
    if (others <= 0) return { found: [], silent: 0 };
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      const ignore = listen((message, from) => {
        if (message.is === 'held') found.set(from, message);
        if (found.size < others) return;
        ignore();
        clearTimeout(timer);
        resolve();
      });
      tell({ is: 'asked' });
    });
    return { found: [...found.values()], silent: others - found.size };
  };

  listen(hear);
  return {
    tell,
    ask: async () => (await askAll()).found,
    join: () => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      void locks.request(lockOfHolders, { mode: 'shared' }, async () => {
        isHolder = true;
        await left;
        isHolder = false;
      });
      return leave;
    },
    alone: async (session, signal, work) => {
      const name = `${lockOfHolders} ${session}`;
      let hasBegun = false;
      const begin = async () => {
        hasBegun = true;
        await rest(delay);
        return work();
      };
      for (;;) {
        const wait = AbortSignal.timeout(longestWait);
        try {
          return await locks.request(name, { signal: signal ? AbortSignal.any([signal, wait]) : wait }, begin);
        } catch (error) {
          if (hasBegun || signal?.aborted || !wait.aborted) throw error;
        }
        const { silent } = await askAll();
        signal?.throwIfAborted();
        if (silent > 0) return locks.request(name, { steal: true }, begin);
      }
    },
  };
};
