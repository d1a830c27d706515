import { expect, test } from 'vitest';
import { createStageApp, readOptions } from '../../infra/stage-app.ts';
import { buildOnce } from '../support/make/built.ts';
import { newFolder } from '../support/make/machine.ts';

await buildOnce();

const ofTest = { 'aws:cdk:disable-asset-staging': true };

test('a stage for development is in the region that is told, where its options say none', () => {
  const regionOf = (context: object, region?: string) => {
    const app = createStageApp({ context: { ...ofTest, ...context }, outdir: newFolder() }, region);
    return app.node.children.map((stack) => ('region' in stack ? stack.region : undefined));
  };

  expect(regionOf({}, 'eu-north-1')).toContain('eu-north-1');
  expect(regionOf({ region: 'eu-west-1' }, 'eu-north-1')).toContain('eu-west-1');
});

test('a wrong option of a stage with a file is told with the place of that file', () => {
  const told = 'The options of the stage are in stages/example.json.';

  expect(() => readOptions({ stage: 'example', loginsPerSecond: '0' })).toThrow(
    `Option loginsPerSecond must be a whole number from 1 to 10000. ${told}`,
  );
  expect(() => readOptions({ stage: 'example', event: 'true' })).toThrow(told);
  expect(() => readOptions({ stage: 'dev', loginsPerSecond: '0' })).toThrow(/10000\.$/);
  expect(() => readOptions({ stage: '../example', loginsPerSecond: '0' })).toThrow(/^Option stage must be .*\.$/);
});
