import { digest } from '../digest.ts';
import { limits } from '../limits.ts';
import { describeFault, log } from '../log.ts';
import { Problem } from '../problem.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import { countAttempt, fullUntil, newAttemptId, takeBackAttempt } from './attempt-counter.ts';
import { digestEmail } from './credential.ts';
import { isKnown, knownAddressKey, rememberAddress, renewAddress } from './known-address.ts';
import { toSite } from './source-address.ts';

/** Where an attempt to sign in is aimed and where it comes from. */
export interface Origin {
  readonly email: string;
  /** The gateway's, never a header's. */
  readonly sourceIp: string;
}

/** What an attempt can be counted in: the user's at a known address, or the other three. */
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

/** The items that decide whether an attempt may be made, to be read with the credential. */
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

/** An attempt that there is room for. What it is counted in comes in turns: who gets no place in one takes none in the next. */
export interface Attempt {
  readonly id: string;
  readonly knownAddress: Key;
  readonly turns: readonly (readonly Room[])[];
}

/**
 * Looks whether there is room for an attempt, whether there is such a user or not. An attempt from a known address of the
 * user is counted apart from those of all others, so that they cannot keep the user out.
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

/** Waits for all, and logs what could not be done: a login is not refused for what is written of it. */
const settle = async (writes: readonly Promise<unknown>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') log.warn('login.attempt-kept', describeFault(outcome.reason));
  }
};

/** Takes an attempt back, so far as it was counted. */
const takeBack = (table: Table, { id }: Attempt, rooms: readonly Room[]): Promise<void> =>
  settle(rooms.map(({ counter }) => takeBackAttempt(table, counter.key, id)));

/**
 * Counts an attempt before its password is looked at; one that cannot be counted everywhere is counted nowhere.
 *
 * @throws Problem login.throttled when others took the room since it was looked for
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

/** Only failures count: takes back an attempt that succeeded, and remembers where the user signed in from. Never throws. */
export const forgiveAttempt = async (table: Table, attempt: Attempt, now: Date): Promise<void> => {
  const { id, knownAddress } = attempt;
  const elsewhere = attempt.turns.flat().filter(({ counter }) => counter.key.SK !== knownAddress.SK);
  const isNew = elsewhere.length > 0;
  const note = isNew ? rememberAddress(table, knownAddress, now) : renewAddress(table, knownAddress, id, now);
  await Promise.all([settle([note]), takeBack(table, attempt, elsewhere)]);
};
