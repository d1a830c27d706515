import { cp, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { expect, test } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { newFolder } from '../support/make/machine.ts';
import { synthesise } from '../support/make/stack.ts';
import { runApp } from './app-process.ts';

/** The one synthesis of the gate that CDK's rules look at: the stage that sets every option, without the flags of `cdk.json`. */
test('no rule of cdk-nag or CloudFormation is broken, and flags change nothing', { timeout: 60_000 }, async () => {
  const { template, stackName } = await synthesise({ stage: 'example' });
  const { reports, code, said, outdir } = await runApp({ stage: 'example' });

  expect(reports).toEqual([]);
  expect({ code, said }).toEqual({ code: 0, said: 'Stage example in eu-south-1, AWS account 111122223333.\n' });
  expect(JSON.parse(await readFile(join(outdir, `${stackName}.template.json`), 'utf8'))).toEqual(template.toJSON());
});

test('has every feature flag as CDK recommends it, so that its command has nothing to say of them', () => {
  expect(cdk.context).toEqual({ ...flags, '@aws-cdk/core:target-partitions': ['aws'] });
});

test('without a build the app fails with one line that says what to do', async () => {
  const project = newFolder();
  const root = join(import.meta.dirname, '../..');
  const isOurs = (path: string): boolean => !relative(root, path).includes('node_modules');
  for (const name of ['infra', 'shared', 'package.json']) {
    await cp(join(root, name), join(project, name), { recursive: true, filter: isOurs });
  }
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));

  expect(await runApp({ region: 'eu-west-1' }, project)).toMatchObject({
    code: 1,
    said: 'There is no code of the function login. Run npm run build first.\n',
  });
});
