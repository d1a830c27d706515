import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../test/support/random.ts';
import { fail, report, toTable } from '../../bench/report.ts';

/** What became of a command that was killed again and again. */
export interface KillOutcome {
  readonly kills: number;
  /** Kills that left something begun, and not all. */
  readonly resumed: number;
  readonly violations: readonly string[];
}

/** What a program tells of its rounds. */
export interface KillReport {
  readonly name: string;
  /** What is killed, as one of many. */
  readonly what: string;
  readonly wanted: number;
  readonly preface: string;
  /** What the rows of resumed kills and of violations say. */
  readonly rows: { readonly resumed: string; readonly violations: string };
}

/** Runs rounds until there were as many kills as are wanted, and reports them. @param round gets how many kills are left, and its number */
export const reportKills = async (
  { name, what, wanted, preface, rows }: KillReport,
  round: (left: number, number: number) => Promise<KillOutcome>,
): Promise<void> => {
  let [rounds, kills, resumed, violations] = [0, 0, 0, 0];
  while (kills < wanted) {
    const outcome = await round(wanted - kills, rounds);
    rounds += 1;
    kills += outcome.kills;
    resumed += outcome.resumed;
    violations += outcome.violations.length;
    fail(outcome.violations.map((violation) => `${what} ${rounds}: ${violation}`));
    process.stderr.write(`${kills} of ${wanted} kills\n`);
  }
  if (kills > 2 && resumed === 0) fail(['no kill left something to go on from']);
  const told = [
    [`${what}s`, rounds],
    ['kills', kills],
    [rows.resumed, resumed],
    [rows.violations, violations],
  ];
  await report(name, `${preface}\n\n${toTable(['', ''], told)}`);
};

/** The operators' commands, for a process of Node. */
export const program = join(import.meta.dirname, '../../../cli/bin.js');

/** A command that goes on where an earlier run of it was killed. */
interface KilledCommand {
  readonly words: readonly string[];
  /** Whether it says something as soon as it has opened the table. */
  readonly speaks: boolean;
  /** Whether it has begun, in this run, what the next one goes on from. */
  readonly hasBegun: () => Promise<boolean> | boolean;
  /** Looks at what a kill left. Nothing is left to do where it has finished. */
  readonly inspect: () => Promise<{
    readonly isBegun: boolean;
    readonly isFinished?: boolean;
    readonly violations: readonly string[];
  }>;
}

/** The command works for at most so many milliseconds, once it has begun, before it is killed. */
const longest = 1_500;

/** Runs a command and kills it, so often at most, until it has finished. One kill of four comes whatever it has begun. */
export const runUnderKills = async (
  { words, speaks, hasBegun, inspect }: KilledCommand,
  random: Random,
  most: number,
): Promise<KillOutcome> => {
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    let said = '';
    const opened = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          said += chunk;
          resolve();
        });
    });
    if (speaks) await Promise.race([opened, closed]);
    if (kills < most) {
      if (random.below(4) > 0) while (child.exitCode === null && !(await hasBegun())) await sleep(25);
      await Promise.race([closed, sleep(random.below(longest))]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    const [exitCode, signal] = await closed;
    if (signal !== 'SIGKILL') {
      if (exitCode !== 0) violations.push(`exit code ${exitCode}: ${said}`);
      return { kills, resumed, violations };
    }
    kills += 1;
    const left = await inspect();
    if (left.isBegun) resumed += 1;
    violations.push(...left.violations);
    if (left.isFinished) return { kills, resumed, violations };
  }
};
