import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';

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

export const addScenarios: readonly Scenario[] = [
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

export const revokeScenarios: readonly Scenario[] = [
  revoke('a URL as proof', proofs['a URL as proof'], 0),
  revoke('again', proofs['a URL as proof'], 0),
  {
    ...revoke('a URL as proof, Idempotency-Key', proofs['a URL as proof'], 1),
    headers: { 'idempotency-key': randomUUID() },
  },
  revoke('10 KB of HTML', proofs['10 KB of HTML'], 2),
  revoke('100 KB of HTML', proofs['100 KB of HTML'], 3),
];
