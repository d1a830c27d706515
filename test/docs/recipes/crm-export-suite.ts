import { writeFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { counts, toExport, useCrmProgram } from './crm-program.ts';
import { testOf } from './extent.ts';
import type { TestRegister } from './register.ts';

const page = 'https://shop.example/signup';
const hour = 3_600_000;

/** Holds what the recipe for a CRM does with exports as they are. */
export const describeCrmExports = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes.test.ts',
    'python/crm_sync.py and its export > refuses each row that cannot be recorded by its line, and goes on',
    needsProgram('python3'),
  );

  describe('python/crm_sync.py and its export', represented, () => {
    const { front, input, sync } = useCrmProgram(register);
    const nameOf = async (email: string) =>
      (await register().consentsOf(email)).map(({ userData }) => userData.first_name);

    testOf('gate')('refuses each row that cannot be recorded by its line, and goes on', async () => {
      const tomorrow = new Date(Date.now() + 24 * hour).toISOString();
      const rows = [
        `E-1,first@export.example,Ada,2020-01-02,${page}`,
        'E-2,short@export.example,Ada',
        `E-3,long@export.example,Ada,2020-01-02,${page},more`,
        `,none@export.example,Ada,2020-01-02,${page}`,
        '',
        ',,,,',
        `E-4,twice@export.example,Ada,2020-01-02,${page}`,
        `E-5,,Ada,2020-01-02,${page}`,
        `E-6,no address,Ada,2020-01-02,${page}`,
        `E-7,time@export.example,Ada,02/01/2026,${page}`,
        `E-8,future@export.example,Ada,${tomorrow},${page}`,
        `E-9,early@export.example,Ada,0001-01-01T00:00:00+05:00,${page}`,
        `E-10,quote@export.example,"Ada" L,2020-01-02,${page}`,
        `E-11,lines@export.example,"Ada`,
        `Lovelace",2020-01-02,${page}`,
        `E-4,twice@export.example,Ada,2020-01-02,${page}`,
        `E-12,${'x'.repeat(1_100)}@export.example,Ada,2020-01-02,${page}`,
        `E-13,last@export.example,Ada,2020-01-02,${page}`,
        `E-14,open@export.example,"Ada,2020-01-02,${page}`,
      ];
      await writeFile(input, toExport(rows));

      const { exitCode, stdout, stderr } = await sync();

      const twice = 'the id is on lines 8, 17.';
      const noTime = 'agreed_at is not a time, such as 2026-10-05T09:30:00Z.';
      expect(stderr.trim().split('\n')).toEqual([
        'Line 3: the row has 3 cells, the header 5.',
        'Line 4: the row has 6 cells, the header 5.',
        'Line 5: the id is empty.',
        `Line 8: ${twice}`,
        'Line 9: the email is missing.',
        'Line 10: the email is not one.',
        `Line 11: ${noTime}`,
        'Line 12: agreed_at is in the future.',
        `Line 13: ${noTime}`,
        expect.stringMatching(/^Line 14: the row cannot be read as CSV: /),
        `Line 17: ${twice}`,
        expect.stringMatching(/^Line 20: the row cannot be read as CSV: /),
        expect.stringMatching(/^Line 18: .*userData\[email\]/),
      ]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: counts({ recorded: 3, refused: 13 }) });
      for (const name of ['first', 'last', 'lines']) expect(await nameOf(`${name}@export.example`)).toHaveLength(1);
    });

    testOf('rest').each([
      ['with a byte order mark and CRLF', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`, []],
      ['with semicolons', (text: string) => text.replaceAll(',', ';'), ['--delimiter', ';']],
      ['with tabs', (text: string) => text.replaceAll(',', '\t'), ['--delimiter', '\\t']],
      ['with more columns', (text: string) => text.replace(/$/gm, ',more').replace(/^,more$/gm, ''), []],
    ])('reads an export %s', async (name, change, options) => {
      const email = `${name.replaceAll(' ', '-')}@export.example`;
      await writeFile(input, change(toExport([`F ${name},${email},"Jörg ""Jo"" Müller",2020-01-02,${page}`])));

      expect(await sync(...options)).toEqual({ exitCode: 0, stdout: counts({ recorded: 1 }), stderr: '' });
      expect(await nameOf(email)).toEqual(['Jörg "Jo" Müller']);
    });

    const columns = 'id,email,first_name,agreed_at,page_url';
    testOf('rest').each([
      ['lacks columns', 'id,email\nC-1,ada@crm.example\n', 'has no column first_name, agreed_at, page_url.'],
      ['is empty', '', `has no column ${columns.replaceAll(',', ', ')}.`],
      ['has a column twice', `${columns},email\n`, 'has more than one column email.'],
      ['has semicolons', columns.replaceAll(',', ';'), "separates its columns with ';': add --delimiter ';'."],
      ['has tabs', columns.replaceAll(',', '\t'), "separates its columns with '\\t': add --delimiter '\\t'."],
      ['is Latin-1', Buffer.from(`${columns}\nC-1,,J\u00F6rg,,\n`, 'latin1'), 'is not UTF-8: save it as CSV in UTF-8.'],
    ])('an export that %s is refused before anything is sent', async (_name, content, problem) => {
      const sent = front().sent.length;
      await writeFile(input, content);

      expect(await sync()).toEqual({ exitCode: 2, stdout: '', stderr: `${input} ${problem}\n` });
      expect(front().sent).toHaveLength(sent);
    });

    testOf('rest')('a time without a zone is UTC, or of the zone that is said', async () => {
      const local = new Date(Date.now() + hour).toISOString().slice(0, 19);
      await writeFile(input, toExport([`Z-1,zone@export.example,Ada,${local},${page}`]));

      expect(await sync()).toMatchObject({ exitCode: 1, stderr: 'Line 2: agreed_at is in the future.\n' });
      const east = ['--zone', 'Etc/GMT-2'];
      expect(await sync(...east)).toMatchObject({ exitCode: 0, stdout: counts({ recorded: 1 }) });
      expect(await sync(...east)).toMatchObject({ exitCode: 0, stdout: counts({ known: 1 }) });

      const stderr = expect.stringContaining("'Rome' is not a time zone, such as Europe/Rome");
      expect(await sync('--zone', 'Rome')).toMatchObject({ exitCode: 2, stderr });
    });
  });
};
