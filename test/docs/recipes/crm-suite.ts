import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../e2e/command.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { has, makeState, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';

const search = '/consent-register/search';
const { state, remove } = makeState();

/** Holds what the recipe for a CRM must do. */
export const describeCrmSync = (register: () => TestRegister): void => {
  describe.skipIf(!has('python3'))('python/crm_sync.py', () => {
    let front: Front;
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      return front.close;
    });
    afterAll(remove);

    const [input, output] = [join(state, 'export.csv'), join(state, 'consents.jsonl')];
    const sync = async () => {
      const environment = { ...recipeEnvironment(front.url, state), PER_PAGE: '2' };
      const program = join(recipes, 'python/crm_sync.py');
      const { exitCode, stdout, stderr } = await run('python3', [program, input, output], environment);
      return { exitCode, stdout, stderr };
    };
    const emailOf = (i: number): string => `person-${i}@crm.example`;
    const row = (i: number): string => `C-${i},${emailOf(i)},Ada,2026-01-0${i} 10:00:00,https://shop.example/signup`;
    const writeExport = (rows: readonly string[], mark = ''): Promise<void> =>
      writeFile(input, [`${mark}id,email,first_name,agreed_at,page_url`, ...rows, ''].join('\n'));
    const recorded = async (): Promise<number> => {
      const found = [1, 2, 3, 4, 5].map(emailOf).map(register().consentsOf);
      return (await Promise.all(found)).flat().length;
    };

    test('records what the CRM has, once, however often it runs', async () => {
      await writeExport([1, 2, 3, 4].map(row).concat('C-9,nobody@crm.example,Ada,,'), '\uFEFF');
      front.fail('/consent-register/add', { status: 503, retryAfter: 0, isLate: true }, { status: 401 });

      expect(await sync()).toEqual({ exitCode: 0, stdout: '4 recorded, 0 refused\n', stderr: '' });
      expect(await recorded()).toBe(4);
      expect(await register().consentsOf('nobody@crm.example')).toEqual([]);
      expect((await register().consentsOf(emailOf(2)))[0]).toMatchObject({
        userData: { crm_id: { label: 'CRM record', value: 'C-2' } },
        proof: { url: 'https://shop.example/signup', crm_record: 'C-2', agreed_at: '2026-01-02 10:00:00' },
      });

      await writeExport([1, 2, 3, 4, 5].map(row));
      expect(await sync()).toEqual({ exitCode: 0, stdout: '1 recorded, 0 refused\n', stderr: '' });
      expect(await recorded()).toBe(5);
    });

    test('reads every page, each consent once', async () => {
      await writeExport([]);
      const { body } = await register().call(search, { projectUid: 'demo-shop', userData: '' });
      const pages = front.sentTo(search).length;

      expect((await sync()).exitCode).toBe(0);

      const lines = (await readFile(output, 'utf8')).trim().split('\n');
      const ids = new Set(lines.map((line) => JSON.parse(line).id));
      expect([lines.length, ids.size]).toEqual([body.totalResults, body.totalResults]);
      expect(front.sentTo(search)).toHaveLength(pages + Math.ceil(body.totalResults / 2));
      expect(front.sentTo(search).at(-1)?.body).toContain('userData=&');
    });

    test('a run that does not know what another recorded records nothing twice, and tells what was refused', async () => {
      const none = { page: '1', totalPages: 0, results: 0, resultsPerPage: 2, totalResults: 0, data: [] };
      const answer = { status: 200, body: JSON.stringify(none) };
      front.fail(search, answer, answer);
      await writeExport([1, 2, 3, 4, 5].map(row));

      expect((await sync()).stdout).toBe('5 recorded, 0 refused\n');
      expect(await recorded()).toBe(5);

      await writeExport([row(1).replace('Ada', 'Grace'), row(2)]);
      const changed = await sync();
      expect(changed).toMatchObject({ exitCode: 1, stdout: '1 recorded, 1 refused\n' });
      expect(changed.stderr).toMatch(/^Record C-1: This Idempotency-Key/);
      expect(await recorded()).toBe(5);
    });

    test('an export that is none is told before anything is sent', async () => {
      const sent = front.sent.length;
      await writeFile(input, 'id,email\nC-1,ada@crm.example\n');

      const { exitCode, stderr } = await sync();

      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: `${input} has no column agreed_at, first_name, page_url.\n`,
      });
      expect(front.sent).toHaveLength(sent);
    });

    test('ends where the register cannot be used', async () => {
      await writeExport([]);
      front.fail('/login', { status: 401 });
      expect(await sync()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('could not be used') });
    });
  });
};
