import type { KnipConfig } from 'knip';

/** Folders with packages of their own, which their commands install. */
const ownPackages = Object.fromEntries(
  ['test/bench/chart', 'test/bench/load'].map((folder) => [folder, { entry: ['*.d.ts'], project: ['*.ts'] }]),
);

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'functions/**/*.ts!',
        'jobs/{feed-log,publish-checkpoint,rotate-signing-key}.ts!',
        'functions/signpost/signpost.ts!',
        'functions/console/handler.ts!',
        'cli/write-packed-console.ts!',
        'cli/admin.ts!',
        'cli/build.ts!',
        'tools/compare-packages.ts!',
        'cli/dev.ts!',
        'tools/docs-site.ts!',
        'cli/generate.ts!',
        'cli/reference/browser/reference.ts!',
        'client/index.ts!',
        'pages/verify/main.tsx!',
        'pages/console/main.tsx!',
        'console/words/loaded/*.ts!',
        'infra/app.ts!',
        'cli/build-functions.ts!',
        'infra/bundled/{http,semver}.ts!',
        'docs/recipes/node/express.js',
        'test/pages/console/markup/framed-page.ts',
        'tools/programs.ts',
        'tools/screenshots.ts',
        'test/abuse/*.ts',
        'test/bench/*.ts',
        'test/bench/cold-start/*-handler.ts',
        'tools/bench/log/audit-process.ts',
        'test/support/{global-setup,setup}.ts',
        'test/**/*.test.ts',
      ],
      project: [
        '{client,functions,jobs,signpost,shared,verifier,charts,console,hosting,infra,cli}/**/*.{ts,tsx}!',
        'test/**/*.ts',
      ],
      vitest: { config: ['vitest.config.ts', 'tools/explore/mutation/vitest.config.ts'] },
    },
    ...ownPackages,
    'test/abuse/mutation/engine': {
      entry: ['*.d.ts', 'record.ts', 'sample.ts'],
      project: ['*.ts'],
      stryker: { config: ['stryker.config.ts'] },
    },
    site: {
      entry: ['*.d.ts'],
      project: ['**/*.ts', '.vitepress/**/*.ts'],
      vitepress: { config: ['.vitepress/config.ts'] },
    },
  },
  ignoreUnresolved: [/engine\/(?:record|sample)\.ts$/, /^cli\/consent-register$/],
  ignoreIssues: { 'client/schema.ts': ['types'] },
};

export default config;
