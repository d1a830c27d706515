import { defineConfig } from 'vitest/config';
import { openRecord } from './test/support/access-record.ts';
import { SkippedTests } from './test/support/skipped-tests.ts';

/** What can be said only when all other tests have run. */
const afterAllOthers = ['test/infra/table-access-in-use.test.ts'];

/** Those that read CDK, which takes seconds: once for each worker. They change nothing that others see. */
const template = ['api', 'app', 'functions', 'options', 'policies', 'table', 'watching'].map(
  (name) => `test/infra/${name}.test.ts`,
);

openRecord();

export default defineConfig({
  test: {
    reporters: ['default', new SkippedTests()],
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...template, ...afterAllOthers],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/setup.ts', 'test/support/record-access.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'template', include: template, isolate: false, sequence: { groupOrder: 0 } } },
      { extends: true, test: { name: 'after all others', include: afterAllOthers, sequence: { groupOrder: 1 } } },
    ],
  },
});
