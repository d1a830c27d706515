import { App } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { NotBuilt } from './code.ts';
import { gatherOptions } from './given-options.ts';
import { parseOptions, WrongOption } from './options.ts';
import { ConsentRegisterStack } from './stack.ts';

const app = new App();

addChecks(app);
try {
  new ConsentRegisterStack(app, parseOptions(gatherOptions(app.node.getAllContext(), process.env.CDK_DEFAULT_REGION)));
} catch (error) {
  if (!(error instanceof WrongOption || error instanceof NotBuilt)) throw error;
  console.error(error.message);
  process.exit(1);
}
