import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './run-order.ts';

export default defineConfig({
  test: {
    include: ['test/{functions,shared}/**/*.test.ts'],
    exclude: ['test/functions/consent-register/{long-lists,search-model}.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    sequence: { sequencer: QuickestFirst },
    cache: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
