import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, UserDetails } from '../../../client/typescript/index.ts';

/** The signed-in user, and what the page may offer. The service decides what is allowed. */
export interface Session {
  readonly client: Client;
  readonly user: UserDetails;
  /** Whether the token's `scope` has `consents:write`. A reader is not offered actions that need it. */
  readonly mayWrite: boolean;
  readonly signOut: () => void;
  /** Values that pages remember, by name. `useKept` reads and writes them. */
  readonly memory: Map<string, unknown>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside a session */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in.');
  return session;
};

/** Why the session ended: the reader signed out, was away too long, the service ended it, or the tab is a duplicate of one that has it. */
export type EndOfSession = 'left' | 'idle' | 'refused' | 'copied';

/** Whether somebody is signed in. */
export type SignInState =
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
