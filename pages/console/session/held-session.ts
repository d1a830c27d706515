import type { Client, TokenSet } from '../../../client/typescript/index.ts';
import { ConsentRegisterError, createClient } from '../../../client/typescript/index.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import type { HeldSession, Tabs } from './tabs.ts';
import { nameSession } from './tabs.ts';

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
