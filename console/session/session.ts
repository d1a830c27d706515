import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, UserDetails } from '../../client/index.ts';

/** Who is signed in, and what the page may offer. The service decides what is done. */
export interface Session {
  readonly client: Client;
  readonly user: UserDetails;
  /** Whether the token's `scope` has `consents:write`: a reader is not offered what a reader may not do. */
  readonly mayWrite: boolean;
  readonly signOut: () => void;
  /** What pages remember while the reader is on others, by name: `useKept` reads and writes it. */
  readonly memory: Map<string, unknown>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside of a session */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in.');
  return session;
};
