import { callOf } from '../../shared/calls.ts';
import { command, offline } from '../command.ts';
import { chooseStage, goesOn, withDeployment } from '../deployment/deployment.ts';
import { openHost } from '../deployment/host.ts';
import { saySoFar } from '../interruption.ts';
import { installOption, noInstallOption } from '../peers/options.ts';
import { note, toDetails } from '../printing/output.ts';
import { addText } from '../typed-values.ts';

export const bootstrap = command(
  'bootstrap',
  'Prepares the AWS account and region of a stage for deployments by CDK, once for each',
  'bootstrap --stage prod',
)
  .option(
    '--execution-policy <arn>',
    'a policy that deployments get, once for each (default: that of administrators)',
    addText,
  )
  .option('--verbose', 'print all that CDK says')
  .option(...installOption)
  .option(...noInstallOption)
  .action(
    offline(async ({ executionPolicy, verbose = false }, command) => {
      const choice = chooseStage(command);
      const host = openHost(choice.stage, { verbose });
      return withDeployment(choice, host, async ({ toolkit, account, region }) => {
        const { BootstrapEnvironments, BootstrapStackParameters } = await import('@aws-cdk/toolkit-lib');
        saySoFar(goesOn);
        const { environments } = await toolkit.bootstrap(
          BootstrapEnvironments.fromList([`aws://${account}/${region}`]),
          {
            ...(executionPolicy && {
              parameters: BootstrapStackParameters.withExisting({
                cloudFormationExecutionPolicies: [...executionPolicy],
              }),
            }),
          },
        );
        const isNew = environments.some(({ status }) => status === 'success');
        note(
          `${isNew ? 'Bootstrapped' : 'It was bootstrapped before; nothing was changed'}. Next: ${callOf(`diff --stage ${choice.stage}`)}`,
        );
        return toDetails({ account, region, changed: isNew });
      });
    }),
  );
