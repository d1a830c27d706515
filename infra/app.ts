import { App } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { gatherOptions } from './given-options.ts';
import type { Options } from './options.ts';
import { parseOptions, WrongOption } from './options.ts';
import { ConsentRegisterStack } from './stack.ts';

const app = new App();

const readOptions = (): Options => {
  try {
    return parseOptions(gatherOptions(app.node.getAllContext(), process.env.CDK_DEFAULT_REGION));
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};

addChecks(app);
new ConsentRegisterStack(app, readOptions());
