import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createStageApp } from '../../../infra/stage-app.ts';
import { readPlainly } from '../../../test/support/plain-template.ts';
import { installInto, must } from './folders.ts';

const region = 'eu-west-1';
const options = { stage: 'dev', watching: 'full', console: true, events: true };
const production = { stage: 'prod', alarmEmail: 'operations@shop.example', anchorRetentionDays: 3_653 };

const toApp = (registers: Readonly<Record<string, object>>): string => `import { App, Stack } from 'aws-cdk-lib';
import { ConsentRegister } from 'consent-register';
const stack = new Stack(new App({ outdir: 'cdk.out' }), 'Shop', { env: { region: '${region}' } });
${Object.entries(registers)
  .map(([id, props]) => `new ConsentRegister(stack, '${id}', ${JSON.stringify(props)});\n`)
  .join('')}(stack.node.root as App).synth();
`;

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: { Name?: unknown } }>>;
}

const synthesiseIn = async (folder: string, source: string): Promise<Template> => {
  writeFileSync(join(folder, 'app.mjs'), source.replace('(stack.node.root as App)', 'stack.node.root'));
  await must(folder, process.execPath, ['app.mjs']);
  return JSON.parse(readFileSync(join(folder, 'cdk.out/Shop.template.json'), 'utf8'));
};

/** The name of the only register in a template, which its API has. */
const nameIn = ({ Resources }: Template): string =>
  String(Object.values(Resources).find(({ Type }) => Type === 'AWS::ApiGatewayV2::Api')?.Properties?.Name);

/** What the repository's app makes of the same options. */
const synthesiseHere = (): object =>
  createStageApp({ context: { ...options, region, 'aws:cdk:disable-asset-staging': true } }).synth().stacks[0]
    ?.template;

/**
 * A fresh app with the construct has the template of the repository, ids aside; two registers stand in one stack; TypeScript
 * checks the properties.
 *
 * @throws Error when something differs
 */
export const exploreConstruct = async (packed: string, peers: readonly string[]): Promise<string> => {
  const folder = await installInto(packed, ...peers, 'typescript@5', '@types/node@24');
  const installed = await synthesiseIn(folder, toApp({ Consents: options }));
  const theirs = readPlainly(installed, nameIn(installed), 'Consents');
  const ours = readPlainly(synthesiseHere(), 'ConsentRegister-dev', '');
  if (!isDeepStrictEqual(theirs, ours)) throw new Error('the template differs from that of the repository');
  const two = await synthesiseIn(folder, toApp({ Consents: options, Partners: production }));
  const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', 'app.ts'];
  writeFileSync(join(folder, 'app.ts'), toApp({ Consents: options }));
  await must(folder, join(folder, 'node_modules/.bin/tsc'), words);
  writeFileSync(join(folder, 'app.ts'), toApp({ Consents: { ...options, watchign: 'full' } }));
  const refused = await must(folder, join(folder, 'node_modules/.bin/tsc'), words).catch((error) => String(error));
  if (!refused.includes('watchign')) throw new Error('TypeScript accepts an unknown option');
  return `${ours.resources.length} resources are the same; two registers have ${Object.keys(two.Resources).length}; TypeScript refuses an unknown option`;
};
