import { digest } from './digest.ts';
import { limits } from './limits.ts';
import { log } from './log.ts';
import { Problem } from './problem.ts';
import { toSource } from './source-address.ts';
import type { AttemptCounter, CountedAttempt } from './store/attempt-counter.ts';
import { countAttempt, fullUntil, takeBackAttempt } from './store/attempt-counter.ts';
import type { Item, Key, Table } from './store/client.ts';
import { digestEmail } from './store/credential.ts';
import { isKnown, rememberAddress } from './store/known-address.ts';

/** Where an attempt to sign in is aimed and where it comes from. */
export interface Origin {
  readonly email: string;
  /** The gateway's, never a header's. */
  readonly sourceIp: string;
}

/** What an attempt is counted in. The first two are alternatives: a user's known address has a counter of its own. */
interface Counters {
  readonly known: AttemptCounter;
  readonly email: AttemptCounter;
  readonly address: AttemptCounter;
}

const countersOf = ({ email, sourceIp }: Origin): Counters => {
  const source = digest(toSource(sourceIp));
  const partition = `ATTEMPTS#${digestEmail(email)}`;
  return {
    known: { key: { PK: partition, SK: `ADDRESS#${source}` }, limit: limits.loginAttempts },
    email: { key: { PK: partition, SK: 'ATTEMPTS' }, limit: limits.loginAttempts },
    address: { key: { PK: `IP#${source}`, SK: 'ATTEMPTS' }, limit: limits.loginAttemptsFromAddress },
  };
};

/** The items that decide whether an attempt may be made, to be read with the credential. */
export const attemptKeys = (origin: Origin): Key[] => {
  const { known, email, address } = countersOf(origin);
  return [known.key, email.key, address.key];
};

const throttled = (untilMs: number, now: Date): Problem => {
  log.warn('login.throttled');
  return new Problem('login.throttled', 'Wait for as many seconds as the Retry-After header says, then try again.', {
    retryAfter: Math.ceil((untilMs - now.getTime()) / 1000),
  });
};

/** An attempt that may be made. */
export interface Attempt {
  readonly knownAddress: Key;
  readonly counted: readonly CountedAttempt[];
}

/**
 * Counts an attempt before anything about it is checked, whether there is such a user or not: for its source address,
 * and for its email - where the user has signed in from this address before, apart from the attempts of all others, so
 * that those cannot keep the user out.
 *
 * @param items of `attemptKeys`, in their order
 * @throws Problem login.throttled
 */
export const admitAttempt = async (
  table: Table,
  origin: Origin,
  [known, email, address]: readonly (Item | undefined)[],
  now: Date,
): Promise<Attempt> => {
  const counters = countersOf(origin);
  const isKnownHere = isKnown(known, now);
  const chosen = [
    isKnownHere ? { counter: counters.known, item: known } : { counter: counters.email, item: email },
    { counter: counters.address, item: address },
  ];
  const full = chosen.map(({ counter, item }) => fullUntil(counter, item, now) ?? 0);
  if (full.some((untilMs) => untilMs > 0)) throw throttled(Math.max(...full), now);
  const counted: CountedAttempt[] = [];
  for (const outcome of await Promise.all(chosen.map(({ counter, item }) => countAttempt(table, counter, item, now)))) {
    if ('fullUntilMs' in outcome) throw throttled(outcome.fullUntilMs, now);
    counted.push(outcome);
  }
  return { knownAddress: counters.known.key, counted };
};

/** Only failures count: takes back an attempt that succeeded, and remembers where the user signed in from. */
export const forgiveAttempt = async (table: Table, { knownAddress, counted }: Attempt, now: Date): Promise<void> => {
  const elsewhere = counted.filter(({ counter }) => counter.key.SK !== knownAddress.SK);
  await Promise.all([
    rememberAddress(table, knownAddress, now),
    ...elsewhere.map((attempt) => takeBackAttempt(table, attempt)),
  ]);
};
