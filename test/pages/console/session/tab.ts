import { vi } from 'vitest';

/** The storage of a tab, in memory, in the place of that of a browser. */
export const newTab = (): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return kept;
};

/** The channels of the tabs that a test opens. A closed tab sends nothing more. */
export const newChannels = (): BroadcastChannel[] => {
  const opened: BroadcastChannel[] = [];
  const Channel = globalThis.BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      private isClosed = false;
      constructor(name: string) {
        super(name);
        opened.push(this);
      }
      override postMessage(message: unknown): void {
        if (!this.isClosed) super.postMessage(message);
      }
      override close(): void {
        this.isClosed = true;
        super.close();
      }
    },
  );
  return opened;
};

/** The calls that tabs make from now on. A test changes `refreshTakes`, the milliseconds that the answer to a refresh is on its way. */
export const watchCalls = () => {
  const reach = globalThis.fetch;
  const calls: string[] = [];
  const watched = {
    refreshTakes: 0,
    /** How often an operation was called, by its path. */
    count: (path: string): number => calls.filter((call) => call.startsWith(`${path} `)).length,
    /** Refresh tokens that were sent more than once. */
    usedTwice: (): string[] =>
      calls.filter((call, i) => call.startsWith('/refresh-token ') && calls.indexOf(call) !== i),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    calls.push(`${pathname} ${init.body}`);
    const answer = await reach(url, init);
    if (pathname === '/refresh-token') await new Promise((resolve) => setTimeout(resolve, watched.refreshTakes));
    return answer;
  });
  return watched;
};
