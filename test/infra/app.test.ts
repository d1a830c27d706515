import { cp, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/make/machine.ts';
import { synthesise } from '../support/make/stack.ts';
import { runApp } from './app-process.ts';

interface Flag {
  readonly userValue?: unknown;
  readonly recommendedValue: unknown;
  readonly unconfiguredBehavesLike?: { readonly v2?: unknown };
}

/** Whether CDK's command line counts a flag among those that are not configured. */
const isCounted = ({ userValue, recommendedValue, unconfiguredBehavesLike }: Flag): boolean =>
  userValue === undefined && (unconfiguredBehavesLike?.v2 ?? false) !== recommendedValue;

/** The one synthesis of the gate that CDK's rules look at: the stage that sets every option. Only the app sets all flags. */
test('no rule of cdk-nag or CloudFormation is broken, and flags change nothing', { timeout: 60_000 }, async () => {
  const { template, stackName } = await synthesise({ stage: 'example' });
  const { reports, code, said, outdir } = await runApp({ stage: 'example' });

  expect(reports).toEqual([]);
  expect({ code, said }).toEqual({ code: 0, said: 'Stage example in eu-south-1, AWS account 111122223333.\n' });
  const read = async (name: string) => JSON.parse(await readFile(join(outdir, name), 'utf8'));
  expect(await read(`${stackName}.template.json`)).toEqual(template.toJSON());
  const { flags } = (await read('manifest.json')).artifacts['aws-cdk-lib/feature-flag-report'].properties;
  expect(Object.keys(flags).length).toBeGreaterThan(50);
  expect(Object.keys(flags).filter((name) => isCounted(flags[name]))).toEqual([]);
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
