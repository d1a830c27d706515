import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { openRecord } from './test/support/access-record.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { SkippedTests } from './test/support/skipped-tests.ts';

/** What can be said only when all other tests have run. */
const afterAllOthers = ['test/cli/policies/rights-in-use.test.ts', 'test/infra/table-access-in-use.test.ts'];

/** Those that read CDK, which takes seconds: once for each worker. They change nothing that others see. */
const template = ['api', 'app', 'functions', 'options', 'policies', 'table', 'watching'].map(
  (name) => `test/infra/${name}.test.ts`,
);

/** Those of pure code, without a store, whose modules keep nothing: a worker loads them once. */
const pure = [
  'test/architecture.test.ts',
  'test/abuse/{chaos/violations,histories/check}.test.ts',
  'test/bench/*.test.ts',
  'test/cli/notices/{markup,markup-places,notice-text}.test.ts',
  'test/cli/openapi{,-client,-types}.test.ts',
  'test/cli/policies/{document,generated}.test.ts',
  'test/cli/reference/*.test.ts',
  'test/client/{answers,form}.test.ts',
  'test/console/{address,language,calls/words,revocation/draft,session/idle}.test.ts',
  'test/cli/wording/person-words.test.ts',
  'test/docs/{decisions,export,links,map-of-the-tree,open-answers,openapi-conditions,openapi-contract,openapi-links,openapi-rules}.test.ts',
  'test/signpost/*.test.ts',
  'test/shared/anchors/{anchor-checkpoint,stamp-checkpoint,verify-stamp}.test.ts',
  'test/shared/exchange/line-digest.test.ts',
  'test/shared/identity/{refresh-token,source-address}.test.ts',
  'test/shared/reports/{erased-days,retention}.test.ts',
  'test/shared/schema/matching.test.ts',
  'test/shared/http/{answer,body-parsers,bracket-notation,form,json,multipart,validation}.test.ts',
  'test/support/*.test.ts',
];

/** Those whose tests look at nothing in the table but what they made: a worker makes one table and loads their modules once. */
const ofOneTable = [
  'test/abuse/{fuzz/fuzz,races/race}.test.ts',
  'test/cli/local/gateway.test.ts',
  'test/cli/notices/{comparison,notice-folder}.test.ts',
  'test/cli/pages/notice-page.test.ts',
  'test/docs/operations.test.ts',
  'test/functions/{details,encodings,foreign-events,login,login-floods,numbers,refresh-token-attacks,unknown-parameters}.test.ts',
  'test/functions/consent-register/{add-many,erased,idempotency,search}.test.ts',
  'test/functions/consent-register/information/get.test.ts',
  'test/shared/log.test.ts',
  'test/shared/http/body.test.ts',
  'test/shared/identity/{access-token,attempt-counter,ecdsa-edge-cases,session}.test.ts',
  'test/shared/keys/verification-cache.test.ts',
  'test/shared/notices/current.test.ts',
  'test/shared/reports/lapsed-consents.test.ts',
  'test/shared/search/{count,list-pages,moved-proof,tally}.test.ts',
  'test/shared/store/write.test.ts',
];

openRecord();

if (process.env.TEST_SEED === 'random') {
  process.env.TEST_SEED = String(randomInt(2 ** 31));
  process.stderr.write(`TEST_SEED=${process.env.TEST_SEED}\n`);
}

const withStore = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['quiet-log', 'setup', 'record-access'].map((name) => `test/support/${name}.ts`),
};

export default defineConfig({
  test: {
    reporters: ['default', new SkippedTests()],
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...template, ...pure, ...ofOneTable, ...afterAllOthers],
          ...withStore,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'one table',
          include: ofOneTable,
          isolate: false,
          env: { TABLE_OF_WORKER: 'true' },
          ...withStore,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'template', include: template, isolate: false, sequence: { groupOrder: 0 } } },
      { extends: true, test: { name: 'after all others', include: afterAllOthers, sequence: { groupOrder: 1 } } },
    ],
  },
});
