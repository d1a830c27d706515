import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Extent } from '../../../shared/erasure/erasures.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Random } from '../../support/random.ts';
import type { StoreProxy } from '../../support/store-proxy.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';
import { findTorn, findWrong, readAccount } from './findings.ts';
import type { Ground } from './ground.ts';
import { newGround } from './ground.ts';

const program = join(import.meta.dirname, '../../../cli/admin.ts');

/** What is killed, on which tables. The commands go through the proxy. */
export interface Target {
  readonly table: Table;
  readonly erasures: Table;
  readonly proxy: StoreProxy;
}

/** At which write of the command it is killed: before it comes to the table, or when it is done and nobody knows. */
interface Kill {
  readonly write: number;
  readonly isDone: boolean;
}

const isWrite = (name: string): boolean => /^(Put|Update|Delete)Item$|^TransactWriteItems$|^BatchWriteItem$/.test(name);

/** Runs a command, and kills it at a write. Its exit code is null where it was killed. */
const runCommand = async ({ table, erasures, proxy }: Target, words: readonly string[], kill: Kill | undefined) => {
  const all = [program, ...words, '--table', table.name, '--erasures-table', erasures.name];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  let [writes, said] = [0, ''];
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  proxy.intercept = async ({ name, forward }) => {
    if (child.killed) return undefined;
    if (isWrite(name)) writes += 1;
    if (!isWrite(name) || writes !== kill?.write) return forward();
    if (kill.isDone) await forward();
    child.kill('SIGKILL');
    return undefined;
  };
  const [exitCode] = await once(child, 'close');
  proxy.intercept = undefined;
  return { exitCode, said };
};

interface Plan {
  readonly words: readonly string[];
  readonly extent: Extent;
  readonly erased: readonly string[];
  /** How many it makes, about. */
  readonly writes: number;
}

const toPlans = ({ tenant: { accountId }, hers, ended }: Ground): Plan[] => {
  const of = ['--account', accountId, '--yes', '--json'];
  const person = ['person', 'erase', 'email=ada@example.com', ...of];
  return [
    { words: person, extent: 'evidence', erased: hers, writes: 16 },
    { words: [...person, '--everything'], extent: 'everything', erased: hers, writes: 16 },
    {
      words: ['consent', 'purge', '--ended-before', '2026-04-01', ...of],
      extent: 'evidence',
      erased: ended,
      writes: 11,
    },
  ];
};

/** Erases, is killed at writes drawn by chance, so often at most, and goes on until it has ended. */
export const eraseUnderKills = async (target: Target, random: Random, most: number): Promise<KillOutcome> => {
  const { table } = target;
  const ground = await newGround(table);
  const { accountId } = ground.tenant;
  const plans = toPlans(ground);
  const plan = plans[random.below(plans.length)];
  if (plan === undefined) throw new Error('There is no such plan.');
  const before = await readAccount(table, accountId);
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const isToDie = kills < most && (kills === 0 || random.below(2) === 0);
    const kill = isToDie ? { write: 1 + random.below(plan.writes), isDone: random.below(2) === 0 } : undefined;
    const { exitCode, said } = await runCommand(target, plan.words, kill);
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
