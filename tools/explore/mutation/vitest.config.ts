import { defineConfig } from 'vitest/config';
import { GateFirst } from './run-order.ts';

/** The tests that run for each mutant: those that run the code in their own process, so not those of a bundle or a page. */
export default defineConfig({
  test: {
    include: [
      'test/{functions,shared,verifier,evidence,cli/commands,cli/notices}/**/*.test.ts',
      ...(process.env.MUTATION_LONG === 'true' ? [] : ['!**/*.long.test.ts']),
    ],
    setupFiles: ['fresh-modules', 'quiet-log', 'setup', 'remembered-bcrypt'].map((name) => `test/support/${name}.ts`),
    sequence: { sequencer: GateFirst },
    /** Modules are kept between files, as in the gate. Each mutant gets a worker of its own, which has loaded nothing. */
    isolate: false,
    cache: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
