import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ICloudAssemblySource, Toolkit } from '@aws-cdk/toolkit-lib';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as v from 'valibot';
import type { Options } from '../../infra/options.ts';
import { callOf } from '../../shared/calls.ts';
import { isInstalled } from '../../shared/installed.ts';
import { isDevelopment, stageName, toStackName } from '../../shared/stage.ts';
import { nameStageFile, readStageFile } from '../../shared/stage-file.ts';
import { CommandError } from '../command-error.ts';
import { toPermission } from '../peers/options.ts';
import { cdkPeers, usePeers } from '../peers/peers.ts';
import { note } from '../printing/output.ts';
import { toCommandError } from '../stage/failure.ts';
import { patience } from '../stage/patience.ts';
import { explainFailure } from './failure.ts';
import type { Host } from './host.ts';

/** A stage that a command deploys, compares or destroys. */
export interface Deployment {
  readonly stage: string;
  readonly stackName: string;
  readonly region: string;
  /** The AWS account of the credentials, which is that of the stage. */
  readonly account: string;
  readonly options: Options;
  readonly toolkit: Toolkit;
  /** Makes the stack. */
  readonly source: ICloudAssemblySource;
}

const text = v.optional(v.string());

const Given = v.object({
  stage: text,
  stack: text,
  region: text,
  table: text,
  local: v.optional(v.literal(true)),
  install: v.optional(v.boolean()),
});

/** What the options of a command say, and `CONSENT_REGISTER_STAGE`. */
export interface Choice {
  /** The command, as messages name it. */
  readonly who: string;
  readonly stage: string;
  readonly region: string | undefined;
  readonly install: boolean | undefined;
}

/** @throws CommandError usage when no stage is named, or what only other commands work on */
export const chooseStage = (command: CommandUnknownOpts): Choice => {
  const { CONSENT_REGISTER_STAGE: usual = '' } = process.env;
  const { stage = usual, stack, region, table, local, install } = v.parse(Given, command.optsWithGlobals());
  const who = `\`${command.name()}\``;
  if (stack !== undefined) {
    throw new CommandError(
      `${who} works on a stage with a stack of its own. Deploy a stack of yours with the CDK app that it is in.`,
      'usage',
    );
  }
  if (table !== undefined || local) throw new CommandError(`${who} works on a stage. Use --stage <name>.`, 'usage');
  if (stage === '') throw new CommandError(`Name the stage for ${who}: --stage <name>.`, 'usage');
  if (!stageName.pattern.test(stage)) {
    throw new CommandError(`${JSON.stringify(stage)} cannot be the name of a stage: it ${stageName.rule}.`, 'usage');
  }
  return { who, stage, region, install };
};

/** Builds the functions in a clone, whose sources may have changed. The package has them. */
const buildFunctions = (): void => {
  if (isInstalled) return;
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../build-functions.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new CommandError('The functions could not be built. The lines above say why.');
};

/** What is made, or what is wrong with the options or the installation. @throws CommandError usage */
const inOneLine = <Made>(make: () => Made): Made => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error && ['WrongOption', 'NotBuilt', 'DamagedStageFile'].includes(error.name))) throw error;
    throw new CommandError(error.message, 'usage');
  }
};

/** The options of a stage, and what makes its app. @throws CommandError usage when an option is wrong */
export const readStage = async ({ who, stage, region, install }: Choice) => {
  if (!isDevelopment(stage) && inOneLine(() => readStageFile(stage)) === 'missing') {
    throw new CommandError(
      `There is no file ${nameStageFile(stage)}. Write it with ${callOf(`init --stage ${stage}`)}, or name another stage.`,
      'usage',
    );
  }
  await usePeers(who, cdkPeers(), toPermission(install));
  const { createStageApp, readOptions } = await import('../../infra/stage-app.ts');
  const context = { stage, ...(region !== undefined && { region }) };
  const options = inOneLine(() => readOptions(context));
  const make = (props: { readonly outdir?: string; readonly context?: Readonly<Record<string, unknown>> }) => {
    buildFunctions();
    return inOneLine(() => createStageApp({ ...props, context: { ...props.context, ...context } }));
  };
  return { options, make };
};

/**
 * The AWS account of the credentials.
 *
 * @throws CommandError unreachable when there are none, or the stage is in another one
 */
const findAccount = async ({ stage, region, account }: Options): Promise<string> => {
  const client = new STSClient({ ...patience, region });
  const { Account: caller = '' } = await client.send(new GetCallerIdentityCommand({})).catch((error) => {
    throw toCommandError(error, `AWS in ${region}`);
  });
  if (account !== undefined && account !== caller) {
    throw new CommandError(
      `Your credentials are for AWS account ${caller}, but ${nameStageFile(stage)} says ${account}. Nothing was changed. Check AWS_PROFILE.`,
      'unreachable',
    );
  }
  return caller;
};

/** What is true of a stage after Ctrl-C: CloudFormation does not hear it. */
export const goesOn = 'CloudFormation goes on with it. Repeat the command to see how it ends.';

/** How CDK makes the app of a stage: with what the file says alone, in a folder that it deletes. */
export const assemblySettings = {
  clobberEnv: false,
  /** CDK forgets by itself that the folder is a temporary one. */
  disposeOutdir: true,
  lookups: false,
  resolveDefaultEnvironment: false,
  synthOptions: { versionReporting: false },
} as const;

/**
 * Works on a stage by means of CDK.
 *
 * @param host hears what CDK says, and answers what it asks
 * @throws CommandError when the options are wrong, the credentials are for another AWS account, or CDK fails
 */
export const withDeployment = async <Outcome>(
  choice: Choice,
  host: Host,
  work: (deployment: Deployment) => Promise<Outcome>,
): Promise<Outcome> => {
  const { options, make } = await readStage(choice);
  const { stage } = choice;
  const { region } = options;
  process.env.AWS_REGION = region;
  const account = await findAccount(options);
  note(`On stage ${stage} in ${region} of AWS account ${account}`);
  const { MemoryContext, Toolkit } = await import('@aws-cdk/toolkit-lib');
  const toolkit = new Toolkit({ ioHost: host.ioHost, color: false, emojis: false });
  const source = await toolkit.fromAssemblyBuilder(
    async ({ outdir, context }) =>
      make({ ...(outdir !== undefined && { outdir }), ...(context && { context }) }).synth(),
    { ...assemblySettings, contextStore: new MemoryContext() },
  );
  try {
    return await work({ stage, stackName: toStackName(stage), region, account, options, toolkit, source });
  } catch (error) {
    throw host.refusal() ?? explainFailure(error, stage);
  }
};
