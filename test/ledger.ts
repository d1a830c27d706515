import { randomUUID } from 'node:crypto';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';
import { newLambdaContext } from '../cli/local/gateway.ts';
import { loadFunctions } from '../cli/local/service.ts';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import { createAccount } from '../shared/identity/account.ts';
import { listEvidenceKey } from '../shared/identity/keys/evidence-keys.ts';
import { openEvidenceSigner } from '../shared/identity/keys/evidence-signer.ts';
import { hashPassword } from '../shared/identity/passwords.ts';
import { createProject } from '../shared/identity/project.ts';
import { createUser } from '../shared/identity/user.ts';
import type { NoticeHead } from '../shared/notices/notice.ts';
import { newIdentifier } from '../shared/runtime/identifier.ts';
import type { Table } from '../shared/store/table.ts';
import type { Parameters } from './support/call/event.ts';
import { encoders, toEvent, toRouteKey } from './support/call/event.ts';
import { startCold } from './support/call/functions.ts';
import type { startMeter } from './support/call/meter.ts';
import { addUnits } from './support/call/meter.ts';
import { changeAt } from './support/make/changes.ts';
import { noiseOf } from './support/make/exports.ts';
import { createNotice } from './support/make/notices.ts';
import type { Stocked } from './support/make/stock.ts';
import { findShelf, stock } from './support/make/stock.ts';

/** The functions of a stage that keeps the access log, and of one that keeps none. */
const noting = await loadFunctions();
await startCold();
const plain = await loadFunctions();

type Sender = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };

/** Calls an operation as a client does, until the answer is not 503: a long list is counted in parts. @throws Error for any but 200 */
const call = async (operation: OperationName, parameters: Parameters, sender: Sender = {}, functions = plain) => {
  for (;;) {
    const event = toEvent(operation, encoders.json(parameters), sender);
    event.requestContext.http.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
    const answer = await functions.get(toRouteKey(contract[operation]))?.(event, newLambdaContext(operation));
    if (answer?.statusCode === 200) return JSON.parse(answer.body ?? '');
    if (answer?.statusCode !== 503) throw new Error(`${operation} was refused: ${answer?.body}`);
  }
};

/** A register that holds so many consents, and who may use it. */
interface Register {
  readonly projectUid: string;
  readonly notices: readonly NoticeHead[];
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  /** Some of the consents. */
  readonly consentIds: readonly string[];
}

/** Each person of the register has so many consents. All addresses are as long: what lists hold differs in the digits of its sizes alone. */
const consentsOfPerson = 20;
const personOf = (i: number): string =>
  `person-${String(Math.floor(i / consentsOfPerson)).padStart(6, '0')}@example.com`;

const [email, firstName, lastName] = [{ email: personOf(0) }, { first_name: 'Ada' }, { last_name: 'Rossi' }];
const numbers = { phone: '+39 02 1234567', mobile_phone: '+39 333 1234567', tax_code: 'RSSDAA85M41H501Z' };
const [member, city, country] = [{ member: 'A-1' }, { city: 'Rome' }, { country: 'Italy' }];

/** The first have the values that are searched for, all together: one, a person's, a thousand, all; every second of a country also wants news. */
const userDataOf = (i: number): Record<string, string> => ({
  email: personOf(i),
  ...(i === 0 && { ticket: '4711' }),
  ...(i < consentsOfPerson && { ...numbers, ...member }),
  ...(i < 1_000 && { ...firstName, ...city }),
  ...lastName,
  ...country,
  ...(i % 2 === 0 && { news: 'yes' }),
});

const [year, halfAnHour] = [365 * 24 * 60 * 60 * 1_000, 30 * 60 * 1_000];

/** Consents spread over the past year, but for the last half hour. */
function* consentsOfAYear(count: number, now: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const time = new Date(now - year + Math.floor((i / count) * (year - halfAnHour)));
    yield { time, userData: userDataOf(i), lang: i % 10 === 0 ? 'ita' : 'eng' };
  }
}

/** Makes an account with a user, a project and ten notices, and its register. Calls once, so that public keys are known, which a container reads once. */
const makeRegister = async (table: Table, consents: number): Promise<Register> => {
  const now = new Date();
  const projectUid = 'shop';
  const accountId = await createAccount(table, { name: 'A shop', consentRegisterEnabled: true }, changeAt(now));
  await createProject(table, { accountId, uid: projectUid, name: 'Shop' }, changeAt(now));
  const notices: NoticeHead[] = [];
  const text = `<p>${'We process your data for this purpose. '.repeat(50)}</p>`;
  for (let i = 0; i < 10; i += 1) {
    const content = {
      validityDays: 0,
      notification: false,
      title: { eng: `Notice ${i}` },
      descriptionHtml: { eng: text },
    };
    notices.push(await createNotice(table, accountId, content, now));
  }
  const [ofUser, password] = [`${accountId}@example.com`, newIdentifier(now)];
  const passwordHash = await hashPassword(password);
  await createUser(table, { accountId, name: 'A User', email: ofUser, passwordHash }, changeAt());
  const shelf = await findShelf(table, accountId, projectUid, notices[0]?.pid ?? 0);
  const ids = await stock(table, shelf, consentsOfAYear(consents, now.getTime()));
  const { access_token: token, refresh_token: refreshToken } = await call('login', { email: ofUser, password });
  for (const functions of [plain, noting]) await call('details', {}, { token }, functions);
  const { EVIDENCE_KEY: id = '', STAGE: stage = '' } = process.env;
  await listEvidenceKey(table, await openEvidenceSigner({ id, stage }), now);
  return { projectUid, notices, email: ofUser, password, token, refreshToken, consentIds: ids.slice(0, 100) };
};

const url = { url: 'https://shop.example/checkout' };
/** A part of a page, and a whole one, as they are once they are compressed. */
const [shortHtml, longHtml] = [
  { ...url, html: noiseOf(1, 3_600) },
  { ...url, html: noiseOf(2, 17_000) },
];

const known = {
  email: 'grace.bianchi@example.com',
  first_name: 'Grace',
  last_name: 'Bianchi',
  mobile_phone: '+39 333 7654321',
  phone: '+39 02 7654321',
  tax_code: 'BNCGRC85M41H501X',
};

/** So many keys that the contract knows, and keys of the caller's own. */
const keys = (ofContract: number, own = 0): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(known).slice(0, ofContract)),
  ...Object.fromEntries(Array.from({ length: own }, (_, i) => [`key_${i}`, `Grace Bianchi ${i}`])),
});

type Given = Parameters | ((register: Register) => Parameters);

const adding =
  (notices: number, userData: object, proof: object): Given =>
  ({ projectUid, notices: all }) => {
    const pids = all.slice(0, notices).map(({ pid }) => pid);
    return { projectUid, consentInformationPid: notices === 1 ? pids[0] : pids, proof, userData };
  };

const revoking =
  (i: number, proof: object): Given =>
  ({ consentIds }) => ({ id: consentIds[i], proof });

const checking =
  (people: readonly object[]): Given =>
  ({ notices: [notice] }) => ({ pid: notice?.pid, people });

const asking =
  (count: number): Given =>
  ({ consentIds }) => ({ ids: consentIds.slice(0, count), reason: 'consent-revoked', receivedOn: '2026-11-20' });

/** @param tag makes a mailbox of its own, which gets one mail about a notice in ten minutes */
const asksMailbox = (tag: string, notices: number): Given =>
  adding(notices, { ...keys(3), email: `grace.bianchi.${tag}@mail.example` }, url);

/** With what a call is sent or kept: a key for its repetition, or the option `accessLog`. */
type Manner = 'once' | 'noted';

type Row = readonly [operation: OperationName, name: string, given: Given, manner?: Manner];

const searches = (...rows: readonly (readonly [string, Given])[]): Row[] =>
  rows.map(([name, given]) => ['searchConsents', name, given]);

const firstPages = (when: 'first count' | 'later'): Row[] =>
  searches(
    [`1,000 matches, first page, ${when}`, { userData: firstName }],
    [`all of a name, first page, ${when}`, { userData: lastName }],
    [`all by an own key, first page, ${when}`, { userData: country }],
    [`2 own keys: all and half of them, first page, ${when}`, { userData: { ...country, news: 'yes' } }],
    [`all of a project, first page, ${when}`, ({ projectUid }) => ({ projectUid, userData: '' })],
  );

const pageOf = (matches: number): number => Math.ceil(matches / 20);

/** The calls of the ledger in the order in which they are made. @param stored consents in the register */
const rowsFor = (stored: number): readonly Row[] => [
  ['login', '', ({ email: user, password }) => ({ email: user, password })],
  ['refreshToken', '', ({ refreshToken }) => ({ refresh_token: refreshToken })],
  ['details', '', {}],
  ['addConsent', '1 notice, 1 known key', adding(1, keys(1), url)],
  ['addConsent', '1 notice, 3 known keys', adding(1, keys(3), url)],
  ['addConsent', '1 notice, 3 known keys, Idempotency-Key', adding(1, keys(3), url), 'once'],
  ['addConsent', '1 notice, 6 known keys', adding(1, keys(6), url)],
  ['addConsent', '1 notice, 3 known keys and 1 own', adding(1, keys(3, 1), url)],
  ['addConsent', '1 notice, 1 own key', adding(1, keys(0, 1), url)],
  ['addConsent', '1 notice, 3 own keys', adding(1, keys(0, 3), url)],
  ['addConsent', '1 notice, 20 own keys', adding(1, keys(0, 20), url)],
  ['addConsent', '1 notice, 3 known keys, short HTML', adding(1, keys(3), shortHtml)],
  ['addConsent', '1 notice, 3 known keys, short HTML, Idempotency-Key', adding(1, keys(3), shortHtml), 'once'],
  ['addConsent', '1 notice, 3 known keys, long HTML', adding(1, keys(3), longHtml)],
  ['addConsent', '10 notices, 3 known keys', adding(10, keys(3), url)],
  ['addConsent', '10 notices, 3 known keys, Idempotency-Key', adding(10, keys(3), url), 'once'],
  ['addConsent', '10 notices, 3 known keys, short HTML', adding(10, keys(3), shortHtml)],
  ['addConsent', '10 notices, 3 known keys, long HTML', adding(10, keys(3), longHtml)],
  ['addConsent', '10 notices, 3 known keys and 2 own', adding(10, keys(3, 2), url)],
  ...searches(
    ['by id', ({ consentIds: [id] }) => ({ id, userData: '' })],
    ['1 match', { userData: { ticket: '4711' } }],
    ['20 matches', { userData: email }],
    ['20 matches, latest only', { userData: email, first: true }],
    ['3 known keys: 20, 1,000 and all', { userData: { ...email, ...firstName, ...lastName } }],
    ['6 known keys, 20 matches', { userData: { ...email, ...numbers, ...firstName, ...lastName } }],
    ['3 own keys: 20, 1,000 and all', { userData: { ...member, ...city, ...country } }],
    ['3 own keys, the longest list first', { userData: { ...country, ...city, ...member } }],
  ),
  ...firstPages('first count'),
  ...firstPages('later'),
  ...searches(
    ['1,000 matches, last page', { userData: firstName, page: pageOf(Math.min(stored, 1_000)) }],
    ['all of a name, last page', { userData: lastName, page: pageOf(stored) }],
    [
      '20 matches to a notice, latest only',
      ({ notices }) => ({ userData: email, consentInformationPid: notices[0]?.pid, first: true }),
    ],
    ['all of a name, latest only', { userData: lastName, first: true }],
    [
      'all of a name, in one language, a page in the middle',
      { userData: lastName, lang: 'ita', page: Math.ceil(pageOf(stored) / 20) },
    ],
    [
      'all of a project, page in the middle',
      ({ projectUid }) => ({ projectUid, userData: '', page: Math.ceil(pageOf(stored) / 2) }),
    ],
  ),
  ['searchConsents', '20 matches, with the access log', { userData: email }, 'noted'],
  ['checkPeople', '1 person, first of the notice', checking([email])],
  ['checkPeople', '1 person', checking([email])],
  ['checkPeople', '1 person with 3 known keys', checking([{ ...email, ...firstName, ...lastName }])],
  ['checkPeople', '1 value of all', checking([lastName])],
  ['checkPeople', '5 people', checking([0, 1, 2, 3, 4].map((i) => ({ email: personOf(i * consentsOfPerson) })))],
  [
    'checkPeople',
    '100 people whom nobody knows',
    checking(Array.from({ length: 100 }, (_, i) => ({ email: `nobody-${i}@example.com` }))),
  ],
  ['makeLinks', '100 people, of one notice', checking(Array.from({ length: 100 }, (_, i) => ({ email: personOf(i) })))],
  ['makeLinks', '1 person', { people: [email] }],
  ['revokeConsent', 'a URL as proof', revoking(0, url)],
  ['revokeConsent', 'again', revoking(0, url)],
  ['revokeConsent', 'a URL as proof, Idempotency-Key', revoking(1, url), 'once'],
  ['revokeConsent', 'short HTML', revoking(2, shortHtml)],
  ['revokeConsent', 'long HTML', revoking(3, longHtml)],
  ['getNotices', '1 notice, first read', ({ notices: [notice] }) => ({ pid: notice?.pid })],
  ['getNotices', '1 notice', ({ notices: [notice] }) => ({ pid: notice?.pid })],
  ['getNotices', '10 notices, 9 first read', ({ notices }) => ({ pid: notices.map(({ pid }) => pid) })],
  ['getNotices', '10 notices', ({ notices }) => ({ pid: notices.map(({ pid }) => pid) })],
  ['getEvidence', '', ({ consentIds }) => ({ id: consentIds[4] })],
  ['listConsents', '20 of an account', {}],
  ['listConsents', '50 of a project', ({ projectUid }) => ({ projectUid, perPage: 50 })],
  ['listConsents', '50 of a project, with the access log', ({ projectUid }) => ({ projectUid, perPage: 50 }), 'noted'],
  ['listConsents', '50 of a project in force', ({ projectUid }) => ({ projectUid, perPage: 50, state: 'active' })],
  ['listConsents', '20 of a person', { userData: email }],
  ['listConsents', '20 of all with a name', { userData: lastName }],
  ['listConsents', 'none of a project is revoked', ({ projectUid }) => ({ projectUid, state: 'revoked' })],
  ['listConsents', 'none of all with a name is revoked', { userData: lastName, state: 'revoked' }],
  ['listNotices', '10 notices', {}],
  ['getNoticeVersion', '', ({ notices: [notice] }) => ({ id: notice?.versionId })],
  ['listProjects', '', {}],
  ['getOverview', '', {}],
  ['listDueConsents', '16 whose people agreed again', { perPage: 16 }],
  ['listDueConsents', 'none expires, as far as one call goes', { reason: 'expires' }],
  ['requestConfirmation', '1 notice, a URL as proof', asksMailbox('a', 1)],
  ['requestConfirmation', '1 notice, a URL as proof, Idempotency-Key', asksMailbox('b', 1), 'once'],
  ['requestConfirmation', '10 notices', asksMailbox('c', 10)],
  ['requestErasure', '1 consent', asking(1)],
  ['requestErasure', '100 consents', asking(100)],
  ['listErasureRequests', '2 requests', {}],
  ['changePassword', '', ({ password }) => ({ currentPassword: password, newPassword: 'marble otter plays the tuba' })],
];

type Send = (this: unknown, ...parameters: unknown[]) => Promise<unknown>;

/** Its `send` is inherited: what is put before it goes when the work has ended. */
const client: { send: Send } = DynamoDBDocumentClient.prototype as never;

/** Counts the DynamoDB calls of work that waited for one another: the most of them of which each began when the one before had ended. */
const countRounds = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; rounds: number }> => {
  const { send } = client;
  let [ended, rounds, lastRoundEnd] = [0, 0, 0];
  client.send = async function (...parameters) {
    const begun = ended;
    try {
      return await send.apply(this, parameters);
    } finally {
      ended += 1;
      if (begun >= lastRoundEnd) {
        rounds += 1;
        lastRoundEnd = ended;
      }
    }
  };
  try {
    return { result: await work(), rounds };
  } finally {
    Reflect.deleteProperty(client, 'send');
  }
};

/** What a call took. */
export interface LedgerRow {
  readonly operation: OperationName;
  readonly name: string;
  readonly read: number;
  /** In one line, to be compared. */
  readonly taken: string;
  /** The answer's own count of what a search found. */
  readonly found: number | undefined;
}

/** Makes all calls of the ledger, in order, against a new register of so many consents, and measures each. */
export const measureLedger = async (
  meter: Awaited<ReturnType<typeof startMeter>>,
  table: Table,
  consents: number,
): Promise<LedgerRow[]> => {
  const register = await makeRegister(table, consents);
  const rows: LedgerRow[] = [];
  for (const [operation, name, given, manner] of rowsFor(consents)) {
    const isNoted = manner === 'noted';
    vi.stubEnv('ACCESS_LOG', String(isNoted));
    const parameters = typeof given === 'function' ? given(register) : given;
    const headers = { ...(manner === 'once' && { 'idempotency-key': randomUUID() }) };
    const isAnonymous = contract[operation].access === 'anyone';
    const sender = { headers, ...(!isAnonymous && { token: register.token }) };
    const { calls, result } = await meter(() =>
      countRounds(() => call(operation, parameters, sender, isNoted ? noting : plain)),
    );
    const { read, write } = addUnits(calls);
    const taken = `${operation} ${name}: ${calls.length} calls, ${result.rounds} in a row, ${read} RU, ${write} WU`;
    rows.push({ operation, name, read, taken, found: result.result.totalResults });
  }
  return rows;
};
