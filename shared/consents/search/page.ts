import { limits } from '../../limits.ts';
import { answerTooLarge } from '../../problem.ts';
import type { Table } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { Entry } from '../listing.ts';
import type { Consent } from '../opened-consent.ts';
import { openConsent, openUserData } from '../opened-consent.ts';
import type { Search } from './plan.ts';
import { newComparison } from './plan.ts';

/** Refuses consents that no answer can hold, before reading them. @param sizes in bytes */
const refuseUnanswerable = (sizes: readonly { readonly answerBytes: number }[]): void => {
  const answered = sizes.reduce((sum, { answerBytes }) => sum + answerBytes, 0);
  if (answered > limits.resultBytes) throw answerTooLarge('perPage');
};

/**
 * Opens the consents that have the values of a search, one after the other.
 *
 * @throws Problem parameters.invalid as soon as they exceed one answer. The rest stays compressed
 */
const openMatches = (search: Search, consents: readonly StoredConsent[]): Consent[] => {
  const tooLong = () => answerTooLarge('perPage', { why: 'Comparing so many long values would take too long' });
  const isMatch = newComparison(search.request.values, tooLong);
  const people = new Map(consents.map((consent) => [consent, openUserData(consent)]));
  const matches = [...people].filter(([, { userData }]) => isMatch(userData));
  let bytes = 0;
  return matches.map(([consent, person]) => {
    const opened = openConsent(consent, person);
    bytes += opened.bytes;
    if (bytes > limits.resultBytes) throw answerTooLarge('perPage');
    return opened;
  });
};

/**
 * The consents of a page of entries that have the values of a search, as they are now, with their proofs. One round trip.
 *
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
export const readPage = async (table: Table, search: Search, entries: readonly Entry[]): Promise<Consent[]> => {
  refuseUnanswerable(entries);
  search.onPage(entries.map(({ id }) => id));
  const keys = entries.map(({ id }) => keyOf.consent(search.account.id, id));
  const items = (await batchGetNamed(table, keys)).filter((item) => item !== undefined);
  return openMatches(search, items.map(parseConsent));
};

/** A consent that was read, if it has the values. @throws Problem parameters.invalid */
export const openItem = (search: Search, consent: StoredConsent): Consent[] => openMatches(search, [consent]);
