import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './run-order.ts';

/**
 * The tests that run for each mutant: not those that look at a whole process or bundle, not those of logins and leaks,
 * which pass no code that is mutated but what others pass and take their time with bcrypt, and not those that hold at
 * length, by many or long lists, what others hold in brief.
 */
export default defineConfig({
  test: {
    include: ['test/{functions,shared}/**/*.test.ts'],
    exclude: [
      'test/functions/{leaks,login*}.test.ts',
      'test/functions/consent-register/{long-lists,search-model,tallies}.test.ts',
    ],
    setupFiles: ['test/support/quiet-log.ts', 'test/support/setup.ts'],
    sequence: { sequencer: QuickestFirst },
    cache: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
