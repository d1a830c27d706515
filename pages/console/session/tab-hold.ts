/** The exclusive use of the tokens that a tab keeps. */
export interface TabHold {
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
