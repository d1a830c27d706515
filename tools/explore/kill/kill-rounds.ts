import { report, toTable } from '../../bench/report.ts';

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
    for (const violation of outcome.violations) process.stderr.write(`${what} ${rounds}: ${violation}\n`);
    process.stderr.write(`${kills} of ${wanted} kills\n`);
  }
  const told = [
    [`${what}s`, rounds],
    ['kills', kills],
    [rows.resumed, resumed],
    [rows.violations, violations],
  ];
  await report(name, `${preface}\n\n${toTable(['', ''], told)}`);
  if (violations > 0) process.exitCode = 1;
};
