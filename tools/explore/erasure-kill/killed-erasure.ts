import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Outcome } from '../../../test/e2e/command.ts';
import { dieAtWrite, killAtWrite } from '../../../test/support/death.ts';
import type { Random } from '../../../test/support/random.ts';
import type { StoreCall, StoreProxy } from '../../../test/support/store-proxy.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';
import { findTorn, findWrong, readAccount } from './findings.ts';
import type { Ground } from './ground.ts';
import { newGround } from './ground.ts';

const program = join(import.meta.dirname, '../../../cli/admin.ts');

/** At which write a command is killed: before it comes to the table, or when it is done and nobody knows. */
interface Kill {
  readonly write: number | 'last';
  readonly isDone: boolean;
}

/** Runs a command, and kills it at a write. Its exit code is null where it was killed. */
export type RunCommand = (
  words: readonly string[],
  kill: Kill | undefined,
) => Promise<{ readonly exitCode: number | null; readonly said: string }>;

/** What is killed, on which tables. */
export interface Target {
  readonly table: Table;
  readonly erasures: Table;
  readonly run: RunCommand;
}

const endsRun = ({ name, input }: StoreCall): boolean =>
  name === 'TransactWriteItems' && /"Delete":\{[^}]*#ERASURES"/.test(JSON.stringify(input));

/** Whether a command is to die at a call, by how many writes it has made. */
const diesAt =
  (kill: Kill | undefined) =>
  (call: StoreCall, writes: number): boolean =>
    kill?.write === writes || (kill?.write === 'last' && endsRun(call));

/** Runs commands each in a process of its own, which goes through the proxy. */
export const runApart =
  ({ table, erasures, proxy }: Pick<Target, 'table' | 'erasures'> & { readonly proxy: StoreProxy }): RunCommand =>
  async (words, kill) => {
    const all = [program, ...words, '--table', table.name, '--erasures-table', erasures.name];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    killAtWrite(proxy, diesAt(kill), kill?.isDone, () => {
      child.kill('SIGKILL');
      return undefined;
    });
    const [exitCode] = await once(child, 'close');
    proxy.intercept = undefined;
    return { exitCode, said };
  };

/** Runs commands in this process: from its death on the table answers none of its calls but with a refusal. */
export const runHere =
  (proxy: StoreProxy, admin: (...words: readonly string[]) => Promise<Outcome>): RunCommand =>
  async (words, kill) => {
    const { outcome, isDead } = await dieAtWrite(proxy, diesAt(kill), kill?.isDone, () => admin(...words));
    return { exitCode: isDead ? null : outcome.exitCode, said: outcome.stderr };
  };

interface Plan {
  readonly words: readonly string[];
  readonly extent: Extent;
  readonly erased: readonly string[];
}

/** What is erased, and how many writes that makes, about. */
const writesOf = { 'person to evidence': 16, 'person with everything': 16, purge: 11 } as const;
type Errand = keyof typeof writesOf;

const toPlan = (errand: Errand, { tenant: { accountId }, hers, ended }: Ground): Plan => {
  const of = ['--account', accountId, '--yes', '--json'];
  const person = ['person', 'erase', 'email=ada@example.com', ...of];
  const purge = ['consent', 'purge', '--ended-before', '2026-04-01', ...of];
  const plans: Readonly<Record<Errand, Plan>> = {
    'person to evidence': { words: person, extent: 'evidence', erased: hers },
    'person with everything': { words: [...person, '--everything'], extent: 'everything', erased: hers },
    purge: { words: purge, extent: 'evidence', erased: ended },
  };
  return plans[errand];
};

/** What is erased, and where the command is killed, one time after the other. */
export interface Course {
  readonly errand: Errand;
  readonly kills: readonly Kill[];
}

/** A course with one kill or more, so many at most. */
export const drawCourse = (random: Random, most: number): Course => {
  const errand = random.pick(Object.keys(writesOf) as Errand[]);
  const kills: Kill[] = [];
  while (kills.length < most && (kills.length === 0 || random.below(2) === 0))
    kills.push({ write: 1 + random.below(writesOf[errand]), isDone: random.below(2) === 0 });
  return { errand, kills };
};

/** Erases, is killed, and goes on until it has ended. */
export const eraseUnderKills = async (target: Target, { errand, kills: planned }: Course): Promise<KillOutcome> => {
  const { table } = target;
  const ground = await newGround(table);
  const { accountId } = ground.tenant;
  const plan = toPlan(errand, ground);
  const before = await readAccount(table, accountId);
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const { exitCode, said } = await target.run(plan.words, planned[kills]);
    const now = await readAccount(table, accountId);
    violations.push(...findTorn(before, now));
    if (exitCode !== null) {
      // Nothing is left to do where the kill came after the last write.
      if (exitCode !== 0 && !(exitCode === 3 && kills > 0)) violations.push(`exit code ${exitCode}: ${said}`);
      break;
    }
    kills += 1;
    const done = plan.erased.filter(
      (id) => now.consents.get(id)?.eraseTime !== undefined || !now.consents.has(id),
    ).length;
    if (done > 0 && done < plan.erased.length) resumed += 1;
  }
  const expected = { accountId, extent: plan.extent, erased: plan.erased };
  violations.push(...(await findWrong(target, expected, before)));
  return {
    kills,
    resumed,
    violations: violations.map((violation) => `${plan.words.slice(0, 2).join(' ')} (${plan.extent}): ${violation}`),
  };
};
