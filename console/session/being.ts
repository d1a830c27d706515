import type { Session } from './session.ts';

/** Why nobody is signed in any more: the reader left, was away for too long, the service ended the session, or the tab is a copy of one that has it. */
export type EndOfSession = 'left' | 'idle' | 'refused' | 'copied';

/** Whether somebody is signed in. */
export type Being =
  | { readonly is: 'out'; readonly why?: EndOfSession }
  /** The tab has tokens from before it was loaded again. */
  | { readonly is: 'recalling'; readonly error?: unknown }
  | SignedIn;

export interface SignedIn {
  readonly is: 'in';
  readonly session: Session;
  /** When there was input last, in milliseconds since 1970. */
  readonly since: number;
  readonly noteInput: (time: number) => void;
}
