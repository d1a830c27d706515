import type { FindableValues } from '../evidence.ts';
import { hasValues } from '../listing.ts';
import { afterAll, readList } from '../search/list-pages.ts';
import { planLists } from '../search/plan.ts';
import type { Table } from '../../store/client.ts';
import type { ListedConsent } from './project-entries.ts';

/** Keys whose value identifies a person. The first existing one counts. */
const identifying = ['email', 'tax_code', 'mobile_phone', 'phone'];

/** Usually the newest consent of a person is the later one. */
const entriesAtOnce = 100;

const identify = (values: FindableValues): FindableValues => {
  const key = identifying.find((name) => values.has(name));
  const value = key === undefined ? undefined : values.get(key);
  return key === undefined || value === undefined ? values : new Map([[key, value]]);
};

/**
 * Whether the same person gave a later consent to the same notice in the same project, whatever its state
 * (docs/people.md, Who must be asked again). Without an identifying value, nobody can be recognised.
 *
 * @param values of the consent
 */
export const hasLaterConsent = async (
  table: Table,
  accountId: string,
  { id, facets: { pid, projectUid } }: Pick<ListedConsent, 'id' | 'facets'>,
  values: FindableValues,
): Promise<boolean> => {
  const person = identify(values);
  const [list] = planLists(accountId, { values: person });
  if (list === undefined) return false;
  const isTheirs = hasValues(accountId, person);
  for await (const entries of readList(table, list, { above: id, upTo: afterAll }, 'newest-first', {
    limit: entriesAtOnce,
  })) {
    const isLater = entries.some(
      (entry) => entry.facets.pid === pid && entry.facets.projectUid === projectUid && isTheirs(entry),
    );
    if (isLater) return true;
  }
  return false;
};
