import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'functions/{consent-register/**/*,details,login,logout,password,refresh-token}.ts!',
        'functions/confirmations/{confirm,page}.ts!',
        'functions/links/{page,withdraw}.ts!',
        'functions/jobs/{check-keys,feed-log,publish-checkpoint,rotate-signing-key}.ts!',
        'functions/{key-file,no-operation}.ts!',
        'functions/console/handler.ts!',
        'functions/links/{page,withdraw}.ts!',
        'build/{build,console,documents,functions,generate,reference/files}.ts!',
        'build/reference/browser/reference.ts!',
        'client/typescript/index.ts!',
        'pages/verify/{load-register-keys.ts,main.tsx}!',
        'pages/console/main.tsx!',
        'verifier/verify.ts!',
        'infra/{app,index,template}.ts!',
        'infra/bundled/{http,semver}.ts!',
        'test/pages/html/framed-page.ts',
        'test/support/{global-setup,setup}.ts',
        'test/**/*.test.{ts,tsx}',
      ],
      project: ['{build,client,functions,shared,verifier,pages,infra,cli}/**/*.{js,ts,tsx}!', 'test/**/*.{ts,tsx}'],
      vitest: { config: ['vitest.config.ts'] },
    },
    /** Packages of its own, which its commands install, and those of the project. */
    tools: {
      entry: [
        '*.ts',
        '{bench,explore}/*.ts',
        'bench/cold-start/*-handler.ts',
        'bench/hot-path/case-process.ts',
        'explore/faults/server.ts',
        'explore/schemathesis/run.ts',
        'site/.vitepress/theme/index.ts',
        '**/*.d.ts',
      ],
      project: ['**/*.ts', 'site/.vitepress/**/*.ts'],
      stryker: { config: ['explore/mutation/stryker.config.ts'] },
      vitepress: { config: ['site/.vitepress/config.ts'] },
      vitest: false,
    },
  },
  /** docs/examples uses express; `tools/check.ts` and `tools/run.ts` start the others. */
  ignoreDependencies: ['express', '@stryker-mutator/core', '@typescript/native', 'cspell', 'dependency-cruiser'],
  ignoreBinaries: ['schemathesis', 'ssh-keygen'],
  ignoreIssues: { 'client/typescript/schema.ts': ['types'] },
};

export default config;
