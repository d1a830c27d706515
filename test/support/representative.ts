import type { TestOptions } from 'vitest';
import { beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a long test: the test of the gate that fails for the same fault, as `file > group > test`. */
    representative?: string;
  }
}

/**
 * Options of a long test or a group of them: which test of the gate guards the same rule. `npm run test:all` fails where a
 * test of `test/nightly/` names none, or one that did not run.
 *
 * @param file path from the root of the project
 * @param name the names of its groups and its own, with ` > ` between them
 * @param options further ones, such as those of `needsProgram`
 */
export const representedBy = (file: string, name: string, options: TestOptions = {}): TestOptions => ({
  ...options,
  meta: { ...options.meta, representative: `${file} > ${name}` },
});

/** The same for all tests of a file that name none of their own. */
export const representFile = (file: string, name: string): void => {
  beforeEach(({ task }) => {
    task.meta.representative ??= `${file} > ${name}`;
  });
};
