import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, UserDetails } from '../../../client/typescript/index.ts';

/** The signed-in user, and what the page may offer. The service decides what is allowed. */
export interface Session {
  readonly client: Client;
  readonly user: UserDetails;
  /** The name of the user's account, undefined if it could not be read. */
  readonly accountName: string | undefined;
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

/** Why the session ended: the user signed out, was away too long, or the service ended it. */
export type EndOfSession = 'left' | 'idle' | 'refused';

/** Whether somebody is signed in. */
export type SignInState =
  | { readonly is: 'out'; readonly why?: EndOfSession | 'reloaded' }
  /** A session is sought that the tab kept before a reload, or that another tab has. */
  | { readonly is: 'recalling'; readonly error?: unknown }
  | SignedIn;

export interface SignedIn {
  readonly is: 'in';
  readonly session: Session;
  /** When a tab of the session had its last input, in milliseconds since 1970, like `now`. */
  readonly lastInput: (now: number) => number;
  readonly noteInput: (time: number) => void;
}
