/**
 * Mutation testing, started by `npm run explore mutation`, which says what is mutated and runs the engine. Strings are mutated as
 * well: they are codes, attribute names and conditions, or sentences that the tests hold to be there.
 */
const config = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', new URL('./plugins.ts', import.meta.url).href],
  ignorers: ['sample'],
  vitest: { configFile: 'tools/explore/mutation/vitest.config.ts', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  /** What runs only when a module is loaded, 7 % of the mutants: all tests would run for each, 98 % of the time. */
  ignoreStatic: true,
  /** Milliseconds beyond the usual time; a busy machine must not pass for a mutant that runs for ever. */
  timeoutMS: 30_000,
  /** Minutes for all tests before anything is mutated, each file in a process of its own. */
  dryRunTimeoutMinutes: 60,
  /** Stryker would rewrite it with the compiler's JavaScript interface, which TypeScript 7 does not have. */
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'record'],
  tempDirName: '.stryker',
  allowConsoleColors: false,
};

export default config;
