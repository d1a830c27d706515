import type { KnipConfig } from 'knip';

/** Folders with packages of their own, which their commands install. */
const ownPackages = Object.fromEntries(
  ['tools/bench/chart', 'tools/bench/load'].map((folder) => [folder, { entry: ['*.d.ts'], project: ['*.ts'] }]),
);

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'functions/{consent-register/**/*,details,login,logout,refresh-token}.ts!',
        'functions/jobs/{feed-log,publish-checkpoint,rotate-signing-key}.ts!',
        'functions/signpost/signpost.ts!',
        'functions/console/handler.ts!',
        'cli/{admin,build,build-functions,compare-packages,dev,generate,write-packed-console}.ts!',
        'cli/reference/browser/reference.ts!',
        'client/index.ts!',
        'pages/verify/main.{ts,tsx}!',
        'pages/console/main.{ts,tsx}!',
        'pages/words/console/{deu,fra,ita,spa}.ts!',
        'infra/app.ts!',
        'infra/bundled/{http,semver}.ts!',
        'docs/recipes/node/express.js',
        'test/pages/console/markup/framed-page.{ts,tsx}',
        'tools/*.ts',
        'tools/{bench,explore}/*.ts',
        'tools/bench/cold-start/*-handler.ts',
        'tools/bench/log/audit-process.ts',
        'test/evidence/write-example.ts',
        'test/support/{global-setup,setup}.ts',
        'test/**/*.test.{ts,tsx}',
      ],
      project: [
        '{client,functions,shared,verifier,pages,infra,cli}/**/*.{ts,tsx}!',
        'tools/*.ts',
        'tools/{bench,explore,generators,screenshots}/**/*.ts',
        'test/**/*.{ts,tsx}',
      ],
      vitest: { config: ['vitest.config.ts', 'tools/explore/mutation/vitest.config.ts'] },
    },
    ...ownPackages,
    'tools/explore/mutation/engine': {
      entry: ['*.d.ts', 'record.ts', 'sample.ts'],
      project: ['*.ts'],
      stryker: { config: ['stryker.config.ts'] },
    },
    'tools/site': {
      entry: ['*.d.ts'],
      project: ['**/*.ts', '.vitepress/**/*.ts'],
      vitepress: { config: ['.vitepress/config.ts'] },
    },
  },
  ignoreUnresolved: [/engine\/(?:record|sample)\.ts$/, /^cli\/consent-register$/],
  ignoreIssues: { 'client/schema.ts': ['types'] },
};

export default config;
