import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: ['functions/**/*.ts', 'infra/app.ts', 'test/support/{global-setup,setup}.ts', 'test/**/*.test.ts'],
  project: ['{functions,shared,infra,cli,test}/**/*.ts'],
  /** CDK looks for it on the path to bundle functions without Docker; nothing imports it. */
  ignoreDependencies: ['esbuild'],
};

export default config;
