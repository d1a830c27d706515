import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nameErasuresTable } from '../../../cli/local/table.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { findText } from '../../../shared/consents/evidence.ts';
import { openUserData } from '../../../shared/consents/opened-consent.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { readAllItems } from '../../../test/support/all-items.ts';
import type { Tenant } from '../../../test/support/builders.ts';
import { noiseOf } from '../../../test/support/export-stock.ts';
import type { Random } from '../../../test/support/random.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';
import { program, runUnderKills } from '../kill/kill-rounds.ts';

/** A file of so many consents, each with a lookup and every tenth with a long proof of its revocation; and its mapping. */
export const writeCrmFile = async (
  folder: string,
  { projectUid, notices: [notice] }: Pick<Tenant, 'projectUid' | 'notices'>,
  consents: number,
): Promise<{ readonly file: string; readonly mapping: string }> => {
  const [file, mapping] = [join(folder, 'crm.csv'), join(folder, 'crm.json')];
  const rows = Array.from({ length: consents }, (_, i) => {
    const given = new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString();
    const left = i % 10 === 0 ? `${new Date(Date.UTC(2025, 0, 1)).toISOString()},${noiseOf(i, 20_000)}` : ',';
    return `${i},${given},ada-${i}@example.com,${left}`;
  });
  await writeFile(file, ['id,given,email,left,why', ...rows, ''].join('\n'));
  const says = {
    key: ['id'],
    project: { value: projectUid },
    notice: { value: notice?.name },
    version: { value: '1' },
    time: { column: 'given' },
    userData: { email: { column: 'email' }, number: { column: 'id' } },
    proof: { source: { value: 'The CRM' } },
    revocation: { time: { column: 'left' }, proof: { html: { column: 'why' } } },
  };
  await writeFile(mapping, JSON.stringify(says));
  return { file, mapping };
};

/** For how many milliseconds the table may still do what a process asked for that was killed. */
const patience = 20_000;

/** What must be there in the end, and where. */
interface Imported {
  readonly table: Table;
  readonly accountId: string;
  readonly consents: number;
}

/** How the command is called. */
interface Target extends Imported {
  readonly file: string;
  readonly mapping: string;
  /** Write units a second, so that it takes longer than the time to a kill. */
  readonly pace: number;
}

const isOf =
  (accountId: string, kind: string) =>
  ({ PK }: Item): boolean =>
    String(PK).startsWith(`ACCOUNT#${accountId}#${kind}#`);

/** What of an import is twice, missing, or half there. */
export const findWrong = async ({ table, accountId, consents }: Imported, isFinished: boolean): Promise<string[]> => {
  const items = await readAllItems(table);
  const stored = items.filter(isOf(accountId, 'CONSENT')).map(parseConsent);
  const emails = new Set(stored.map((consent) => findText(openUserData(consent).userData, 'email')));
  const listed = new Set(items.filter(isOf(accountId, 'USERDATA')).map(({ SK }) => SK));
  const proofs = items.filter(isOf(accountId, 'REVOKE-PROOF')).length;
  const apart = stored.filter(({ revokeProofBytes }) => revokeProofBytes !== undefined).length;
  return [
    ...(emails.size === stored.length ? [] : [`${stored.length} consents of ${emails.size} people`]),
    ...(stored.every(({ id }) => listed.has(id)) && listed.size === stored.length
      ? []
      : ['a consent without its lookup']),
    ...(proofs === apart ? [] : [`${apart} consents with a long proof, ${proofs} proofs`]),
    ...(!isFinished || stored.length === consents ? [] : [`${stored.length} consents where ${consents} belong`]),
  ];
};

/** Every run that wrote has its begin in the log, and each that came to its end the end: one may be killed right after that. */
export const findMissingEntries = async ({ table, accountId }: Imported): Promise<string[]> => {
  const entries = await listLogEntries(table, 10_000);
  const steps = entries.filter(({ target }) => target.accountId === accountId).map(({ target }) => target.step);
  const [begins, ends] = ['begin', 'end'].map((step) => steps.filter((each) => each === step).length);
  return (ends ?? 0) >= 1 && (begins ?? 0) >= (ends ?? 0)
    ? []
    : [`${begins} begins and ${ends} ends in the operations log`];
};

const countStored = async ({ table, accountId }: Target): Promise<number> =>
  (await readAllItems(table)).filter(isOf(accountId, 'CONSENT')).length;

/** The table may still do what the process asked for last, and a scan sees its items one by one. So what is wrong counts where it stays wrong. */
const findWrongToStay = async (target: Target): Promise<string[]> => {
  const end = performance.now() + patience;
  let wrong = await findWrong(target, false);
  while (wrong.length > 0 && performance.now() < end) {
    await sleep(100);
    wrong = await findWrong(target, false);
  }
  return wrong;
};

/** What is wrong where the command runs once more: it must find all consents there, and import none. */
const findRepeated = async (words: readonly string[], consents: number): Promise<string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words]);
  const { imported, there } = JSON.parse(stdout);
  return imported === 0 && there === consents ? [] : [`run again, it imported ${imported} and found ${there} there`];
};

/** Runs an import and kills it, so often at most, until it has finished. */
export const importUnderKills = async (target: Target, random: Random, most: number): Promise<KillOutcome> => {
  const { table, accountId, file, mapping, pace, consents } = target;
  const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--yes', '--json'];
  const places = ['--account', accountId, '--table', table.name, '--erasures-table', nameErasuresTable(table.name)];
  let before = await countStored(target);
  const outcome = await runUnderKills(
    {
      words: [...words, ...places, '--write-units-per-second', String(pace)],
      speaks: false,
      hasBegun: async () => (await countStored(target)) > before,
      inspect: async () => {
        const violations = await findWrongToStay(target);
        before = await countStored(target);
        return { isBegun: before > 0 && before < consents, violations };
      },
    },
    random,
    most,
  );
  const repeated = await findRepeated([...words, ...places], consents);
  const wrong = [...repeated, ...(await findWrong(target, true)), ...(await findMissingEntries(target))];
  return { ...outcome, violations: [...outcome.violations, ...wrong] };
};
