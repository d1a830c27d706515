import { expect, test, vi } from 'vitest';
import { createStageApp, readOptions } from '../../infra/stage-app.ts';
import { buildOnce } from '../support/make/built.ts';
import { newFolder } from '../support/make/machine.ts';

await buildOnce();

const ofTest = { 'aws:cdk:disable-asset-staging': true };

test('the region of the AWS profile is not that of a stage', () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'eu-north-1');
  const make = (context: object) => createStageApp({ context: { ...ofTest, ...context }, outdir: newFolder() });

  expect(() => make({})).toThrow('Option region must be given');
  expect(make({ region: 'eu-west-1' }).node.children).toContainEqual(expect.objectContaining({ region: 'eu-west-1' }));
});

test('a wrong option of a stage with a file is reported with the path of that file', () => {
  const told = 'The options of the stage are in stages/example.json.';

  expect(() => readOptions({ stage: 'example', loginsPerSecond: '0' })).toThrow(
    `Option loginsPerSecond must be a whole number from 1 to 10000. ${told}`,
  );
  expect(() => readOptions({ stage: 'example', event: 'true' })).toThrow(told);
  expect(() => readOptions({ stage: 'dev', loginsPerSecond: '0' })).toThrow(
    /10000\. Stage dev has no file: npm run admin -- init --stage dev writes it, /,
  );
  expect(() => readOptions({ stage: '../example', loginsPerSecond: '0' })).toThrow(/^Option stage must be .*\.$/);
});
