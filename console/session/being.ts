import type { Session } from './session.ts';

/** Why nobody is signed in any more: the reader left, was away for too long, or the service ended the session. */
export type EndOfSession = 'left' | 'idle' | 'refused';

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
