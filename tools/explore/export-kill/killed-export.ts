import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { consentLines, linesOf } from '../../../test/support/export-folder.ts';
import type { Random } from '../../../test/support/random.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';

const program = join(import.meta.dirname, '../../../cli/admin.ts');

/** The command works for between these milliseconds, once it has opened the table, before it is killed. */
const [shortest, longest] = [0, 1_500];

/** How the command is called. */
export interface Target {
  readonly tableName: string;
  readonly accountId: string;
  readonly folder: string;
  /** Read units a second, so that it takes longer than the time to a kill. */
  readonly pace: number;
}

const start = ({ tableName, accountId, folder, pace }: Target) => {
  const words = ['consent', 'export', folder, '--account', accountId, '--table', tableName];
  const more = ['--segments', '3', '--read-units-per-second', String(pace)];
  const child = spawn(process.execPath, [program, ...words, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const opened = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      resolve();
    });
    child.once('close', () => resolve());
  });
  return { child, opened, closed: once(child, 'close'), said: () => said };
};

interface State {
  readonly positions: readonly { readonly consents: number; readonly jsonlBytes: number }[];
}

/** What is wrong with a folder that a kill left: what its state says is there must be there, in whole lines, each once. */
const findWrong = (folder: string): string[] => {
  const file = join(folder, 'export-state.json');
  if (!existsSync(file)) return [];
  const { positions }: State = JSON.parse(readFileSync(file, 'utf8'));
  return positions.flatMap(({ consents, jsonlBytes }, segment) => {
    if (jsonlBytes === 0) return [];
    const kept = readFileSync(join(folder, `consents-${segment}.jsonl`))
      .subarray(0, jsonlBytes)
      .toString();
    const lines = kept.split('\n').slice(0, -1);
    const isRight = kept.endsWith('\n') && lines.length === consents && new Set(lines).size === consents;
    return isRight ? [] : [`segment ${segment}: the state says ${consents} consents, the file has ${lines.length}`];
  });
};

const hasState = (folder: string): boolean =>
  existsSync(join(folder, 'export-state.json')) && linesOf(folder, /^consents-\d+\.jsonl$/).length > 0;

/** Waits until the process has kept something that the next one goes on from, or has ended. */
const untilItKeeps = async (folder: string, isOver: () => boolean): Promise<void> => {
  while (!isOver() && !hasState(folder)) await sleep(25);
};

/**
 * Runs an export and kills it, so often at most, until it has finished.
 *
 * @param expected the lines that it must have in the end
 */
export const exportUnderKills = async (
  target: Target,
  random: Random,
  most: number,
  expected: readonly string[],
): Promise<KillOutcome> => {
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const { child, opened, closed, said } = start(target);
    await opened;
    if (kills < most) {
      // One kill of four comes whatever it has kept.
      if (random.below(4) > 0) await untilItKeeps(target.folder, () => child.exitCode !== null);
      await Promise.race([closed, sleep(shortest + random.below(longest - shortest))]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    const [exitCode, signal] = await closed;
    if (signal === 'SIGKILL') {
      kills += 1;
      resumed += hasState(target.folder) ? 1 : 0;
      violations.push(...findWrong(target.folder));
      // A kill between the manifest and the end leaves an export that is finished.
      if (existsSync(join(target.folder, 'manifest.json'))) break;
      continue;
    }
    if (exitCode !== 0) violations.push(`exit code ${exitCode}: ${said()}`);
    break;
  }
  const lines = consentLines(target.folder);
  if (JSON.stringify(lines) !== JSON.stringify(expected)) {
    violations.push(`${lines.length} lines, ${new Set(lines).size} of them different, where ${expected.length} belong`);
  }
  return { kills, resumed, violations };
};
