import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationName } from '../../../shared/contract.ts';
import type { Parameters } from '../../support/encode.ts';
import type { Register } from './register.ts';
import { matchCounts, values } from './register.ts';

/** One row of the ledger: a call, and how many consents it may find. */
export interface Scenario {
  readonly operation: OperationName;
  readonly name: string;
  readonly parameters: (register: Register) => Parameters;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without it, calls carry an access token. */
  readonly isAnonymous?: true;
}

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, 'proofs', file), 'utf8');
const url = 'https://shop.example/checkout';

/** Proofs by what they are: no HTML, part of a page (about 10 KB), and pages (about 100 KB). */
const proofs = {
  'a URL as proof': { url },
  '10 KB of HTML': { url, html: await read('section.html') },
  '100 KB of HTML': { url, html: await read('page.html') },
} as const;
type ProofName = keyof typeof proofs;

const personal = (keys: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: keys }, (_, i) => [i === 0 ? 'email' : `key_${i}`, `Ada Rossi ${i}`]));

const add = (notices: number, keys: number, proof: ProofName, idempotent = false): Scenario => ({
  operation: 'addConsent',
  name: `${notices} notice${notices > 1 ? 's' : ''}, ${keys} userData key${keys > 1 ? 's' : ''}, ${proof}${idempotent ? ', Idempotency-Key' : ''}`,
  parameters: ({ projectUid, notices: heads }) => ({
    projectUid,
    consentInformationPid: notices === 1 ? heads[0]?.pid : heads.slice(0, notices).map(({ pid }) => pid),
    proof: proofs[proof],
    userData: personal(keys),
  }),
  ...(idempotent && { headers: { 'idempotency-key': `ledger-${notices}-${keys}` } }),
});

const search = (name: string, parameters: Scenario['parameters']): Scenario => ({
  operation: 'searchConsents',
  name,
  parameters,
});

const lastPage = (matches: number): number => Math.ceil(matches / 20);

/** All that the ledger lists. @param stored consents in the register */
export const scenarios = (stored: number): Scenario[] => {
  const city = Math.min(stored, matchCounts.city);
  const country = Math.min(stored, matchCounts.country);
  return [
    {
      operation: 'login',
      name: '',
      isAnonymous: true,
      parameters: ({ email, password }) => ({ email, password }),
    },
    {
      operation: 'refreshToken',
      name: '',
      isAnonymous: true,
      parameters: ({ tokens }) => ({ refresh_token: tokens.refreshToken }),
    },
    { operation: 'details', name: '', parameters: () => ({}) },
    add(1, 1, 'a URL as proof'),
    add(1, 3, 'a URL as proof'),
    add(1, 3, 'a URL as proof', true),
    add(1, 5, 'a URL as proof'),
    add(1, 20, 'a URL as proof'),
    add(1, 3, '10 KB of HTML'),
    add(1, 3, '100 KB of HTML'),
    add(10, 1, 'a URL as proof'),
    add(10, 5, 'a URL as proof'),
    add(10, 5, '10 KB of HTML'),
    add(10, 5, '100 KB of HTML'),
    search('by id', ({ consentId }) => ({ id: consentId, userData: '' })),
    search('1 match', () => ({ userData: values.one })),
    search('20 matches', () => ({ userData: values.person })),
    search('20 matches, latest only', () => ({ userData: values.person, first: true })),
    search('3 keys: 20, 1,000 and 100,000 matches', () => ({ userData: values.rareAndCommon })),
    ...['first count', 'later'].flatMap((when) => [
      search(`1,000 matches, first page, ${when}`, () => ({ userData: values.city })),
      search(`100,000 matches, first page, ${when}`, () => ({ userData: values.country })),
      search(`2 keys: 100,000 and 50,000 matches, first page, ${when}`, () => ({ userData: values.common })),
      search(`all of a project, first page, ${when}`, ({ projectUid }) => ({ projectUid, userData: '' })),
    ]),
    search('1,000 matches, last page', () => ({ userData: values.city, page: lastPage(city) })),
    search('100,000 matches, last page', () => ({ userData: values.country, page: lastPage(country) })),
    search('100,000 matches, latest only', () => ({ userData: values.country, first: true })),
    search('100,000 matches, in one language, a page in the middle', () => ({
      userData: values.country,
      lang: 'ita',
      page: Math.ceil(lastPage(country) / 20),
    })),
    search('all of a project, page in the middle', ({ projectUid }) => ({
      projectUid,
      userData: '',
      page: Math.ceil(lastPage(stored) / 2),
    })),
    {
      operation: 'revokeConsent',
      name: 'a URL as proof',
      parameters: ({ consentId }) => ({ id: consentId, proof: proofs['a URL as proof'] }),
    },
    {
      operation: 'revokeConsent',
      name: 'again',
      parameters: ({ consentId }) => ({ id: consentId, proof: proofs['a URL as proof'] }),
    },
    { operation: 'getNotices', name: '1 notice, first read', parameters: ({ notices }) => ({ pid: notices[0]?.pid }) },
    { operation: 'getNotices', name: '1 notice', parameters: ({ notices }) => ({ pid: notices[0]?.pid }) },
    {
      operation: 'getNotices',
      name: '10 notices, 9 first read',
      parameters: ({ notices }) => ({ pid: notices.map(({ pid }) => pid) }),
    },
    {
      operation: 'getNotices',
      name: '10 notices',
      parameters: ({ notices }) => ({ pid: notices.map(({ pid }) => pid) }),
    },
  ];
};
