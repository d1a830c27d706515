import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { counts, useCrmProgram } from './crm-program.ts';
import { testOf } from './extent.ts';
import type { TestRegister } from './register.ts';

const search = '/consent-register/search';
const longAgo = '2020-01-02T10:00:00Z';
/** Later, and over when the tests run. */
const between = '2020-02-02T10:00:00Z';
/** Now, when at least a second has gone by since what was before. */
const later = async (): Promise<string> => {
  await sleep(1_100);
  return new Date().toISOString();
};

/** Holds that the recipe for a CRM does not bring back who withdrew. */
export const describeCrmWithdrawals = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes.test.ts',
    'python/crm_sync.py and who withdrew > a later agreement alone brings them back, once',
    needsProgram('python3'),
  );

  describe('python/crm_sync.py and who withdrew', represented, () => {
    const { front, syncRecords, readOutput } = useCrmProgram(register);
    const proof = { url: 'https://shop.example/account' };
    const agreeOnForm = async (email: string, consentInformationPid = 2): Promise<void> => {
      const consent = { projectUid: 'demo-shop', consentInformationPid, proof, userData: { email } };
      await register().call('/consent-register/add', consent);
    };
    const withdraw = async (email: string): Promise<void> => {
      for (const { id } of await register().consentsOf(email))
        await register().call('/consent-register/revoke', { id, proof });
    };
    const stateOf = async (email: string) => (await register().consentsOf(email)).map(({ revoked }) => revoked);

    testOf('gate')('a later agreement alone brings them back, once', async () => {
      const record = { id: 'W-1', email: 'again@withdrawn.example', agreedAt: longAgo };
      expect(await syncRecords(record)).toBe(counts({ recorded: 1 }));
      await withdraw(record.email);

      expect(await syncRecords(record)).toBe(counts({ known: 1 }));
      expect(await syncRecords({ ...record, agreedAt: between })).toBe(counts({ withdrawn: 1 }));
      expect(await stateOf(record.email)).toEqual([true]);

      const renewed = { ...record, agreedAt: await later() };
      expect(await syncRecords(renewed)).toBe(counts({ recorded: 1 }));
      expect(await syncRecords(renewed)).toBe(counts({ known: 1 }));
      expect(await stateOf(record.email)).toEqual([false, true]);
      expect((await register().consentsOf(record.email))[0]?.proof).toMatchObject({ agreed_at: renewed.agreedAt });
    });

    testOf('rest')('a record with a new id, however the email is written', async () => {
      const emails = [
        ['same@withdrawn.example', 'same@withdrawn.example'],
        ['JÖRG@withdrawn.example', 'jörg@Withdrawn.example'],
        ['zoe\u0308@withdrawn.example', 'zo\u00EB@withdrawn.example'],
        ['straße@withdrawn.example', 'STRASSE@withdrawn.example'],
        ['\uFF41\uFF44\uFF41@withdrawn.example', 'ada@withdrawn.example'],
        ['ida\uFEFF @withdrawn.example', ' ida @withdrawn.example'],
      ] as const;
      await syncRecords(...emails.map(([email], i) => ({ id: `N-${i}`, email, agreedAt: longAgo })));
      for (const [email] of emails) await withdraw(email);

      const anew = emails.map(([, email], i) => ({ id: `N-new-${i}`, email, agreedAt: between }));
      expect(await syncRecords(...anew)).toBe(counts({ withdrawn: 6 }));
    });

    testOf('rest')('a consent that came from a form, but not one to another notice', async () => {
      const record = { id: 'W-3', email: 'form@withdrawn.example', agreedAt: longAgo };
      const another = { id: 'W-4', email: 'another@withdrawn.example', agreedAt: longAgo };
      await agreeOnForm(record.email);
      await agreeOnForm(another.email, 3);
      for (const { email } of [record, another]) await withdraw(email);

      expect(await syncRecords(record, another)).toBe(counts({ recorded: 1, withdrawn: 1 }));
      expect(await stateOf(record.email)).toEqual([true]);
      expect(await stateOf(another.email)).toEqual([false, true]);
    });

    testOf('rest')('a record whose email changed', async () => {
      const record = { id: 'W-5', email: 'old@withdrawn.example', agreedAt: longAgo };
      const moved = { ...record, email: 'new@withdrawn.example' };
      await syncRecords(record);
      expect(await syncRecords(moved)).toBe(counts({ known: 1 }));
      await withdraw(record.email);

      expect(await syncRecords({ ...moved, agreedAt: between })).toBe(counts({ withdrawn: 1 }));
      expect(await syncRecords({ ...moved, agreedAt: await later() })).toBe(counts({ recorded: 1 }));
      expect(await stateOf(moved.email)).toEqual([false]);
    });

    testOf('rest')('two records with one email', async () => {
      const email = 'office@withdrawn.example';
      const one = { id: 'W-6', email, agreedAt: longAgo };
      const two = { ...one, id: 'W-7' };
      expect(await syncRecords(one, two)).toBe(counts({ recorded: 2 }));
      await withdraw(email);

      const three = { id: 'W-8', email, agreedAt: longAgo };
      expect(await syncRecords(one, two, three)).toBe(counts({ known: 2, withdrawn: 1 }));
      expect(await syncRecords(one, { ...two, agreedAt: await later() })).toBe(counts({ recorded: 1, known: 1 }));
      expect(await stateOf(email)).toEqual([false, true, true]);
    });

    testOf('rest')('who withdraws while it runs', async () => {
      const record = { id: 'W-9', email: 'meanwhile@withdrawn.example', agreedAt: longAgo };
      await syncRecords(record);
      const data = await register().consentsOf(record.email);
      const page = { page: '1', totalPages: 1, results: 1, resultsPerPage: 10, totalResults: 1, data };
      await withdraw(record.email);
      front().fail(search, { status: 200, body: JSON.stringify(page) });

      expect(await syncRecords({ ...record, agreedAt: between })).toBe(counts({ withdrawn: 1 }));
      expect(await stateOf(record.email)).toEqual([true]);
    });

    testOf('rest')('a later agreement of who has not withdrawn renews the consent', async () => {
      const record = { id: 'W-10', email: 'renewed@withdrawn.example', agreedAt: longAgo };
      await syncRecords(record);

      expect(await syncRecords({ ...record, agreedAt: between })).toBe(counts({ recorded: 1 }));
      expect(await syncRecords(record)).toBe(counts({ known: 1 }));
      expect(await stateOf(record.email)).toEqual([false, false]);
    });

    testOf('rest')('the first line of a person tells the CRM their state', async () => {
      await syncRecords();
      const lines = await readOutput();
      const first = (email: string) =>
        lines.find(
          ({ userData, consentInformationPid }) =>
            consentInformationPid === 2 && userData.email?.toString().toLowerCase() === email,
        );

      expect(first('form@withdrawn.example')).toMatchObject({ revoked: true, revokeTime: expect.any(String) });
      expect(first('office@withdrawn.example')).toMatchObject({ revoked: false });
    });
  });
};
