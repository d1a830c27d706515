import canonicalize from 'canonicalize';
import type { Item } from '../../../../shared/store/table.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { runs } from '../../../support/make/chance.ts';
import { readAllItems } from '../../../support/make/stored.ts';
import { table } from '../../../support/make/table.ts';

/** What is theirs alone. */
export const theirs = {
  email: ' Ada.Lovelace@Example.COM ',
  phone: '+44 20 7946 0123',
  mobile_phone: '0044-7700-900-123',
  tax_code: 'lvlDAA15t52h501x',
  last_name: 'Lovelace-Ångström',
  customer_number: 'Kunde-4711-Süd',
} as const;

/** Another person has the same. */
export const shared = { first_name: 'Ada' };

export const userData = {
  ...theirs,
  ...shared,
  customer_number: { label: 'Kundennummer von Ada', value: theirs.customer_number },
};

export const ofTenant =
  ({ accountId }: Tenant) =>
  async (): Promise<Item[]> =>
    (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}`));

/** Items of other people, as texts: all but those that every erasure changes, and those of the ids. */
export const toOthers = (items: readonly Item[], ids: readonly string[]): string[] =>
  items
    .filter(({ PK, SK }) => !ids.some((id) => `${PK} ${SK}`.includes(id)))
    .filter(({ PK, SK }) => SK !== 'ACCOUNT' && !/#(TALLY|UNITS|ERASED)#?/.test(String(PK)))
    .map((item) => canonicalize(item) ?? '')
    .sort();

export const kinds = Object.entries(theirs);

/** The target of 1,000 is reached with `TEST_RUNS=4`. */
export const many = runs(250);
