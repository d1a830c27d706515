import * as v from 'valibot';
import { limits } from '../limits.ts';
import { epochSeconds } from '../time.ts';
import type { Item, Key, Table } from './client.ts';
import { write } from './write.ts';

/** An address from which a user has signed in. It is also the counter of the login attempts on the user from there. */
const KnownAddress = v.object({ knownUntil: v.optional(v.number(), 0) });

/** Whether the item, as it was read, is an address known now. */
export const isKnown = (item: Item | undefined, now: Date): boolean =>
  item !== undefined && v.parse(KnownAddress, item).knownUntil > epochSeconds(now);

/** Takes note of a login from an address; what was counted there is forgotten. */
export const rememberAddress = async (table: Table, key: Key, now: Date): Promise<void> => {
  await write(table, {
    update: key,
    expression:
      'SET knownUntil = :until, expiresAt = :until, attempts = :none, windowEndsMs = :none, windowStep = :none',
    condition: 'attribute_not_exists(knownUntil) OR knownUntil <= :until',
    values: { ':until': epochSeconds(now) + limits.knownAddressSeconds, ':none': 0 },
  });
};
