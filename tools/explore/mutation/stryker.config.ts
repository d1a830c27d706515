/**
 * Mutation testing: `npm run explore mutation -- --mutate shared/consents/person-data.ts`, with Stryker's own options. Strings are
 * mutated as well: they are codes, attribute names and conditions, or sentences whose presence the tests check.
 */
const config = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: ['shared/{consents,evidence,identity,log,notices,store}/**/*.ts'],
  /** The tests that run the code in their own process, so not those of a bundle or a page, nor what runs by night. */
  testFiles: ['test/{functions,shared,verifier,evidence,cli/commands,cli/notices}/**/*.test.ts'],
  vitest: { related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  /** What runs only when a module is loaded, 7 % of the mutants: all tests would run for each, 98 % of the time. */
  ignoreStatic: true,
  /** Milliseconds beyond the usual time; a busy machine must not pass for a mutant that runs for ever. */
  timeoutMS: 30_000,
  /** Minutes for all tests before anything is mutated. */
  dryRunTimeoutMinutes: 60,
  /** Stryker would rewrite it with the compiler's JavaScript interface, which TypeScript 7 does not have. */
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'clear-text'],
  concurrency: 2,
  tempDirName: '.stryker',
  allowConsoleColors: false,
};

export default config;
