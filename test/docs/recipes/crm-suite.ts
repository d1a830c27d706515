import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { counts, toExport, useCrmProgram } from './crm-program.ts';
import { testOf } from './extent.ts';
import type { TestRegister } from './register.ts';

const search = '/consent-register/search';

/** Holds that the recipe for a CRM reads all consents and records each agreement once. */
export const describeCrmSync = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes.test.ts',
    'python/crm_sync.py > records what the CRM has, once, however often it runs',
    needsProgram('python3'),
  );

  describe('python/crm_sync.py', represented, () => {
    const { front, input, sync, watch, readOutput } = useCrmProgram(register);
    const emailOf = (i: number): string => `person-${i}@crm.example`;
    const row = (i: number): string => `C-${i},${emailOf(i)},Ada,2020-01-0${i} 10:00:00,https://shop.example/signup`;
    const writeExport = (rows: readonly string[]): Promise<void> => writeFile(input, toExport(rows));
    const recorded = async (): Promise<number> => {
      const found = [1, 2, 3, 4, 5].map(emailOf).map(register().consentsOf);
      return (await Promise.all(found)).flat().length;
    };

    testOf('gate')('records what the CRM has, once, however often it runs', async () => {
      await writeExport([1, 2, 3, 4].map(row).concat('C-9,nobody@crm.example,Ada,,'));
      front().fail('/consent-register/add', { status: 503, retryAfter: 0, isLate: true }, { status: 401 });

      expect(await sync()).toEqual({ exitCode: 0, stdout: counts({ recorded: 4, notAgreed: 1 }), stderr: '' });
      expect(await recorded()).toBe(4);
      expect(await register().consentsOf('nobody@crm.example')).toEqual([]);
      const { body } = await register().call('/consent-register/information/get', { pid: 2 });
      expect((await register().consentsOf(emailOf(2)))[0]).toMatchObject({
        consentInformationVersionId: body.data['2']?.id,
        userData: { email: emailOf(2), first_name: 'Ada', crm_id: { label: 'CRM record', value: 'C-2' } },
        proof: {
          url: 'https://shop.example/signup',
          crm_record: 'C-2',
          agreed_at: '2020-01-02 10:00:00',
          validity_days: '365',
        },
      });

      await writeExport([1, 2, 3, 4, 5].map(row));
      expect(await sync()).toEqual({ exitCode: 0, stdout: counts({ recorded: 1, known: 4 }), stderr: '' });
      expect(await recorded()).toBe(5);
    });

    testOf('rest')('reads every page, each consent once, newest first', async () => {
      await writeExport([]);
      const consent = { projectUid: 'demo-shop', consentInformationPid: 2, proof: { url: 'https://shop.example' } };
      for (let i = 0; i < 12; i += 1) {
        await register().call('/consent-register/add', { ...consent, userData: { email: `form-${i}@crm.example` } });
      }
      const { body } = await register().call(search, { projectUid: 'demo-shop', userData: '' });
      const pages = front().sentTo(search).length;

      expect((await sync()).exitCode).toBe(0);

      const ids = (await readOutput()).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([body.totalResults, body.totalResults]);
      expect(ids).toEqual([...ids].sort().reverse());
      expect(front().sentTo(search)).toHaveLength(pages + Math.ceil(body.totalResults / 10));
      expect(front().sentTo(search).at(-1)?.body).toContain('"userData":{}');
    });

    testOf('rest')(
      'two runs at once record each agreement once, also where the record changes between them',
      async () => {
        const rows = [6, 7, 8].map(row);
        await writeExport(rows);
        const runs = await Promise.all([sync(), sync()]);
        expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
          Array(2).fill({ exitCode: 0, stderr: '' }),
        );
        for (const i of [6, 7, 8]) expect(await register().consentsOf(emailOf(i))).toHaveLength(1);
        expect(globSync('*.part', { cwd: dirname(input) })).toEqual([]);

        const none = { page: '1', totalPages: 0, results: 0, resultsPerPage: 10, totalResults: 0, data: [] };
        front().fail(search, { status: 200, body: JSON.stringify(none) });
        await writeExport([row(6).replace('Ada', 'Grace'), row(7)]);
        expect(await sync()).toEqual({ exitCode: 0, stdout: counts({ recorded: 1, known: 1 }), stderr: '' });
        for (const i of [6, 7, 8]) expect(await register().consentsOf(emailOf(i))).toHaveLength(1);
      },
    );

    testOf('rest')(
      'waits for a register that is busy for longer than a call does, and no longer than it may',
      async () => {
        await writeExport([row(1)]);
        await sync();
        front().fail(search, ...Array(6).fill({ status: 503, retryAfter: 0 }));
        expect(await sync()).toMatchObject({ exitCode: 0, stdout: counts({ known: 1 }) });

        front().fail(search, ...Array(4).fill({ status: 503, retryAfter: 0 }));
        const stderr = expect.stringContaining('The register could not be used');
        expect(await sync('--patience', '0')).toMatchObject({ exitCode: 2, stderr });
      },
    );

    testOf('rest')('shows a person how far it is, and stops without a trace when they press Ctrl-C', async () => {
      await writeExport([row(1), row(9)]);
      front().fail('/consent-register/add', { status: 0, hangs: true });
      const terminal = watch();

      await terminal.waitFor('consents read');
      await terminal.waitFor('1 of 2 records');
      terminal.press('Ctrl-C');

      expect(await terminal.ended).toBe(130);
      expect(terminal.screen()).toContain('Stopped. What was recorded stays');
      expect(terminal.screen()).not.toContain('Traceback');
    });

    testOf('gate')('ends where the register cannot be used', async () => {
      await writeExport([]);
      front().fail('/login', { status: 401 });
      expect(await sync()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('could not be used') });
    });
  });
};
