import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { toStackName } from '../../../shared/runtime/stage.ts';
import type { Emulator, Ended } from './emulator.ts';
import { account, region } from './emulator.ts';
import type { StackTemplate } from './transform.ts';

/** The stage that is deployed: one for development, and all the same retained, as a stage in production is. */
export const stage = 'dev';
export const stackName = toStackName(stage);

const options = {
  stage,
  region,
  account,
  retainData: true,
  console: true,
  events: true,
  alarmEmail: 'operations@shop.example',
  accessLog: true,
};

const cdk = (...words: readonly string[]): string[] => [
  process.execPath,
  join(import.meta.dirname, '../../../node_modules/aws-cdk/bin/cdk'),
  ...words,
  '--no-notices',
];

/** What CDK's command line deploys: a folder, and the template in it. */
export interface Synthesis {
  readonly folder: string;
  readonly template: StackTemplate;
}

const templateName = `${stackName}.template.json`;

/** The app, synthesised as an operator does. */
export const synthesise = async (emulator: Emulator): Promise<Synthesis> => {
  const folder = join(emulator.folder, 'synthesised');
  const context = Object.entries(options).flatMap(([option, value]) => ['-c', `${option}=${value}`]);
  await emulator.call(cdk('synth', '--quiet', '-o', folder, ...context));
  return { folder, template: JSON.parse(await readFile(join(folder, templateName), 'utf8')) };
};

/** CDK uploads a template under the hash of its text, and only once. */
const replaceHash = async (folder: string, text: string): Promise<void> => {
  const assets = join(folder, `${stackName}.assets.json`);
  const { files } = v.parse(
    v.object({ files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })) }),
    JSON.parse(await readFile(assets, 'utf8')),
  );
  const hash = Object.keys(files).find((name) => files[name]?.source.path === templateName) ?? '';
  const other = createHash('sha256').update(text).digest('hex');
  for (const file of [assets, join(folder, 'manifest.json')])
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(hash, other));
};

/** The same with another template, in a folder of its own. */
export const withTemplate = async (
  { folder }: Synthesis,
  name: string,
  template: StackTemplate,
): Promise<Synthesis> => {
  const other = join(dirname(folder), name);
  await cp(folder, other, { recursive: true });
  const text = JSON.stringify(template);
  await writeFile(join(other, templateName), text);
  await replaceHash(other, text);
  return { folder: other, template };
};

/** The types of a template that the emulator does not know, as it says itself of a template with one resource of each type. */
export const askLackingTypes = async (
  emulator: Emulator,
  { Resources }: StackTemplate,
): Promise<ReadonlySet<string>> => {
  const types = [...new Set(Object.values(Resources).map(({ Type }) => Type))];
  const body = JSON.stringify({ Resources: Object.fromEntries(types.map((Type, i) => [`R${i}`, { Type }])) });
  const { code, errors } = await emulator.attempt([
    'aws',
    'cloudformation',
    'validate-template',
    '--template-body',
    body,
  ]);
  if (code === 0) return new Set();
  const [, list] = /Unrecognized resource types: \[([^\]]*)\]/.exec(errors) ?? [];
  if (list === undefined) throw new Error(`The emulator refuses the types of the template: ${errors.trim()}`);
  return new Set(list.split(', '));
};

/** Makes the bucket and the roles that CDK deploys with. */
export const bootstrap = ({ call }: Emulator, { folder }: Synthesis): Promise<string> =>
  call(cdk('bootstrap', '--app', folder, `aws://${account}/${region}`));

export const deploy = ({ attempt }: Emulator, { folder }: Synthesis): Promise<Ended> =>
  attempt(cdk('deploy', '--app', folder, '--require-approval', 'never'));

export const destroy = ({ attempt }: Emulator, { folder }: Synthesis): Promise<Ended> =>
  attempt(cdk('destroy', '--app', folder, '--force'));

const Stacks = v.object({
  Stacks: v.tuple([v.object({ StackStatus: v.string() })]),
});

const describe = async ({ ask }: Emulator) =>
  v.parse(Stacks, await ask('cloudformation', 'describe-stacks', '--stack-name', stackName)).Stacks[0];

export const readStatus = async (emulator: Emulator): Promise<string> => (await describe(emulator)).StackStatus;

const StackResources = v.object({
  StackResources: v.array(v.object({ LogicalResourceId: v.string(), PhysicalResourceId: v.optional(v.string(), '') })),
});

/** Logical id -> physical id. */
export const readResources = async ({ ask }: Emulator): Promise<ReadonlyMap<string, string>> => {
  const answer = await ask('cloudformation', 'describe-stack-resources', '--stack-name', stackName);
  return new Map(
    v
      .parse(StackResources, answer)
      .StackResources.map(({ LogicalResourceId, PhysicalResourceId }) => [LogicalResourceId, PhysicalResourceId]),
  );
};

/** Takes the protection off a stack, as docs/deploy.md says. */
export const takeProtectionOff = ({ ask }: Emulator): Promise<unknown> =>
  ask(
    'cloudformation',
    'update-termination-protection',
    '--no-enable-termination-protection',
    '--stack-name',
    stackName,
  );
