/** Milliseconds without input after which the session ends. */
export const idleLimit = 15 * 60_000;
/** How long before it is said. */
const idleNotice = 60_000;

/** How long somebody has been away: `remaining` milliseconds until the session ends. */
export type Presence =
  | { readonly is: 'present' }
  | { readonly is: 'leaving'; readonly remaining: number }
  | { readonly is: 'gone' };

/**
 * Decides by the clock alone: timers sleep with the machine and slow down in a tab that nobody sees.
 *
 * @param lastInput time of the last input, in milliseconds since 1970, as `now`
 */
export const judgePresence = (lastInput: number, now: number): Presence => {
  const remaining = lastInput + idleLimit - now;
  if (remaining <= 0) return { is: 'gone' };
  return remaining <= idleNotice ? { is: 'leaving', remaining } : { is: 'present' };
};
