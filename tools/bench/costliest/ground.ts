import { createAccount } from '../../../shared/identity/account-changes.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { createUser } from '../../../shared/identity/user-changes.ts';
import { limits } from '../../../shared/limits.ts';
import type { Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice } from '../../../test/support/notices.ts';
import { password, passwordHash } from '../../../test/support/password.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';
import { call } from '../capacity/calls.ts';
import { dense } from './dense.ts';
import { keyedList, longList } from './lists.ts';
import type { Change } from './pages.ts';
import { makePages } from './pages.ts';

/** How much there is to ask for. */
export interface Size {
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

const publish = async (table: Table, accountId: string, count: number, text: () => string): Promise<number[]> => {
  const pids: number[] = [];
  while (pids.length < count) {
    const descriptionHtml = { eng: text() };
    const content = { validityDays: 0, notification: false, title: { eng: 'N' }, descriptionHtml };
    pids.push((await createNotice(table, accountId, content, new Date())).pid);
  }
  return pids;
};

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
  const accountId = await createAccount(table, { name: 'Costly', consentRegisterEnabled: true }, changeAt(now));
  const [project, longProject] = ['p', 'l'];
  for (const uid of [project, longProject]) await createProject(table, { accountId, uid, name: uid }, changeAt(now));
  const email = `${accountId}@example.com`;
  await createUser(table, { accountId, name: 'A User', email, passwordHash }, changeAt(now));
  const pids = await publish(table, accountId, limits.notices, () => '<p>Text</p>');
  const largePids = await publish(table, accountId, 26, () => dense(largestNotice));
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
