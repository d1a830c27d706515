import { readEvidenceConfig } from '../../../shared/config.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { listEvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { hashPassword } from '../../../shared/identity/passwords.ts';
import type { NoticeHead } from '../../../shared/notices/notice.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Stocked } from '../../../test/support/stock.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';
import { addUser, contentOf, makeAccount } from '../account.ts';
import { call } from './calls.ts';

/** A register that holds so many consents, and who may use it. */
export interface Register {
  readonly projectUid: string;
  readonly notices: readonly NoticeHead[];
  readonly email: string;
  readonly password: string;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  /** Some of the consents. */
  readonly consentIds: readonly string[];
}

/** How many consents have a value of each kind. */
export const matchCounts = { one: 1, person: 20, firstName: 1_000, lastName: 100_000 } as const;

/** People of the register, each with the same number of consents, from the first on. */
export const peopleOf = (count: number): readonly { readonly email: string }[] =>
  Array.from({ length: count }, (_, i) => ({ email: personOf(i * matchCounts.person) }));

/** As long for every person: then what lists hold of consents differs in the digits of its sizes alone. */
const personOf = (i: number): string =>
  `person-${String(Math.floor(i / matchCounts.person)).padStart(6, '0')}@example.com`;

const person = {
  phone: '+39 02 1234567',
  mobile_phone: '+39 333 1234567',
  tax_code: 'RSSDAA85M41H501Z',
  member: 'A-1',
};

/** The first have the values that are searched for, all together; every second of a country also wants news. */
const userDataOf = (i: number): Record<string, string> => ({
  email: personOf(i),
  ...(i < matchCounts.one && { ticket: '4711' }),
  ...(i < matchCounts.person && person),
  ...(i < matchCounts.firstName && { first_name: 'Ada', city: 'Rome' }),
  ...(i < matchCounts.lastName && { last_name: 'Rossi', country: 'Italy' }),
  ...(i < matchCounts.lastName && i % 2 === 0 && { news: 'yes' }),
});

const email = personOf(0);
const { member, ...numbers } = person;
const firstName = { first_name: 'Ada' };
const lastName = { last_name: 'Rossi' };
const city = { city: 'Rome' };
const country = { country: 'Italy' };

/** Search values by what they are, all of the same person; their counts are `matchCounts`. */
export const values = {
  one: { ticket: '4711' },
  person: { email },
  firstName,
  lastName,
  country,
  usual: { email, ...firstName, ...lastName },
  allKnown: { email, ...numbers, ...firstName, ...lastName },
  own: { member, ...city, ...country },
  ownLongestFirst: { ...country, ...city, member },
  common: { ...country, news: 'yes' },
} as const;

const year = 365 * 24 * 60 * 60 * 1_000;
const halfAnHour = 30 * 60 * 1_000;

/** Consents spread over the past year, but for the last half hour. */
function* consentsOfAYear(count: number, now: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const time = new Date(now - year + Math.floor((i / count) * (year - halfAnHour)));
    yield { time, userData: userDataOf(i), lang: i % 10 === 0 ? 'ita' : 'eng' };
  }
}

/**
 * Makes an account with a user, a project and notices, and puts consents into its register. Calls once, so that public
 * keys, which a container reads once, are known.
 */
export const makeRegister = async (table: Table, consents: number): Promise<Register> => {
  const now = new Date();
  const text = `<p>${'We process your data for this purpose. '.repeat(50)}</p>`;
  const contents = Array.from({ length: 10 }, (_, i) => contentOf(text, `Notice ${i}`));
  const { accountId, projectUid, notices } = await makeAccount(table, contents, { now });
  const password = newIdentifier(now);
  const { email } = await addUser(table, accountId, await hashPassword(password));
  const shelf = await findShelf(table, accountId, projectUid, notices[0]?.pid ?? 0);
  const ids = await stock(table, shelf, consentsOfAYear(consents, now.getTime()));
  const { body } = await call('login', { email, password }, {});
  const tokens = { accessToken: body.access_token, refreshToken: body.refresh_token };
  await call('details', {}, { token: tokens.accessToken });
  const { EVIDENCE_KEY: id, STAGE: stage } = readEvidenceConfig();
  await listEvidenceKey(table, await openEvidenceSigner({ id, stage }), now);
  return { projectUid, notices, email, password, tokens, consentIds: ids.slice(0, 100) };
};
