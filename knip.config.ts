import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'functions/**/*.ts',
    'cli/dev.ts',
    'infra/app.ts',
    'test/bench/*.ts',
    'test/support/{global-setup,setup}.ts',
    'test/**/*.test.ts',
  ],
  project: ['{functions,shared,infra,cli,test}/**/*.ts'],
  /** Nothing imports them: CDK runs esbuild to bundle functions without Docker, npm puts this Node on its scripts' path. */
  ignoreDependencies: ['esbuild', 'node'],
};

export default config;
