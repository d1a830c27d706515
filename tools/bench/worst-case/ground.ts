import { randomBytes } from 'node:crypto';
import { createAccount } from '../../../shared/identity/account-changes.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { createUser } from '../../../shared/identity/user-changes.ts';
import type { Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice } from '../../../test/support/notices.ts';
import { password, passwordHash } from '../../../test/support/password.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';

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
export const noise = (characters: number): string => randomBytes(Math.ceil((characters * 3) / 4)).toString('base64');

/** Fifty values, as long as they may be and alike for all people, each in a spelling of its own. */
export const hardValues = (text: string, spelling: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`k${i}`, `${' '.repeat(spelling % 20)}${text.repeat(980 / text.length)}`]),
  );

/** Kinds of consents that make a page costly; each is the `email` of fifty people. */
export const people: Readonly<
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

/** Makes an account with notices and consents of every kind, in a table of its own. */
export const prepareGround = async (table: Table): Promise<Ground> => {
  const now = new Date();
  const accountId = await createAccount(table, { name: 'Worst case', consentRegisterEnabled: true }, changeAt(now));
  const projectUid = 'worst-case';
  await createProject(table, { accountId, uid: projectUid, name: 'Worst case' }, changeAt(now));
  const email = 'benchmark@example.com';
  await createUser(table, { accountId, name: 'Benchmark', email, passwordHash }, changeAt(now));
  const content = (text: string) => ({
    validityDays: 0,
    notification: false,
    title: { eng: 'N' },
    descriptionHtml: { eng: text },
  });
  const { pid } = await createNotice(table, accountId, content('<p>Text</p>'), now);
  const largePids: number[] = [];
  for (let i = 0; i < 100; i += 1) {
    const text = i % 2 === 0 ? noise(480_000) : '"'.repeat(500_000);
    largePids.push((await createNotice(table, accountId, content(text), now)).pid);
  }
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
  return { email, password, projectUid, pid, largePids, consentIds };
};
