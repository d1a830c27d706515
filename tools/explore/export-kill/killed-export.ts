import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../../../shared/store/client.ts';
import { consentLines, linesOf } from '../../../test/support/export-folder.ts';
import { noiseOf } from '../../../test/support/export-stock.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Shelf } from '../../../test/support/stock.ts';
import { stock } from '../../../test/support/stock.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';
import { runUnderKills } from '../kill/kill-rounds.ts';

/** So many consents with proofs of some kilobytes, which no compression makes much smaller: several pages of a scan. */
export const putLargeConsents = (table: Table, shelf: Shelf, count: number): Promise<string[]> =>
  stock(
    table,
    shelf,
    Array.from({ length: count }, (_, i) => ({
      time: new Date(Date.UTC(2026, 0, 1) + i * 60_000),
      userData: { email: `ada-${i}@example.com` },
      proof: { html: noiseOf(i, 20_000) },
    })),
  );

/** How the command is called. */
interface Target {
  readonly tableName: string;
  readonly accountId: string;
  readonly folder: string;
  /** Read units a second, so that it takes longer than the time to a kill. */
  readonly pace: number;
}

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

/**
 * Runs an export and kills it, so often at most, until it has finished.
 *
 * @param expected the lines that it must have in the end
 */
export const exportUnderKills = async (
  { tableName, accountId, folder, pace }: Target,
  random: Random,
  most: number,
  expected: readonly string[],
): Promise<KillOutcome> => {
  const words = ['consent', 'export', folder, '--account', accountId, '--table', tableName];
  const outcome = await runUnderKills(
    {
      words: [...words, '--segments', '3', '--read-units-per-second', String(pace)],
      speaks: true,
      hasBegun: () => hasState(folder),
      inspect: async () => ({
        isBegun: hasState(folder),
        // A kill between the manifest and the end leaves an export that is finished.
        isFinished: existsSync(join(folder, 'manifest.json')),
        violations: findWrong(folder),
      }),
    },
    random,
    most,
  );
  const lines = consentLines(folder);
  const isWhole = JSON.stringify(lines) === JSON.stringify(expected);
  const told = `${lines.length} lines, ${new Set(lines).size} of them different, where ${expected.length} belong`;
  return { ...outcome, violations: [...outcome.violations, ...(isWhole ? [] : [told])] };
};
