import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationName } from '../../../shared/contract.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import type { Register } from './register.ts';
import { matchCounts, peopleOf, values } from './register.ts';

/** One row of the ledger: a call, and how many consents it may find. */
export interface Scenario {
  readonly operation: OperationName;
  readonly name: string;
  readonly parameters: (register: Register) => Parameters;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without it, calls carry an access token. */
  readonly isAnonymous?: true;
  /** With the option `accessLog`. */
  readonly isNoted?: true;
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

/** The keys that have indexes, those of a usual form first; a person whom the searches do not look for. */
const known = {
  email: 'grace.bianchi@example.com',
  first_name: 'Grace',
  last_name: 'Bianchi',
  mobile_phone: '+39 333 7654321',
  phone: '+39 02 7654321',
  tax_code: 'BNCGRC85M41H501X',
};

/** Keys of userData that a form has: those of the contract, and the caller's own. */
interface Keys {
  readonly known?: number;
  readonly own?: number;
}

const userDataOf = ({ known: knownKeys = 0, own = 0 }: Keys): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(known).slice(0, knownKeys)),
  ...Object.fromEntries(Array.from({ length: own }, (_, i) => [`key_${i}`, `Grace Bianchi ${i}`])),
});

const nameKeys = (kind: string, count = 0): string[] =>
  count === 0 ? [] : [`${count} ${kind} ${count === 1 ? 'key' : 'keys'}`];

const add = (notices: number, keys: Keys, proof: ProofName, idempotent = false): Scenario => {
  const who = [...nameKeys('known', keys.known), ...nameKeys('own', keys.own)].join(' and ');
  const name = `${notices} notice${notices > 1 ? 's' : ''}, ${who}, ${proof}`;
  return {
    operation: 'addConsent',
    name: idempotent ? `${name}, Idempotency-Key` : name,
    parameters: ({ projectUid, notices: heads }) => ({
      projectUid,
      consentInformationPid: notices === 1 ? heads[0]?.pid : heads.slice(0, notices).map(({ pid }) => pid),
      proof: proofs[proof],
      userData: userDataOf(keys),
    }),
    ...(idempotent && { headers: { 'idempotency-key': randomUUID() } }),
  };
};

const some = { known: 3 };

const addScenarios: readonly Scenario[] = [
  add(1, { known: 1 }, 'a URL as proof'),
  add(1, some, 'a URL as proof'),
  add(1, some, 'a URL as proof', true),
  add(1, { known: 6 }, 'a URL as proof'),
  add(1, { known: 3, own: 1 }, 'a URL as proof'),
  add(1, { own: 1 }, 'a URL as proof'),
  add(1, { own: 3 }, 'a URL as proof'),
  add(1, { own: 20 }, 'a URL as proof'),
  add(1, some, '10 KB of HTML'),
  add(1, some, '10 KB of HTML', true),
  add(1, some, '100 KB of HTML'),
  add(10, some, 'a URL as proof'),
  add(10, some, 'a URL as proof', true),
  add(10, some, '10 KB of HTML'),
  add(10, some, '100 KB of HTML'),
  add(10, { known: 3, own: 2 }, 'a URL as proof'),
];

const revoke = (name: string, proof: Readonly<Record<string, string>>, i: number): Scenario => ({
  operation: 'revokeConsent',
  name,
  parameters: ({ consentIds }) => ({ id: consentIds[i], proof }),
});

const revokeScenarios: readonly Scenario[] = [
  revoke('a URL as proof', proofs['a URL as proof'], 0),
  revoke('again', proofs['a URL as proof'], 0),
  {
    ...revoke('a URL as proof, Idempotency-Key', proofs['a URL as proof'], 1),
    headers: { 'idempotency-key': randomUUID() },
  },
  revoke('10 KB of HTML', proofs['10 KB of HTML'], 2),
  revoke('100 KB of HTML', proofs['100 KB of HTML'], 3),
];

const search = (name: string, parameters: Scenario['parameters']): Scenario => ({
  operation: 'searchConsents',
  name,
  parameters,
});

const lastPage = (matches: number): number => Math.ceil(matches / 20);

/** Searches that one page of a list answers. */
const inShortLists = [
  search('by id', ({ consentIds: [id] }) => ({ id, userData: '' })),
  search('1 match', () => ({ userData: values.one })),
  search('20 matches', () => ({ userData: values.person })),
  search('20 matches, latest only', () => ({ userData: values.person, first: true })),
  search('3 known keys: 20, 1,000 and 100,000 matches', () => ({ userData: values.usual })),
  search('6 known keys, 20 matches', () => ({ userData: values.allKnown })),
  search('3 own keys: 20, 1,000 and 100,000 matches', () => ({ userData: values.own })),
  search('3 own keys, the longest list first', () => ({ userData: values.ownLongestFirst })),
];

/** The first page in long lists; the first time they are counted. */
const firstPages = (when: 'first count' | 'later') => [
  search(`1,000 matches, first page, ${when}`, () => ({ userData: values.firstName })),
  search(`100,000 matches, first page, ${when}`, () => ({ userData: values.lastName })),
  search(`100,000 matches by an own key, first page, ${when}`, () => ({ userData: values.country })),
  search(`2 own keys: 100,000 and 50,000 matches, first page, ${when}`, () => ({ userData: values.common })),
  search(`all of a project, first page, ${when}`, ({ projectUid }) => ({ projectUid, userData: '' })),
];

/** @param stored consents in the register */
const searchScenarios = (stored: number): Scenario[] => {
  const [firstName, lastName] = [Math.min(stored, matchCounts.firstName), Math.min(stored, matchCounts.lastName)];
  return [
    ...inShortLists,
    ...firstPages('first count'),
    ...firstPages('later'),
    search('1,000 matches, last page', () => ({ userData: values.firstName, page: lastPage(firstName) })),
    search('100,000 matches, last page', () => ({ userData: values.lastName, page: lastPage(lastName) })),
    search('20 matches to a notice, latest only', ({ notices }) => ({
      userData: values.person,
      consentInformationPid: notices[0]?.pid,
      first: true,
    })),
    search('100,000 matches, latest only', () => ({ userData: values.lastName, first: true })),
    search('100,000 matches, in one language, a page in the middle', () => ({
      userData: values.lastName,
      lang: 'ita',
      page: Math.ceil(lastPage(lastName) / 20),
    })),
    search('all of a project, page in the middle', ({ projectUid }) => ({
      projectUid,
      userData: '',
      page: Math.ceil(lastPage(stored) / 2),
    })),
  ];
};

/** The same where the stage keeps the access log: an answer with consents leaves an entry with their ids. */
const noted = (scenario: Scenario): Scenario => ({
  ...scenario,
  name: `${scenario.name}, with the access log`,
  isNoted: true,
});

const list = (name: string, parameters: Scenario['parameters']): Scenario => ({
  operation: 'listConsents',
  name,
  parameters,
});

const due = (name: string, parameters: Parameters): Scenario => ({
  operation: 'listDueConsents',
  name,
  parameters: () => parameters,
});

/** A tenth is due for its language, unless the person agreed again. As many as are searched for that at the same time. */
const dueScenarios: readonly Scenario[] = [
  due('16 whose people agreed again', { perPage: 16 }),
  due('none expires, as far as one call goes', { reason: 'expires' }),
];

const askErasure = (count: number): Scenario => ({
  operation: 'requestErasure',
  name: `${count} consent${count > 1 ? 's' : ''}`,
  parameters: ({ consentIds }) => ({
    ids: consentIds.slice(0, count),
    reason: 'consent-revoked',
    receivedOn: '2026-11-20',
  }),
});

const erasureScenarios: readonly Scenario[] = [
  askErasure(1),
  askErasure(100),
  { operation: 'listErasureRequests', name: '2 requests', parameters: () => ({}) },
];

/** Lists for a page that people read. The last two look for what is not there, as far as one call goes. */
const listScenarios: readonly Scenario[] = [
  list('20 of an account', () => ({})),
  list('50 of a project', ({ projectUid }) => ({ projectUid, perPage: 50 })),
  noted(list('50 of a project', ({ projectUid }) => ({ projectUid, perPage: 50 }))),
  list('50 of a project that are in force', ({ projectUid }) => ({ projectUid, perPage: 50, state: 'active' })),
  list('20 of a person', () => ({ userData: values.person })),
  list('20 of 100,000 with a name', () => ({ userData: values.lastName })),
  list('none of a project is revoked', ({ projectUid }) => ({ projectUid, state: 'revoked' })),
  list('none of 100,000 with a name is revoked', () => ({ userData: values.lastName, state: 'revoked' })),
  { operation: 'listNotices', name: '10 notices', parameters: () => ({}) },
  { operation: 'getNoticeVersion', name: '', parameters: ({ notices }) => ({ id: notices[0]?.versionId }) },
  { operation: 'listProjects', name: '', parameters: () => ({}) },
  { operation: 'getOverview', name: '', parameters: () => ({}) },
];

const check = (name: string, people: readonly object[]): Scenario => ({
  operation: 'checkPeople',
  name,
  parameters: ({ notices }) => ({ pid: notices[0]?.pid, people }),
});

/** Checks before a mailing. The first reads the versions of the notice as well. */
const checkScenarios: readonly Scenario[] = [
  check('1 person, first of the notice', [values.person]),
  check('1 person', [values.person]),
  check('1 person with 3 known keys', [values.usual]),
  check('1 value of 100,000', [values.lastName]),
  check('5 people', peopleOf(5)),
  check(
    '100 people whom nobody knows',
    Array.from({ length: 100 }, (_, i) => ({ email: `nobody-${i}@example.com` })),
  ),
];

const getOne = (name: string): Scenario => ({
  operation: 'getNotices',
  name,
  parameters: ({ notices }) => ({ pid: notices[0]?.pid }),
});

const getAll = (name: string): Scenario => ({
  operation: 'getNotices',
  name,
  parameters: ({ notices }) => ({ pid: notices.map(({ pid }) => pid) }),
});

const getEvidence = (name: string): Scenario => ({
  operation: 'getEvidence',
  name,
  parameters: ({ consentIds }) => ({ id: consentIds[4] }),
});

/** All that the ledger lists. @param stored consents in the register */
export const scenarios = (stored: number): Scenario[] => [
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
  ...addScenarios,
  ...searchScenarios(stored),
  noted(search('20 matches', () => ({ userData: values.person }))),
  ...checkScenarios,
  ...revokeScenarios,
  getOne('1 notice, first read'),
  getOne('1 notice'),
  getAll('10 notices, 9 first read'),
  getAll('10 notices'),
  getEvidence('a URL as proof'),
  ...listScenarios,
  ...dueScenarios,
  ...erasureScenarios,
  {
    operation: 'changePassword',
    name: '',
    parameters: ({ password }) => ({ currentPassword: password, newPassword: 'marble otter plays the tuba' }),
  },
];
