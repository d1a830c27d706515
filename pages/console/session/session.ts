import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, UserDetails } from '../../../client/index.ts';

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
