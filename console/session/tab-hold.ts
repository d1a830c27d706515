/** That this page, and no other, goes on with the tokens that a tab keeps. */
export interface TabHold {
  /** Tells what one tab keeps from what others keep. A duplicate of the tab has the same. */
  readonly tab: string;
  readonly letGo: () => void;
}

/** Milliseconds that a page waits for the one before it in the same tab, which is still being unloaded. */
const patience = 2_000;

const newTab = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Takes hold of what a tab keeps, until the page is gone or lets go. A browser copies it when a tab is duplicated, and a refresh token that two tabs use
 * ends the session of both. Without Web Locks, as on a page without TLS, each page has its hold.
 *
 * @returns undefined where another page has it
 */
export const holdTab = (tab = newTab()): Promise<TabHold | undefined> =>
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
