import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

if (process.env.TEST_SEED === 'random') {
  process.env.TEST_SEED = String(randomInt(2 ** 31));
  process.stderr.write(`TEST_SEED=${process.env.TEST_SEED}\n`);
}

const all = 'test/**/*.test.ts';

/** What a night has time for, and `npm test` has not: `vitest run --mode gate`. */
const nightly = ['test/nightly/**/*.test.ts'];

/**
 * Files that read a whole table, turn on its stream, set an endpoint or start a container anew: each has tables and
 * modules of its own, in a process that the next one uses too. So has what runs by night.
 */
const isolated = ['test/**/*.isolated.test.ts', ...nightly];

export default defineConfig(({ mode }) => {
  const exclude = ['**/node_modules/**', ...(mode === 'gate' ? nightly : [])];
  return {
    test: {
      globalSetup: ['test/support/global-setup.ts'],
      setupFiles: ['test/support/setup.ts'],
      maxWorkers: '100%',
      // Young objects die before they are copied: a fifteenth less processor time.
      execArgv: ['--max-semi-space-size=64'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 20_000 } },
      unstubEnvs: true,
      isolate: false,
      projects: [
        {
          extends: true,
          test: { name: 'shared', include: [all], exclude: [...exclude, ...isolated], provide: { isIsolated: false } },
        },
        { extends: true, test: { name: 'isolated', include: isolated, exclude, provide: { isIsolated: true } } },
      ],
    },
  };
});
