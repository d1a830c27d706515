import { stackOutputs } from '../../../shared/stage.ts';
import { startAws } from '../../../test/support/aws.ts';
import type { Call, Installed } from './commands.ts';
import { check, commandIn } from './commands.ts';
import { installNode, makeFolder, run } from './folders.ts';

/** Words, and what is said of them. */
const wrongWords: readonly Call[] = [
  ['synth --stage dev --region eu-west-1 --no-install', /are not installed: aws-cdk-lib, .*\. Install with: npm /, 5],
  ['doctr', /unknown command 'doctr'/, 2],
  ['account list --sage prod', /unknown option '--sage'/, 2],
  ['synth --stage prdo', /There is no file consent-register\.prdo\.json\. Write it with/, 2],
  ['account list', /Choose what to work on: --stage/, 2],
];

/** Stacks, and what is said of them. */
const wrongStacks: readonly Call[] = [
  ['account list --stack Website', /The stack Website has no consent register in its outputs\. Check the name/, 5],
  ['account list --stack Shop', /The stack Shop has several registers\. Choose one with --stage: dev, prod\./, 2],
  ['account list --stack Shop --stage test', /has no register of the stage test\. It has: dev, prod\./, 5],
  ['account list --stack Nowhere', /There is no stack Nowhere in eu-west-1\. Check the name/, 5],
];

const outputsOf = (prefix: string, stage: string): Readonly<Record<string, string>> => ({
  [`${prefix}${stackOutputs.register}`]: stage,
  [`${prefix}${stackOutputs.tableName}`]: `Shop-${prefix}`,
});

/** A stand-in of AWS with a stack that is no register, and one with two. */
const startStacks = async (): Promise<Readonly<Record<string, string>>> => {
  const { endpoint, stacks } = await startAws();
  stacks.set('Website', { WebsiteUrl: 'https://shop.example' });
  stacks.set('Shop', { ...outputsOf('Consents', 'prod'), ...outputsOf('Trial', 'dev') });
  return {
    AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint,
    AWS_ENDPOINT_URL_STS: endpoint,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
};

/** @throws Error when an older Node.js does not say in one line which one is needed */
const tryOldNode = async ({ folder }: Installed): Promise<void> => {
  const { code, stdout, stderr } = await run(folder, await installNode(20), [commandIn(folder), '--help']);
  if (code !== 5 || !/^consent-register: Node\.js [^\n]+ is needed, and this is 20\.\S+\.\n$/.test(stderr))
    throw new Error(`Node.js 20: ended with ${code}: ${stdout}${stderr}`);
};

/**
 * Each wrong call is told what to do, in the words of this program.
 *
 * @returns how many
 * @throws Error when one is not
 */
export const exploreBadInput = async (installed: Installed): Promise<number> => {
  const lacking = { ...installed, environment: { XDG_CACHE_HOME: makeFolder() } };
  for (const wrong of wrongWords) await check(lacking, wrong);
  const environment = { ...lacking.environment, ...(await startStacks()) };
  for (const wrong of wrongStacks) await check({ ...installed, environment }, wrong);
  await tryOldNode(installed);
  return wrongWords.length + wrongStacks.length + 1;
};
