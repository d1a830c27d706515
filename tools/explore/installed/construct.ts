import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createStageApp } from '../../../infra/stage-app.ts';
import { readPlainly } from '../../../test/infra/plain-template.ts';
import { installInto, makeFolder, must, run } from './folders.ts';

const region = 'eu-west-1';
const options = { stage: 'dev', console: true, events: true };
const production = { stage: 'prod', alarmEmail: 'operations@shop.example', anchorRetentionDays: 3_653 };

type Registers = Readonly<Record<string, object>>;

/** An app in JavaScript, or with types. */
const toApp = (registers: Registers, typed = false): string => `import { App, Stack } from 'aws-cdk-lib';
import { ConsentRegister } from 'consent-register';
const app${typed ? ': App' : ''} = new App({ outdir: 'cdk.out' });
const stack${typed ? ': Stack' : ''} = new Stack(app, 'Shop', { env: { region: '${region}' } });
${Object.entries(registers)
  .map(([id, props]) => `new ConsentRegister(stack, '${id}', ${JSON.stringify(props)}).table.tableArn;\n`)
  .join('')}app.synth();
`;

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: { Name?: unknown } }>>;
}

/** Runs an app, whose types Node.js strips. */
const synthesiseIn = async (folder: string, file: string, source: string): Promise<Template> => {
  writeFileSync(join(folder, file), source);
  await must(folder, process.execPath, [file]);
  return JSON.parse(readFileSync(join(folder, 'cdk.out/Shop.template.json'), 'utf8'));
};

/** The name of the only register in a template, which its API has. */
const nameIn = ({ Resources }: Template): string =>
  String(Object.values(Resources).find(({ Type }) => Type === 'AWS::ApiGatewayV2::Api')?.Properties?.Name);

/** What the repository's app makes of the same options. */
const synthesiseHere = (): object =>
  createStageApp({ outdir: makeFolder(), context: { ...options, region } }).synth().stacks[0]?.template;

/** @throws Error when the compiler accepts what it should not, or the reverse */
const compile = async (folder: string, registers: Registers, complaint?: string): Promise<void> => {
  const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', 'app.ts'];
  writeFileSync(join(folder, 'app.ts'), toApp(registers, true));
  const { code, stdout } = await run(folder, join(folder, 'node_modules/.bin/tsc'), words);
  if ((code === 0) !== (complaint === undefined) || !stdout.includes(complaint ?? ''))
    throw new Error(`TypeScript ends with ${code} where ${complaint ?? 'nothing'} is wrong: ${stdout}`);
};

/** @throws Error when an app is not refused in these words */
const refuse = async (folder: string, registers: Registers, words: RegExp): Promise<void> => {
  writeFileSync(join(folder, 'app.mjs'), toApp(registers));
  const { code, stderr } = await run(folder, process.execPath, ['app.mjs']);
  if (code === 0 || !words.test(stderr)) throw new Error(`an app is not refused with ${words}: ${stderr}`);
};

/**
 * A fresh app with the construct, in JavaScript or TypeScript, has the template of the repository, ids aside; two registers stand
 * in one stack; wrong options and two registers of one name are refused.
 *
 * @param peers of the package, with their ranges
 * @returns how many resources one register has, and two
 * @throws Error when something differs
 */
export const exploreConstruct = async (packed: string, peers: readonly string[]) => {
  const folder = await installInto(packed, ...peers, 'typescript@5', '@types/node@24');
  const ours = readPlainly(synthesiseHere(), 'ConsentRegister-dev', '');
  for (const [file, typed] of [
    ['app.mjs', false],
    ['app.ts', true],
  ] as const) {
    const installed = await synthesiseIn(folder, file, toApp({ Consents: options }, typed));
    if (!isDeepStrictEqual(readPlainly(installed, nameIn(installed), 'Consents'), ours))
      throw new Error(`the template of ${file} differs from that of the repository`);
  }
  const both = await synthesiseIn(folder, 'app.ts', toApp({ Consents: options, Partners: production }, true));
  await compile(folder, { Consents: options, Partners: production });
  await compile(folder, { Consents: { ...options, watchign: 'full' } }, 'watchign');
  await refuse(folder, { Consents: { ...options, watchign: 'full' } }, /Shop\/Consents: .*watchign/);
  await refuse(
    folder,
    { Consents: options, Partners: options },
    /Shop\/Partners: The stack has a register of the stage dev already, Shop\/Consents\. Give one of them/,
  );
  return { one: ours.resources.length, two: Object.keys(both.Resources).length };
};
