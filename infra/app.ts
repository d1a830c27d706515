import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { isInstalled } from '../shared/runtime/installation.ts';
import { NotBuilt } from './code.ts';
import { WrongOption } from './options.ts';
import { createStageApp } from './stage-app.ts';

try {
  // All flags, as CDK's command line else counts those that are not set. They change nothing in the template.
  const context = { ...flags, '@aws-cdk/core:target-partitions': ['aws'] };
  const app = createStageApp({ context, tell: console.error });
  if (!isInstalled) {
    const { addRules } = await import('./rules.ts');
    addRules(app);
  }
} catch (error) {
  if (!(error instanceof WrongOption || error instanceof NotBuilt)) throw error;
  console.error(error.message);
  process.exit(1);
}
