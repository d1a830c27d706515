import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameErasuresTable } from '../../../cli/local/table.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { findText } from '../../../shared/consents/evidence.ts';
import { openUserData } from '../../../shared/consents/opened-consent.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { readAllItems } from '../../../test/support/all-items.ts';
import type { Random } from '../../../test/support/random.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';

const program = join(import.meta.dirname, '../../../cli/admin.ts');

/** The command works for between these milliseconds, once it has opened the table, before it is killed. */
const [shortest, longest] = [0, 1_500];

/** For how many milliseconds the table may still do what a process asked for that was killed. */
const patience = 20_000;

/** What must be there in the end, and where. */
interface Imported {
  readonly table: Table;
  readonly accountId: string;
  readonly consents: number;
}

/** How the command is called. */
export interface Target extends Imported {
  readonly file: string;
  readonly mapping: string;
  /** Write units a second, so that it takes longer than the time to a kill. */
  readonly pace: number;
}

const start = ({ table, accountId, file, mapping, pace }: Target) => {
  const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--yes', '--json'];
  const places = ['--account', accountId, '--table', table.name, '--erasures-table', nameErasuresTable(table.name)];
  const more = [...places, '--write-units-per-second', String(pace)];
  const child = spawn(process.execPath, [program, ...words, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return { child, closed: once(child, 'close'), said: () => said };
};

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

/** Waits until the process has begun to write, or has ended. */
const untilItWrites = async (target: Target, before: number, isOver: () => boolean): Promise<void> => {
  while (!isOver() && (await countStored(target)) === before) await sleep(25);
};

/** Runs an import and kills it, so often at most, until it has finished. */
export const importUnderKills = async (target: Target, random: Random, most: number): Promise<KillOutcome> => {
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const before = await countStored(target);
    const { child, closed, said } = start(target);
    if (kills < most) {
      // One kill of four comes before the first write.
      if (random.below(4) > 0) await untilItWrites(target, before, () => child.exitCode !== null);
      await Promise.race([closed, sleep(shortest + random.below(longest - shortest))]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    const [exitCode, signal] = await closed;
    if (signal !== 'SIGKILL') {
      if (exitCode !== 0) violations.push(`exit code ${exitCode}: ${said()}`);
      break;
    }
    kills += 1;
    const stored = await countStored(target);
    if (stored > 0 && stored < target.consents) resumed += 1;
    violations.push(...(await findWrongToStay(target)));
  }
  violations.push(...(await findWrong(target, true)), ...(await findMissingEntries(target)));
  return { kills, resumed, violations };
};
