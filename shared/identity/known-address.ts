import * as v from 'valibot';
import { digest } from '../digest.ts';
import { lifetimes } from '../lifetimes.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Update } from '../store/write.ts';
import { write } from '../store/write.ts';
import { epochSeconds } from '../time.ts';
import { takeBackAttempt } from './attempt-counter.ts';
import { digestEmail } from './credential.ts';
import { toSource } from './source-address.ts';

/** An address that is known for a user. It also counts the login attempts on the user from there. */
const KnownAddress = v.object({ knownUntil: v.optional(v.number(), 0) });

export const knownAddressKey = (email: string, address: string): Key =>
  keyOf.knownAddress(digestEmail(email), digest(toSource(address)));

/** Whether the item, as it was read, is an address that is known now. */
export const isKnown = (item: Item | undefined, now: Date): boolean =>
  item !== undefined && v.parse(KnownAddress, item).knownUntil > epochSeconds(now);

/** Until when an address is known that becomes known now, in whole seconds. */
export const knownUntil = (now: Date): Date => new Date((epochSeconds(now) + lifetimes.knownAddressSeconds) * 1_000);

/** Makes an address known for a user, unless it is known for longer. Forgets the attempts counted there. */
export const rememberingOf = (key: Key, now: Date): Update => ({
  update: key,
  expression: 'SET knownUntil = :until, expiresAt = :until, windowEndsMs = :none, windowStep = :none REMOVE attemptIds',
  condition: 'attribute_not_exists(knownUntil) OR knownUntil <= :until',
  values: { ':until': epochSeconds(knownUntil(now)), ':none': 0 },
});

/** Records the first login from an address. */
export const rememberAddress = async (table: Table, key: Key, now: Date): Promise<void> => {
  await write(table, rememberingOf(key, now));
};

/**
 * Records another login from a known address and takes its attempt back. The failures of others at the same address
 * stay counted. Otherwise each login of the user would give them more guesses.
 */
export const renewAddress = async (table: Table, key: Key, attemptId: string, now: Date): Promise<void> => {
  const renewed = await write(table, {
    update: key,
    expression: 'SET knownUntil = :until, expiresAt = :until DELETE attemptIds :ids',
    condition: 'knownUntil <= :until',
    values: { ':until': epochSeconds(knownUntil(now)), ':ids': new Set([attemptId]) },
  });
  if (!renewed.done) await takeBackAttempt(table, key, attemptId);
};
