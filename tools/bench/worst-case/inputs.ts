import { randomBytes } from 'node:crypto';
import type { OperationName } from '../../../shared/contract.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Encoded, Parameters } from '../../../test/support/encode.ts';
import { encoders } from '../../../test/support/encode.ts';
import { password } from '../../../test/support/password.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';
import { giants } from '../../explore/fuzz/bodies.ts';
import { addUser, contentOf, makeAccount } from '../account.ts';

/** What requests can name, small enough to be handed to a process. */
export interface Ground {
  readonly email: string;
  readonly password: string;
  readonly projectUid: string;
  /** A small notice, and notices that are as large as they may be. */
  readonly pid: number;
  readonly largePids: readonly number[];
  /** Consents to be revoked. */
  readonly consentIds: readonly string[];
}

/** Text of so many characters that hardly gets shorter when it is compressed. */
const noise = (characters: number): string => randomBytes(Math.ceil((characters * 3) / 4)).toString('base64');

/** Fifty values, as long as they may be and alike for all people, each in a spelling of its own. */
const hardValues = (text: string, spelling: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`k${i}`, `${' '.repeat(spelling % 20)}${text.repeat(980 / text.length)}`]),
  );

/** Kinds of consents that make a page costly; each is the `email` of fifty people. */
const people: Readonly<
  Record<string, (i: number) => { proof?: Record<string, string>; userData?: Record<string, string> }>
> = {
  controls: () => ({ proof: { html: '\u0001'.repeat(345_000) } }),
  quotes: () => ({ proof: { html: '"'.repeat(1_000_000) } }),
  forms: () => ({ proof: { html: '<label>Name <input type="text" name="first_name"></label>\n'.repeat(3_000) } }),
  noise: () => ({ proof: { html: noise(480_000) } }),
  folded: () => ({ userData: hardValues('\u0390', 0) }),
  spelled: (i) => ({ userData: hardValues('\u0391', i) }),
  grown: (i) => ({ userData: hardValues('\ufb03', i) }),
  short: () => ({}),
};

const crowd = Array.from({ length: 100 }, (_, i) => i);

/** A hundred people of one list, with as many values as there may be, and a hundred with as long ones. */
const crowdOf = (now: Date) =>
  crowd.flatMap((i) => [
    { time: new Date(now.getTime() - i), userData: { email: 'crowd', ...shortValues } },
    { time: new Date(now.getTime() - i), userData: { email: `long-${i}`, ...hardValues('\ufb03', i) } },
  ]);

const shortValues: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 49 }, (_, i) => [`k${i}`, 'v']),
);

/** Makes an account with notices and consents of every kind, in a table of its own. */
export const prepareGround = async (table: Table): Promise<Ground> => {
  const now = new Date();
  const large = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? noise(480_000) : '"'.repeat(500_000)));
  const contents = ['<p>Text</p>', ...large].map((html) => contentOf(html, 'N'));
  const { accountId, projectUid, notices } = await makeAccount(table, contents, { now });
  const { email } = await addUser(table, accountId);
  const [pid = 0, ...largePids] = notices.map((notice) => notice.pid);
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const consentIds: string[] = [];
  for (const [kind, make] of Object.entries(people)) {
    const stocked = Array.from({ length: 50 }, (_, i) => {
      const { proof, userData } = make(i);
      return { time: new Date(now.getTime() - i), userData: { email: kind, ...userData }, ...(proof && { proof }) };
    });
    const ids = await stock(table, shelf, stocked);
    if (kind === 'short') consentIds.push(...ids);
  }
  await stock(table, shelf, crowdOf(now));
  return { email, password, projectUid, pid, largePids, consentIds };
};

/** One request, made when it is sent: all of them together take much memory. */
interface Input {
  readonly name: string;
  readonly make: () => Encoded;
}

/** A text of nearly a mebibyte in JSON. */
const fill = (text: string): string => text.repeat(Math.floor(1_000_000 / (JSON.stringify(text).length - 2)));

const json = (name: string, parameters: () => Parameters): Input => ({ name, make: () => encoders.json(parameters()) });
const multipart = (name: string, parameters: () => Parameters): Input => ({
  name: `multipart: ${name}`,
  make: () => encoders.multipart(parameters()),
});

const proofs: Readonly<Record<string, () => string>> = {
  letters: () => 'x'.repeat(1_040_000),
  'control characters': () => '\u0001'.repeat(340_000),
  quotes: () => '"'.repeat(1_040_000),
  noise: () => noise(500_000),
  'short words': () => Array.from({ length: 170_000 }, (_, i) => `${(i * 7_919) % 9_973} `).join(''),
};

/** Beside what every operation is sent. */
const inputsOf: Partial<Record<OperationName, (ground: Ground) => readonly Input[]>> = {
  login: ({ email, password }) => [
    json('the user', () => ({ email, password })),
    ...['\u0315\u0300', '\u0f73\u0344', '\ufdfa', '\u0390', 'x'].flatMap((text) => [
      json(`email of a mebibyte of ${JSON.stringify(text)}`, () => ({ email: fill(text), password })),
      json(`the longest email of ${JSON.stringify(text)}`, () => ({ email: text.repeat(254 / text.length), password })),
      json(`password of a mebibyte of ${JSON.stringify(text)}`, () => ({ email, password: fill(text) })),
    ]),
    json('the longest password', () => ({ email, password: '€'.repeat(1_024) })),
  ],
  refreshToken: () => [json('a token of a mebibyte', () => ({ refresh_token: '1.'.repeat(500_000) }))],
  addConsent: ({ projectUid, pid }) => {
    const consent = { projectUid, consentInformationPid: pid, proof: { url: 'x' }, userData: { email: 'a' } };
    return [
      ...Object.entries(proofs).map(([kind, proof]) =>
        multipart(`proof of ${kind}`, () => ({ ...consent, proof: { html: proof() } })),
      ),
      ...['\u0390', '\ufb03', '\ufdfa', '\u0315\u0300', '\uff9e\u0300', '\u1f82'].map((text) =>
        json(`fifty values of ${JSON.stringify(text)}`, () => ({ ...consent, userData: hardValues(text, 0) })),
      ),
      json('a thousand unknown parameters of a thousand characters', () => ({
        ...Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${'projectUid'.repeat(100)}${i}`, 'x'])),
      })),
      json('one unknown parameter of a mebibyte', () => ({ ['projectUid'.repeat(100_000)]: 'x' })),
    ];
  },
  searchConsents: ({ projectUid }) => [
    ...Object.keys(people).map((kind) => json(`fifty ${kind}`, () => ({ userData: { email: kind }, perPage: 50 }))),
    ...Object.keys(people).map((kind) => json(`first of ${kind}`, () => ({ userData: { email: kind }, first: true }))),
    ...['\u0390', '\u0391', '\ufb03'].flatMap((text) =>
      [1, 10, 50].map((count) =>
        json(`fifty people by ${count} values of ${JSON.stringify(text)}`, () => ({
          userData: Object.fromEntries(Object.entries(hardValues(text, 0)).slice(0, count)),
          perPage: 50,
        })),
      ),
    ),
    json('all of a project', () => ({ userData: '', projectUid, perPage: 50 })),
  ],
  checkPeople: ({ pid }) => [
    json('a hundred people of one list', () => ({
      pid,
      people: crowd.map((i) => ({ email: 'crowd', [`k${i % 49}`]: 'v', ...(i > 48 && { [`k${(i + 1) % 49}`]: 'v' }) })),
    })),
    json('a hundred people with fifty long values', () => ({
      pid,
      people: crowd.map((i) => ({ email: `long-${i}` })),
    })),
    ...['\u0390', '\u0391', '\ufb03', '\u0315\u0300', 'x'].flatMap((text) => [
      json(`a hundred people by a long value of ${JSON.stringify(text)}`, () => ({
        pid,
        people: crowd.map((i) => ({ email: `long-${i}`, k0: text.repeat(980 / text.length) })),
      })),
      json(`six hundred values of ${JSON.stringify(text)}`, () => ({
        pid,
        people: crowd.map((i) =>
          Object.fromEntries(crowd.slice(0, 6).map((n) => [`k${n}`, `${i} ${text.repeat(150 / text.length)}`])),
        ),
      })),
    ]),
    json('more text than is allowed', () => ({ pid, people: crowd.map(() => hardValues('\ufb03', 0)) })),
  ],
  revokeConsent: ({ consentIds }) =>
    Object.entries(proofs).map(([kind, proof], i) =>
      multipart(`proof of ${kind}`, () => ({ id: consentIds[i] ?? '', proof: { html: proof() } })),
    ),
  getNotices: ({ pid, largePids }) => [
    json('one notice', () => ({ pid })),
    json('four large notices', () => ({ pid: largePids.slice(0, 4) })),
    json('a hundred large notices', () => ({ pid: largePids })),
  ],
};

/**
 * What is sent to an operation, by container: a mebibyte of one thing, in many ways, to one; and each input that is costly for
 * this operation to one of its own, since a container keeps memory that it once had.
 */
export const inputsFor = (operation: OperationName, ground: Ground): readonly (readonly Input[])[] => [
  giants,
  ...(inputsOf[operation]?.(ground) ?? []).map((input) => [input]),
];
