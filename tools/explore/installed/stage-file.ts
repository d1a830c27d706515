import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { stackFlags } from '../../../infra/feature-flags.ts';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack } from '../../../infra/stack.ts';
import type { Call, Installed } from './commands.ts';
import { check } from './commands.ts';
import { makeFolder } from './folders.ts';

type Json = Readonly<Record<string, unknown>>;

/** A template as text, without the metadata of CDK, which has paths of the machine. */
const withoutMetadata = (template: Json): string =>
  JSON.stringify(template, (name, value) => (name === 'Metadata' ? undefined : value), 1);

/** What the repository makes of the same options. */
const synthesiseHere = (options: Json & { readonly stage: string }): string => {
  const app = new App({ outdir: makeFolder(), context: stackFlags });
  const { stackName } = new ConsentRegisterStack(app, parseOptions(options));
  return withoutMetadata(app.synth().getStackByName(stackName).template);
};

const init =
  'init --stage prod --region eu-west-1 --aws-account 111122223333 --alarm-email operations@shop.example --anchor-retention-days 3653 --console';

const development = { region: 'eu-west-1', watching: 'full', console: true, events: true, backupDays: 35 };

const missing = /^consent-register: No AWS credentials were found\. [^\n]+\n$/;

/** Commands that reach AWS, as far as they get without it. */
const withoutCredentials: readonly Call[] = [
  ['diff --stage prod --no-install', missing, 5],
  ['deploy --stage prod --no-install', missing, 5],
  ['destroy --stage prod --confirm prod --no-install', missing, 5],
  ['bootstrap --stage prod --no-install', missing, 5],
  ['doctor --stage prod', missing, 5],
];

/**
 * Files of stages lead to the templates that the repository makes of them, and commands on a stage say that credentials are missing.
 *
 * @returns how many resources the stages have
 * @throws Error when a template differs
 */
export const exploreStageFile = async (installed: Installed): Promise<readonly number[]> => {
  const { folder } = installed;
  await check(installed, [init, /consent-register\.prod\.json/]);
  writeFileSync(join(folder, 'consent-register.dev.json'), JSON.stringify(development));
  const counts: number[] = [];
  for (const stage of ['prod', 'dev']) {
    const { stdout } = await check(installed, [
      `synth --stage ${stage} --install --json --out out-${stage}`,
      /template/,
    ]);
    const theirs: Json = JSON.parse(readFileSync(join(folder, JSON.parse(stdout).template), 'utf8'));
    const options: Json = JSON.parse(readFileSync(join(folder, `consent-register.${stage}.json`), 'utf8'));
    if (withoutMetadata(theirs) !== synthesiseHere({ ...options, stage }))
      throw new Error(`the template of stage ${stage} differs from that of the repository`);
    counts.push(Object.keys(theirs.Resources ?? {}).length);
  }
  const environment = { ...installed.environment, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' };
  for (const refused of withoutCredentials) await check({ ...installed, environment }, refused);
  return counts;
};
