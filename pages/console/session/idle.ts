/** Milliseconds without input after which the session ends. */
export const idleLimit = 15 * 60_000;
/** How many milliseconds before the end the warning appears. */
const idleNotice = 60_000;

/** How long the reader has been idle: `remaining` milliseconds until the session ends. */
export type Presence =
  | { readonly is: 'present' }
  | { readonly is: 'leaving'; readonly remaining: number }
  | { readonly is: 'gone' };

/**
 * Decides by the clock only: timers stop when the machine sleeps, and slow down in a hidden tab.
 *
 * @param lastInput time of the last input, in milliseconds since 1970, like `now`
 */
export const judgePresence = (lastInput: number, now: number): Presence => {
  const remaining = lastInput + idleLimit - now;
  if (remaining <= 0) return { is: 'gone' };
  return remaining <= idleNotice ? { is: 'leaving', remaining } : { is: 'present' };
};
