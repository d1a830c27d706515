import type { Session } from './session.ts';

/** Why the session ended: the reader signed out, was away too long, the service ended it, or the tab is a duplicate of one that has it. */
export type EndOfSession = 'left' | 'idle' | 'refused' | 'copied';

/** Whether somebody is signed in. */
export type Being =
  | { readonly is: 'out'; readonly why?: EndOfSession }
  /** The tab kept tokens from before a reload. */
  | { readonly is: 'recalling'; readonly error?: unknown }
  | SignedIn;

export interface SignedIn {
  readonly is: 'in';
  readonly session: Session;
  /** The time of the last input, in milliseconds since 1970. */
  readonly since: number;
  readonly noteInput: (time: number) => void;
}
