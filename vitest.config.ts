import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { Announcement } from './test/support/announcement.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { ProcessorTime } from './test/support/processor-time.ts';
import { openRecord } from './test/support/run-record.ts';
import { SkippedTests } from './test/support/skipped-tests.ts';

openRecord();

if (process.env.TEST_SEED === 'random') {
  process.env.TEST_SEED = String(randomInt(2 ** 31));
  process.stderr.write(`TEST_SEED=${process.env.TEST_SEED}\n`);
}

/** Said when all other files have run, by what they left: `*.after.test.ts`. */
const afterAllOthers = 'test/**/*.after.test.ts';

/** What a night has time for, not in the gate, `vitest run --mode gate`. */
const explorations = 'test/nightly/**';

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', new Announcement(), new SkippedTests(), new ProcessorTime()],
    maxWorkers: '100%',
    // Young objects die before they are copied: a fifteenth less processor time.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', afterAllOthers, ...(mode === 'gate' ? [explorations] : [])],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: [
            'fresh-modules',
            'quiet-log',
            'setup',
            'remembered-bcrypt',
            'record-access',
            'counts',
            'proved',
          ].map((name) => `test/support/${name}.ts`),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'after all others', include: [afterAllOthers], sequence: { groupOrder: 1 } },
      },
    ],
  },
}));
