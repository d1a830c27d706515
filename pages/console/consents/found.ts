import type { Client } from '../../../client/typescript/index.ts';
import type { Filter } from '../address.ts';
import type { Followed } from '../calls/use-call.tsx';
import { followList } from '../calls/use-call.tsx';
import type { Typed } from '../find/guess.ts';
import { recallOwnKeys } from '../find/own-keys.ts';
import type { Reading, Readings } from '../find/readings.ts';
import { toFurtherReadings, toReadings } from '../find/readings.ts';
import type { FoundConsent } from './listed-consent.ts';
import { beginList } from './listed-consent.ts';

/** What a list shows, and what was looked for to find it. */
export interface Found extends Followed<FoundConsent> {
  readonly looked: readonly Reading[];
  /** Whether what was typed may mean more than was looked for. */
  readonly isPartial: boolean;
}

/** A search: what was typed about a person, which is not in the address, and a filter, which is. */
export interface Search {
  readonly filter: Filter;
  readonly typed: readonly Typed[];
  readonly after: string | undefined;
}

/** Rows of a page of the list. */
const wanted = 50;

/** How many calls a search makes for each reading before it asks the reader whether to continue. */
const mostCalls = 40;

interface Watching {
  readonly signal: AbortSignal;
  readonly isStopped: () => boolean;
  readonly onProgress: (found: Found) => void;
}

const isNothing = ({ rows, next }: Followed<unknown>): boolean => rows.length === 0 && next === null;

/**
 * Finds consents under every key that the contract names and the typed texts may stand under; if there are none, under the account's own keys.
 *
 * @throws ConsentRegisterError if any of the calls fails: an answer of the others alone could be a wrong no
 */
export const findConsents = async (
  client: Client,
  { filter, typed, after }: Search,
  { signal, isStopped, onProgress }: Watching,
): Promise<Found> => {
  const follow = async ({ readings, isCut }: Readings, before: readonly Reading[]): Promise<Found> => {
    const about = { looked: [...before, ...readings], isPartial: isCut };
    const found = await followList({
      read: await beginList(client, { filter, readings }, signal),
      after,
      wanted,
      perPage: wanted,
      calls: mostCalls,
      isStopped,
      onProgress: (soFar) => onProgress({ ...soFar, ...about }),
    });
    return { ...found, ...about };
  };
  const first = await follow(toReadings(typed), []);
  if (!isNothing(first) || typed.every(({ chosen }) => chosen !== undefined)) return first;
  const keys = (await recallOwnKeys(client, signal)).map(({ key }) => key);
  const further = toFurtherReadings(typed, keys);
  if (further.readings.length === 0) return first;
  const own = await follow(further, first.looked);
  return { ...own, isPartial: own.isPartial || first.isPartial };
};
