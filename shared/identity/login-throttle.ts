import { digest } from '../digest.ts';
import { limits } from '../limits.ts';
import { describeFault, log } from '../logger.ts';
import { Problem } from '../problem.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import { countAttempt, fullUntil, newAttemptId, takeBackAttempt } from './attempt-counter.ts';
import { digestEmail } from './credential.ts';
import { isKnown, knownAddressKey, rememberAddress, renewAddress } from './known-address.ts';
import { toSite } from './source-address.ts';

/** The email and the source address of a login attempt. */
export interface Origin {
  readonly email: string;
  /** From the gateway, never from a header. */
  readonly sourceIp: string;
}

/** The possible counters of an attempt: that of the user at a known address, or the other three. */
const countersOf = ({ email, sourceIp }: Origin) => {
  const site = digest(toSite(sourceIp));
  const emailDigest = digestEmail(email);
  return {
    known: { key: knownAddressKey(email, sourceIp), limit: limits.loginAttemptsAtKnownAddress },
    emailFromSite: {
      key: keyOf.attemptsOnEmailFromSite(emailDigest, site),
      limit: limits.loginAttemptsOnEmailFromSite,
    },
    email: { key: keyOf.attemptsOnEmail(emailDigest), limit: limits.loginAttemptsOnEmail },
    site: { key: keyOf.attemptsFromSite(site), limit: limits.loginAttemptsFromSite },
  } satisfies Record<string, AttemptCounter>;
};

/** The items that decide whether an attempt is allowed, to be read with the credential. */
export const attemptKeys = (origin: Origin): Key[] => Object.values(countersOf(origin)).map(({ key }) => key);

const throttled = (untilMs: number, now: Date): Problem => {
  log.warn('login.throttled');
  return new Problem('login.throttled', { retryAfter: Math.ceil((untilMs - now.getTime()) / 1000) });
};

/** A counter and its item as it was read. */
interface Room {
  readonly counter: AttemptCounter;
  readonly item: Item | undefined;
}

/** An allowed attempt. Its counters are filled in turn: an attempt that finds one full takes no place in the next. */
export interface Attempt {
  readonly id: string;
  readonly knownAddress: Key;
  readonly turns: readonly (readonly Room[])[];
}

/**
 * Checks whether an attempt is allowed, whether or not the user exists. Attempts from a known address of the user are
 * counted apart from all others, so others cannot lock the user out.
 *
 * @param items of `attemptKeys`, in their order
 * @throws Problem login.throttled
 */
export const admitAttempt = (origin: Origin, items: readonly (Item | undefined)[], now: Date): Attempt => {
  const { known, emailFromSite, email, site } = countersOf(origin);
  const [atKnown, onEmailFromSite, onEmail, fromSite] = items;
  const turns: Attempt['turns'] = isKnown(atKnown, now)
    ? [[{ counter: known, item: atKnown }]]
    : [
        [{ counter: emailFromSite, item: onEmailFromSite }],
        [
          { counter: email, item: onEmail },
          { counter: site, item: fromSite },
        ],
      ];
  const full = turns.flat().map(({ counter, item }) => fullUntil(counter, item, now) ?? 0);
  if (full.some((untilMs) => untilMs > 0)) throw throttled(Math.max(...full), now);
  return { id: newAttemptId(), knownAddress: known.key, turns };
};

/** Waits for all writes and logs failed ones. They never make a login fail. */
const settle = async (writes: readonly Promise<unknown>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') log.warn('login.attempt-kept', describeFault(outcome.reason));
  }
};

/** Takes an attempt back from the counters that counted it. */
const takeBack = (table: Table, { id }: Attempt, rooms: readonly Room[]): Promise<void> =>
  settle(rooms.map(({ counter }) => takeBackAttempt(table, counter.key, id)));

/**
 * Counts an attempt before its password is checked. If one counter has no room, the attempt is counted nowhere.
 *
 * @throws Problem login.throttled when others took the room in the meantime
 */
export const countEverywhere = async (table: Table, attempt: Attempt, now: Date): Promise<void> => {
  const counted: Room[] = [];
  for (const rooms of attempt.turns) {
    const outcomes = await Promise.allSettled(
      rooms.map(({ counter, item }) => countAttempt(table, counter, item, attempt.id, now)),
    );
    const full = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? 0) : 0));
    counted.push(...rooms.filter((_, i) => full[i] === 0));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed === undefined && full.every((untilMs) => untilMs === 0)) continue;
    await takeBack(table, attempt, counted);
    throw failed?.reason ?? throttled(Math.max(...full), now);
  }
};

/** Takes back a successful attempt, since only failures count, and remembers its address. Never throws. */
export const forgiveAttempt = async (table: Table, attempt: Attempt, now: Date): Promise<void> => {
  const { id, knownAddress } = attempt;
  const elsewhere = attempt.turns.flat().filter(({ counter }) => counter.key.SK !== knownAddress.SK);
  const isNew = elsewhere.length > 0;
  const note = isNew ? rememberAddress(table, knownAddress, now) : renewAddress(table, knownAddress, id, now);
  await Promise.all([settle([note]), takeBack(table, attempt, elsewhere)]);
};
