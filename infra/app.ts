import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import * as v from 'valibot';
import { isDevelopment } from '../shared/stage.ts';
import { DamagedStageFile, nameStageFile, readStageFile } from '../shared/stage-file.ts';
import { NotBuilt } from './code.ts';
import { optionSchemas } from './option-schemas.ts';
import type { Options } from './options.ts';
import { parseOptions, WrongOption } from './options.ts';
import { ConsentRegisterStack } from './stack.ts';

const app = new App();

/** Rules that every template must pass at synth, in addition to CloudFormation's own. A violation fails the synth. */
const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
};

addChecks(app);

/** Context names that belong to CDK and its command line; all others are options. */
const isOfCdk = (name: string): boolean => /[:/@-]/.test(name) || name === 'metafile';

/** A file that is enough for a stage which is not for development. */
const exampleFile =
  '{ "region": "eu-west-1", "account": "111122223333", "alarmEmail": "operations@shop.example", "anchorRetentionDays": 3653 }';

const readFile = (stage: string): Readonly<Record<string, unknown>> => {
  const content = readStageFile(stage);
  if (content === 'missing') {
    if (isDevelopment(stage)) return {};
    throw new WrongOption(
      `Option stage names ${stage}, which has no file. Write ${nameStageFile(stage)}, such as ${exampleFile}.`,
    );
  }
  return content;
};

/**
 * The options given for a stage: by its file in `infra/stages/` and by context, which takes precedence. Every stage except
 * development stages must have a file, so that a deployment without it does not silently undo its options.
 *
 * @param context of the CDK app, such as `-c stage=prod` on the command line
 * @param region of the operator's AWS profile, the default for a development stage
 * @throws WrongOption when the file is missing
 * @throws DamagedStageFile
 */
export const gatherOptions = (
  context: Readonly<Record<string, unknown>>,
  region?: string | undefined,
): Record<string, unknown> => {
  const given = Object.fromEntries(Object.entries(context).filter(([name]) => !isOfCdk(name)));
  const stage = given.stage ?? 'dev';
  if (!v.is(optionSchemas.stage, stage)) return given;
  return { ...(region !== undefined && isDevelopment(stage) && { region }), ...readFile(stage), ...given };
};

/** One line, because a stage whose name did not arrive is the one for development. */
const sayWhere = ({ stage, region, account }: Options): void =>
  console.error(
    `Stage ${stage} in ${region}, ${account ? `AWS account ${account}` : 'the AWS account of your credentials'}.`,
  );

try {
  const options = parseOptions(gatherOptions(app.node.getAllContext(), process.env.CDK_DEFAULT_REGION));
  new ConsentRegisterStack(app, options);
  sayWhere(options);
} catch (error) {
  if (!(error instanceof WrongOption || error instanceof NotBuilt || error instanceof DamagedStageFile)) throw error;
  console.error(error.message);
  process.exit(1);
}
