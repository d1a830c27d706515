import { spawnSync } from 'node:child_process';
import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped: what it needs and this machine has not. */
    missing?: string;
  }
}

/** Options of a test or a group that needs something. Where it is missing they are skipped, and named when the run ends. */
export const needs = (what: string, isThere: boolean): Pick<TestOptions, 'skip' | 'meta'> =>
  isThere ? {} : { skip: true, meta: { missing: what } };

const asked = new Map<string, boolean>();

/** Whether the machine has a program that these arguments make succeed. */
export const hasProgram = (program: string, probe: readonly string[] = ['--version']): boolean => {
  const key = JSON.stringify([program, probe]);
  const isThere = asked.get(key) ?? spawnSync(program, probe).status === 0;
  asked.set(key, isThere);
  return isThere;
};

export const needsProgram = (program: string) => needs(program, hasProgram(program));
