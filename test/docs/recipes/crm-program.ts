import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import type { Outcome } from '../../e2e/command.ts';
import { run } from '../../e2e/command.ts';
import type { Terminal } from '../../e2e/terminal.ts';
import { openTerminal } from '../../e2e/terminal.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { makeState, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';

/** A record of the CRM that agreed, as it stands in the export. */
interface CrmRecord {
  readonly id: string;
  readonly email: string;
  readonly agreedAt: string;
}

/** The recipe for a CRM, as a test runs it. */
export interface CrmProgram {
  readonly front: () => Front;
  readonly input: string;
  readonly sync: (...options: string[]) => Promise<Outcome>;
  /** Runs it in a terminal. */
  readonly watch: () => Terminal;
  /** Writes the records as an export and runs the recipe; says what it printed. */
  readonly syncRecords: (...records: readonly CrmRecord[]) => Promise<string>;
  /** The consents that the last run wrote for the CRM. */
  readonly readOutput: () => Promise<readonly ConsentRecord[]>;
}

const columns = 'id,email,first_name,agreed_at,page_url';

/** Lines of an export with these rows, and the column names before them. */
export const toExport = (rows: readonly string[]): string => [columns, ...rows, ''].join('\n');

/** What the recipe prints; what is not named is none. */
export const counts = ({ recorded = 0, known = 0, withdrawn = 0, notAgreed = 0, refused = 0 }): string =>
  `${recorded} recorded, ${known} known, ${withdrawn} withdrawn, ${notAgreed} not agreed, ${refused} refused\n`;

/** Has the recipe for a CRM while the tests of the describe run. */
export const useCrmProgram = (register: () => TestRegister): CrmProgram => {
  const { state, remove } = makeState();
  const [input, output] = [join(state, 'export.csv'), join(state, 'consents.jsonl')];
  let started: Front | undefined;
  beforeAll(async () => {
    started = await startFront(register().baseUrl);
    return started.close;
  });
  afterAll(remove);

  const front = (): Front => {
    if (started === undefined) throw new Error('The front has not started.');
    return started;
  };
  const words = [join(recipes, 'python/crm_sync.py'), input, output];
  const settings = () => ({ ...recipeEnvironment(front().url, state), PER_PAGE: '10' });
  const sync: CrmProgram['sync'] = (...options) => run('python3', [...words, ...options], settings());
  const watch = () => openTerminal('python3', words, { settings: settings() });
  const syncRecords: CrmProgram['syncRecords'] = async (...records) => {
    const rows = records.map(({ id, email, agreedAt }) => `${id},${email},Ada,${agreedAt},https://shop.example/signup`);
    await writeFile(input, toExport(rows));
    const { exitCode, stdout, stderr } = await sync();
    if (exitCode !== 0) throw new Error(`It ended with ${exitCode}:\n${stdout}${stderr}`);
    return stdout;
  };
  const readOutput = async () => {
    const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line));
  };
  return { front, input, sync, watch, syncRecords, readOutput };
};
