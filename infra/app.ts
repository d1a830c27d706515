import type { App } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { NotBuilt } from './code.ts';
import { WrongOption } from './options.ts';
import { createStageApp } from './stage-app.ts';

/** Rules that every template must pass at synth, in addition to CloudFormation's own. A violation fails the synth. */
const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
};

try {
  addChecks(createStageApp({ tell: console.error }));
} catch (error) {
  if (!(error instanceof WrongOption || error instanceof NotBuilt)) throw error;
  console.error(error.message);
  process.exit(1);
}
