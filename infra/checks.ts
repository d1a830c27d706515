import type { App } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Rules that every template is held against at synth, beside CloudFormation's own. What breaks one fails the synth. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
};
