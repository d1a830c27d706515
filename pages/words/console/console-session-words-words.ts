import type { EndOfSession } from '../../console/session/being.ts';

/** Texts about signing in and out. */
export interface SessionWords {
  readonly heading: string;
  readonly email: string;
  readonly password: string;
  readonly showPassword: string;
  readonly show: string;
  readonly hide: string;
  readonly keep: string;
  readonly signIn: string;
  readonly signingIn: string;
  readonly signOut: string;
  /** For a user who may not change anything. */
  readonly reader: string;
  readonly wrong: string;
  readonly throttled: string;
  /** @param time such as `30 seconds` */
  readonly wait: (time: string) => string;
  readonly waitOver: string;
  /** Why the last session ended. */
  readonly why: Readonly<Record<EndOfSession, string>>;
  readonly idleHeading: string;
  readonly idleWarning: string;
  /** @param time such as `30 seconds` */
  readonly idleRemaining: (time: string) => string;
  readonly stay: string;
}
