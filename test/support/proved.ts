/** A setup file: keeps which tests ran and what they went through, for the tests after all others. */
import { relative } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { keepNotes } from './run-record.ts';
import './representative.ts';
import type { Subject } from './subject.ts';
import { beginSubjects } from './subject.ts';

/** What one test file ran. */
export interface Proved {
  /** Path from the root of the project. */
  readonly file: string;
  /** Names with those of their groups; of a long test also which test of the gate represents it. */
  readonly tests: readonly { readonly name: string; readonly representative: string | undefined }[];
  readonly subjects: readonly Subject[];
}

const tests = new Map<string, string | undefined>();

const subjects = beginSubjects();

afterEach(({ task }) => {
  tests.set(task.fullTestName, task.meta.representative);
});

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const ran = [...tests].map(([name, representative]) => ({ name, representative }));
  keepNotes('proved', { file, tests: ran, subjects: [...subjects] });
});
