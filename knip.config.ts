import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'functions/**/*.ts!',
    'jobs/rotate-signing-key.ts!',
    'cli/admin.ts!',
    'cli/dev.ts!',
    'cli/openapi.ts!',
    'cli/reference-page.ts!',
    'cli/reference/browser/reference.ts!',
    'client/index.ts!',
    'infra/app.ts!',
    'docs/recipes/node/express.js',
    'test/abuse/*.ts',
    'test/bench/*.ts',
    'test/bench/cold-start/*-handler.ts',
    'test/support/{global-setup,setup}.ts',
    'test/**/*.test.ts',
  ],
  ignoreUnresolved: [/^cli\/consent-register$/],
  stryker: { config: ['stryker.config.ts'] },
  vitest: { config: ['vitest.config.ts', 'test/abuse/mutation/vitest.config.ts'] },
  ignoreIssues: { 'client/schema.ts': ['types'] },
  project: ['{client,functions,jobs,shared,infra,cli}/**/*.ts!', 'test/**/*.ts'],
};

export default config;
