import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planProject } from '../../../cli/commands/init.ts';
import { CommandError } from '../../../cli/errors.ts';
import { newFolder } from '../../support/make/machine.ts';

const packages = { 'consent-register': '^0.1.0', 'aws-cdk': '^2.1148.1', 'aws-cdk-lib': '^2.276.0' };

const settings = {
  app: 'node node_modules/consent-register/infra/app.js',
  requireApproval: 'any-change',
  versionReporting: false,
  context: { 'cli-telemetry': false },
};

/** A folder with these files. */
const makeFolder = (files: Readonly<Record<string, object>>): string => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
};

const plan = (folder: string) =>
  Object.fromEntries([...planProject(folder, packages)].map(([name, text]) => [name, JSON.parse(text)]));

test('an empty folder gets the packages of a deployment, and the app of the package', () => {
  expect(plan(newFolder())).toEqual({
    'package.json': { private: true, dependencies: packages },
    'cdk.json': settings,
  });
});

test('a package.json keeps what is in it, and gets what is missing', () => {
  const own = { name: 'consents', scripts: { test: 'true' }, devDependencies: { 'aws-cdk': '2.1148.1' } };
  const folder = makeFolder({
    'package.json': { ...own, dependencies: { 'consent-register': 'file:consent-register-0.1.0.tgz' } },
  });

  expect(plan(folder)['package.json']).toEqual({
    ...own,
    dependencies: { 'consent-register': 'file:consent-register-0.1.0.tgz', 'aws-cdk-lib': '^2.276.0' },
  });
});

test('a second stage in the same folder needs its own file alone', () => {
  expect(plan(makeFolder({ 'package.json': { dependencies: packages }, 'cdk.json': settings }))).toEqual({});
});

test('the settings of CDK may be others, but not the app', () => {
  const folderWith = (cdk: object): string => makeFolder({ 'cdk.json': cdk });

  expect(plan(folderWith({ ...settings, requireApproval: 'never' }))).not.toHaveProperty('cdk.json');
  expect(() => plan(folderWith({ app: 'node bin/shop.js' }))).toThrow(
    new CommandError(
      'cdk.json here is that of another CDK app. Use an empty folder, or put the construct into that app: "In your own CDK app" in docs/deploy.md.',
      'usage',
    ),
  );
});

test.each(['cdk.json', 'package.json'])('%s that is no JSON object is refused', (name) => {
  const folder = newFolder();
  writeFileSync(join(folder, name), '{ "app": ');

  expect(() => plan(folder)).toThrow(new CommandError(`${name} is not a JSON object. Correct the file.`, 'usage'));
});
