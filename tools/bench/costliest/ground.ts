import { randomBytes } from 'node:crypto';
import { createProject } from '../../../shared/identity/project.ts';
import { limits } from '../../../shared/limits.ts';
import type { Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { password } from '../../../test/support/password.ts';
import type { Stocked } from '../../../test/support/stock.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';
import { addUser, contentOf, makeAccount } from '../account.ts';
import { call } from '../capacity/calls.ts';

const plain = Buffer.from(
  Array.from({ length: 95 }, (_, i) => 32 + i).filter((code) => !'"\\'.includes(String.fromCharCode(code))),
);

/** Text that hardly gets shorter when it is compressed, of characters that take one byte each in an answer. */
export const dense = (characters: number): string =>
  Buffer.from(randomBytes(characters).map((byte) => plain[byte % plain.length] ?? 0)).toString('latin1');

/** Own keys that many consents have in common: as many as one consent may have. */
export const ownKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: limits.userDataKeys }, (_, i) => [`k${i}`, '1']),
);

const year = 365 * 24 * 60 * 60 * 1_000;
const halfAnHour = 30 * 60 * 1_000;
/** A consent in a thousand is of the rare kind: one in a segment of a tally. */
const rareOnceIn = 1_000;

const timeOf = (i: number, count: number, now: Date): Date =>
  new Date(now.getTime() - year + Math.floor((i / count) * (year - halfAnHour)));

/** Consents of a year, some of a rare kind. */
function* longList(count: number, now: Date): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const userData = { email: `person-${String(i).padStart(7, '0')}@example.com` };
    yield { time: timeOf(i, count, now), userData, lang: i % rareOnceIn === 0 ? 'ita' : 'eng' };
  }
}

/** Consents that have all of the own keys. */
function* keyedList(count: number, now: Date): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) yield { time: timeOf(i, count, now), userData: ownKeys };
}

/** Calls an operation and returns the ids of the consents in its answer. */
type Change = (operation: 'addConsent' | 'revokeConsent', parameters: Parameters) => Promise<string[]>;

/** Of a record beside its proof, at most, in an answer. */
const recordBytes = 900;

/**
 * Makes pages of records that fill an answer, each of people with the `email` that says what they are like.
 *
 * @param records of a page
 * @param pids of two notices
 */
const makePages = async (records: number, pids: readonly number[], change: Change): Promise<void> => {
  const proofBytes = Math.floor(limits.resultBytes / records) - recordBytes;
  const add = (email: string, html: string, more: Parameters = {}) =>
    change('addConsent', { consentInformationPid: pids[0], userData: { email }, proof: { html }, ...more });
  const revoke = (id: string, characters: number) =>
    change('revokeConsent', { id, proof: { html: dense(characters) } });
  const pair = { consentInformationPid: pids };
  for (let i = 0; i < records; i += 1) {
    await add('dense', dense(proofBytes));
    await add('quotes', '"'.repeat((proofBytes * 3) / 8));
    await add('too much', dense(proofBytes + 2 * recordBytes));
    await add('kept', dense(proofBytes), pair);
    const kept = await add('kept, revoked', dense(proofBytes), pair);
    for (const id of kept) await revoke(id, limits.ownRevocationBytes - 20);
    const [short = ''] = await add('long revocation', 'x');
    await revoke(short, proofBytes);
  }
};

/** How much there is to ask for. */
interface Size {
  /** Records of a page that is as large as an answer may be. */
  readonly records: number;
  /** Consents of the long list, and those with fifty own keys in common. */
  readonly listed: number;
  readonly keyed: number;
}

/** What requests can name. */
export interface Ground {
  readonly accountId: string;
  readonly token: string;
  /** The project of all consents but the long list's, and the long list's. */
  readonly project: string;
  readonly longProject: string;
  /** A hundred small notices, and more large ones than two answers hold. */
  readonly pids: readonly number[];
  readonly largePids: readonly number[];
  /** Consents that are as large as they may be; of the last, proof and long revocation are kept elsewhere. */
  readonly largest: readonly string[];
}

/** Characters of the largest proof whose consent fits an item, and of a notice's text. */
const largestProof = 450_000;
const largestNotice = 480_000;

const makeLargest = async (pids: readonly number[], change: Change): Promise<string[]> => {
  const add = (consentInformationPid: readonly number[]) =>
    change('addConsent', { consentInformationPid, userData: { email: 'a' }, proof: { html: dense(largestProof) } });
  const single = await add(pids.slice(0, 1));
  const [, kept = ''] = await add(pids.slice(0, 2));
  await change('revokeConsent', { id: kept, proof: { html: dense(largestProof) } });
  return [...single, ...(await add(pids.slice(0, 1))), kept];
};

/** Makes an account with all that makes requests costly: through the interface, but for its long lists. */
export const prepareGround = async (table: Table, { records, listed, keyed }: Size): Promise<Ground> => {
  const now = new Date();
  const contents = [
    ...Array.from({ length: limits.notices }, () => contentOf('<p>Text</p>', 'N')),
    ...Array.from({ length: 26 }, () => contentOf(dense(largestNotice), 'N')),
  ];
  const { accountId, projectUid: project, notices } = await makeAccount(table, contents, { projectUid: 'p', now });
  const longProject = 'l';
  await createProject(table, { accountId, uid: longProject, name: longProject }, changeAt(now));
  const { email } = await addUser(table, accountId);
  const pids = notices.map(({ pid }) => pid);
  const largePids = pids.splice(limits.notices);
  const token = (await call('login', { email, password }, {})).body.access_token;
  const change: Change = async (operation, parameters) => {
    const subject = operation === 'addConsent' ? { projectUid: project } : {};
    const { body } = await call(operation, { ...subject, ...parameters }, { token });
    return [body.data ?? body].flat().map(({ consentId }) => consentId);
  };
  await makePages(records, pids.slice(0, 2), change);
  const largest = await makeLargest(pids, change);
  const shelve = (uid: string) => findShelf(table, accountId, uid, pids[0] ?? 0);
  await stock(table, await shelve(longProject), longList(listed, now));
  await stock(table, await shelve(project), keyedList(keyed, now));
  return { accountId, token, project, longProject, pids, largePids, largest };
};
