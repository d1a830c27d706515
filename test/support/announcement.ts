import type { Reporter, TestSpecification } from 'vitest/node';

/** A run of so many files says nothing for long: the first ones take the longest. */
const many = 50;

/** What is to come; undefined where the first results do not keep anybody waiting. */
export const announce = (files: number): string | undefined =>
  files < many
    ? undefined
    : `Runs ${files} test files, the longest first. Their results come as each one ends, the first after about a minute.`;

/** Says first what a long run does while it shows nothing. */
export class Announcement implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const says = announce(specifications.length);
    if (says !== undefined) process.stdout.write(`${says}\n`);
  }
}
