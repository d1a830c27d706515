import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'functions/**/*.ts',
    'jobs/*.ts',
    'cli/admin.ts',
    'cli/dev.ts',
    'cli/openapi.ts',
    'cli/reference/browser/reference.ts',
    'infra/app.ts',
    'test/abuse/*.ts',
    'test/bench/*.ts',
    'test/bench/cold-start/*-handler.ts',
    'test/support/{global-setup,setup}.ts',
    'test/**/*.test.ts',
  ],
  stryker: { config: ['stryker.config.ts'] },
  vitest: { config: ['vitest.config.ts', 'test/abuse/mutation/vitest.config.ts'] },
  project: ['{functions,jobs,shared,infra,cli,test}/**/*.ts'],
};

export default config;
