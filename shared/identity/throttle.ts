import { randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { lifetimes, limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { digest } from '../runtime/digest.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { epochSeconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import { transact, write } from '../store/write.ts';
import type { Identity } from './bearer.ts';
import type { Change } from './operations-log.ts';
import { digestEmail } from './passwords.ts';
import type { User } from './user.ts';

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
  logger.warn('login.throttled');
  return new Problem('login.throttled', { retryAfter: Math.ceil((untilMs - now.getTime()) / 1000) });
};

/** A counter and its item as it was read. */
interface CounterState {
  readonly counter: AttemptCounter;
  readonly item: Item | undefined;
}

/** An allowed attempt. Its counters are filled in turn: an attempt that finds one full is not counted in the next. */
export interface Attempt {
  readonly id: string;
  readonly knownAddress: Key;
  readonly turns: readonly (readonly CounterState[])[];
}

/**
 * Checks whether an attempt is allowed, whether or not the user exists. Attempts from a known address of the user are
 * counted apart from all others, so others cannot lock the user out.
 *
 * @param items of `attemptKeys`, in their order
 * @throws Problem login.throttled
 */
export const checkAttempt = (origin: Origin, items: readonly (Item | undefined)[], now: Date): Attempt => {
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
const awaitWrites = async (writes: readonly Promise<unknown>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') logger.warn('login.attempt-kept', describeFault(outcome.reason));
  }
};

/** Removes an attempt from the counters that counted it. */
const uncount = (table: Table, { id }: Attempt, counters: readonly CounterState[]): Promise<void> =>
  awaitWrites(counters.map(({ counter }) => uncountAttempt(table, counter.key, id)));

/**
 * Counts an attempt before its password is checked. If one counter is full, the attempt is counted nowhere.
 *
 * @throws Problem login.throttled when concurrent attempts have filled a counter
 */
export const countEverywhere = async (table: Table, attempt: Attempt, now: Date): Promise<void> => {
  const counted: CounterState[] = [];
  for (const counters of attempt.turns) {
    const outcomes = await Promise.allSettled(
      counters.map(({ counter, item }) => countAttempt(table, counter, item, attempt.id, now)),
    );
    const full = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? 0) : 0));
    counted.push(...counters.filter((_, i) => full[i] === 0));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed === undefined && full.every((untilMs) => untilMs === 0)) continue;
    await uncount(table, attempt, counted);
    throw failed?.reason ?? throttled(Math.max(...full), now);
  }
};

/** Takes back a successful attempt, since only failures count, and remembers its address. Never throws. */
export const recordSuccess = async (table: Table, attempt: Attempt, now: Date): Promise<void> => {
  const { id, knownAddress } = attempt;
  const elsewhere = attempt.turns.flat().filter(({ counter }) => counter.key.SK !== knownAddress.SK);
  const isNew = elsewhere.length > 0;
  const note = isNew ? rememberAddress(table, knownAddress, now) : renewAddress(table, knownAddress, id, now);
  await Promise.all([awaitWrites([note]), uncount(table, attempt, elsewhere)]);
};

/**
 * Counts a request for a new password before anything is computed for it. This counter is apart from those of logins, and
 * of the session alone, so that a stolen token keeps nobody from signing in, nor from choosing a new password then.
 *
 * @throws Problem password.throttled
 */
export const countPasswordChange = async (
  table: Table,
  { user, sessionId }: Pick<Identity, 'user'> & { readonly sessionId: string },
  now: Date,
): Promise<void> => {
  const seconds = epochSeconds(now);
  const end = seconds - (seconds % 3_600) + 3_600;
  const { done } = await write(table, {
    update: keyOf.passwordChanges(sessionId, end),
    expression: 'SET expiresAt = :end ADD changes :one',
    condition: 'attribute_not_exists(changes) OR changes < :most',
    values: { ':end': end, ':one': 1, ':most': limits.passwordChangesPerHour },
  });
  if (done) return;
  logger.warn('password.throttled', { userId: user.id });
  throw new Problem('password.throttled', { retryAfter: end - seconds });
};

/** An address that is known for a user. It also counts the login attempts on the user from there. */
const KnownAddress = v.object({ knownUntil: v.optional(v.number(), 0) });

const knownAddressKey = (email: string, address: string): Key =>
  keyOf.knownAddress(digestEmail(email), digest(toSource(address)));

/** Whether the item, as it was read, is an address that is known now. */
export const isKnown = (item: Item | undefined, now: Date): boolean =>
  item !== undefined && v.parse(KnownAddress, item).knownUntil > epochSeconds(now);

/** Until when an address is known that becomes known now, in whole seconds. */
const knownUntil = (now: Date): Date => new Date((epochSeconds(now) + lifetimes.knownAddressSeconds) * 1_000);

/** Makes an address known for a user, unless it is known for longer. Forgets the attempts counted there. */
const rememberingOf = (key: Key, now: Date): Update => ({
  update: key,
  expression: 'SET knownUntil = :until, expiresAt = :until, windowEndsMs = :none, windowStep = :none REMOVE attemptIds',
  condition: 'attribute_not_exists(knownUntil) OR knownUntil <= :until',
  values: { ':until': epochSeconds(knownUntil(now)), ':none': 0 },
});

/** Records the first login from an address. */
const rememberAddress = async (table: Table, key: Key, now: Date): Promise<void> => {
  await write(table, rememberingOf(key, now));
};

/**
 * Records another login from a known address and no longer counts its attempt. The failures of others at the same address
 * stay counted. Otherwise each login of the user would give them more guesses.
 */
const renewAddress = async (table: Table, key: Key, attemptId: string, now: Date): Promise<void> => {
  const renewed = await write(table, {
    update: key,
    expression: 'SET knownUntil = :until, expiresAt = :until DELETE attemptIds :ids',
    condition: 'knownUntil <= :until',
    values: { ':until': epochSeconds(knownUntil(now)), ':ids': new Set([attemptId]) },
  });
  if (!renewed.done) await uncountAttempt(table, key, attemptId);
};

/**
 * Makes an address known for a user who has not signed in from there.
 *
 * @returns until when it is known, or undefined if it was already known for longer, in which case nothing changes
 */
export const allowAddress = async (
  table: Table,
  { id: userId, accountId, email }: Pick<User, 'id' | 'accountId' | 'email'>,
  address: string,
  { now, record }: Change,
): Promise<Date | undefined> => {
  const remembering = rememberingOf(knownAddressKey(email, address), now);
  const refusals = await transact(table, [remembering, record({ accountId, userId })]);
  return refusals === undefined ? knownUntil(now) : undefined;
};

const groupBits = 16;

/** Text that is not an address stands for itself, and an IPv4-mapped IPv6 address for the IPv4 address. */
const toNetwork = (address: string, bits: number): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, bits / groupBits);
  return network.map((group) => group.toString(16)).join(':');
};

/** The part of a source address that identifies one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export const toSource = (address: string): string => toNetwork(address, 64);

/** The network of an IPv6 address that identifies one caller, in the usual notation. Undefined for an IPv4 address. */
export const describeNetwork = (address: string): string | undefined =>
  ipaddr.process(address).kind() === 'ipv6' ? `${ipaddr.parse(`${toSource(address)}::`)}/64` : undefined;

const privateRanges = ['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal'];

/** Why nobody can call from an address over the internet, in words. Undefined if somebody can. */
export const findUnreachable = (address: string): string | undefined => {
  const range = ipaddr.process(address).range();
  if (range === 'unicast') return undefined;
  return privateRanges.includes(range) ? 'a private address' : 'not a public address';
};

/**
 * The part of a source address that one party may own: an IPv4 address, or the /48 network of an IPv6 address, the
 * largest that a site usually gets (RFC 6177, section 2). It holds 65,536 networks of /64.
 */
export const toSite = (address: string): string => toNetwork(address, 48);

/** A counter of login attempts: its item, and how many attempts fit a window. */
interface AttemptCounter {
  readonly key: Key;
  readonly limit: number;
}

/** Short, so that the ids of a full window fit a write unit. */
export const newAttemptId = (): string => randomBytes(5).toString('base64url');

/**
 * The window of a counter, until `endsMs`, milliseconds since the epoch. The higher its `step`, the longer it is.
 * Attempts are a set of ids: an attempt that is written twice after a lost answer counts once.
 */
const AttemptWindow = v.pipe(
  v.object({
    attemptIds: v.optional(v.set(v.string()), () => new Set<string>()),
    windowEndsMs: v.number(),
    windowStep: v.number(),
  }),
  v.transform(({ attemptIds, windowEndsMs, windowStep }) => ({
    ids: attemptIds,
    endsMs: windowEndsMs,
    step: windowStep,
  })),
);
type AttemptWindow = v.InferOutput<typeof AttemptWindow>;

const shortestMs = lifetimes.loginWindowSeconds * 1000;
const longestMs = lifetimes.loginWindowSecondsLongest * 1000;
const highestStep = Math.ceil(Math.log2(longestMs / shortestMs));

const lengthMs = (step: number): number => Math.min(shortestMs * 2 ** step, longestMs);

/**
 * One step up after a window with failures, and one down for each quiet time as long as the longest window. So guessing
 * with pauses gains nothing.
 */
const nextStep = ({ ids, endsMs, step }: AttemptWindow, nowMs: number): number => {
  const grown = Math.min(ids.size > 0 ? step + 1 : step, highestStep);
  return Math.max(0, grown - Math.floor((nowMs - endsMs) / longestMs));
};

const openWindow = (key: Key, previous: AttemptWindow | undefined, id: string, now: Date): Update => {
  const step = previous === undefined ? 0 : nextStep(previous, now.getTime());
  const endsMs = now.getTime() + lengthMs(step);
  return {
    update: key,
    expression:
      'SET attemptIds = :ids, windowEndsMs = :endsMs, windowStep = :step, expiresAt = if_not_exists(knownUntil, :expiresAt)',
    condition: previous === undefined ? 'attribute_not_exists(PK)' : 'windowEndsMs = :previousEndsMs',
    values: {
      ':ids': new Set([id]),
      ':endsMs': endsMs,
      ':step': step,
      ':expiresAt': epochSeconds(new Date(endsMs + (step + 1) * longestMs)),
      ...(previous && { ':previousEndsMs': previous.endsMs }),
    },
  };
};

const countOneMore = ({ key, limit }: AttemptCounter, { endsMs }: AttemptWindow, id: string): Update => ({
  update: key,
  expression: 'ADD attemptIds :ids',
  condition:
    'windowEndsMs = :endsMs AND (attribute_not_exists(attemptIds) OR size(attemptIds) < :limit OR contains(attemptIds, :id))',
  values: { ':ids': new Set([id]), ':id': id, ':endsMs': endsMs, ':limit': limit },
});

/** When a full counter can count again, in milliseconds since the epoch. Undefined if it is not full. */
const fullUntil = ({ limit }: AttemptCounter, item: Item | undefined, now: Date): number | undefined => {
  if (item === undefined) return undefined;
  const { ids, endsMs } = v.parse(AttemptWindow, item);
  return ids.size >= limit && endsMs > now.getTime() ? endsMs : undefined;
};

/**
 * Counts an attempt once. However many come at once, no more are counted than the window allows.
 *
 * @param item the counter as it was read, or undefined if there was none
 * @returns when the counter can count again if its window was full, or undefined if the attempt is counted
 */
export const countAttempt = async (
  table: Table,
  counter: AttemptCounter,
  item: Item | undefined,
  id: string,
  now: Date,
): Promise<number | undefined> => {
  const window = item && v.parse(AttemptWindow, item);
  const isOpen = window !== undefined && window.endsMs > now.getTime();
  if (isOpen && window.ids.has(id)) return undefined;
  const fullUntilMs = fullUntil(counter, item, now);
  if (fullUntilMs !== undefined) return fullUntilMs;
  const update = isOpen ? countOneMore(counter, window, id) : openWindow(counter.key, window, id, now);
  const written = await write(table, update);
  return written.done ? undefined : countAttempt(table, counter, written.existing, id, now);
};

/** Takes back a counted attempt. Repeating the call changes nothing more. */
export const uncountAttempt = async (table: Table, key: Key, id: string): Promise<void> => {
  await write(table, {
    update: key,
    expression: 'DELETE attemptIds :ids',
    condition: 'contains(attemptIds, :id)',
    values: { ':ids': new Set([id]), ':id': id },
  });
};
