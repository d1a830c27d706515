import { Option } from '@commander-js/extra-typings';
import { callOf } from '../../shared/calls.ts';
import { stackOutputs } from '../../shared/stage.ts';
import { command, offline } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { chooseStage, goesOn, withDeployment } from '../deployment/deployment.ts';
import { approvals, openHost } from '../deployment/host.ts';
import { saySoFar } from '../interruption.ts';
import { installOption, noInstallOption } from '../peers/options.ts';
import { note, toDetails } from '../printing/output.ts';

export const deploy = command(
  'deploy',
  'Deploys a stage into your AWS account, or updates it',
  'deploy --stage prod --no-rollback',
)
  .option(
    '--no-rollback',
    'keep what was made if it fails, to mend the cause and repeat: for the first deployment only',
  )
  .addOption(
    new Option(
      '--require-approval <when>',
      'ask before changes that broaden rights or replace something, before any, or never',
    )
      .choices(approvals)
      .default('broadening' as const),
  )
  .option('--yes', 'agree to everything beforehand')
  .option('--verbose', 'print all that CDK says')
  .option(...installOption)
  .option(...noInstallOption)
  .action(
    offline(async ({ rollback, requireApproval, yes = false, verbose = false }, command) => {
      const choice = chooseStage(command);
      const { stage } = choice;
      const host = openHost(stage, { approval: requireApproval, yes, verbose });
      return withDeployment(choice, host, async ({ toolkit, source, stackName, account, region }) => {
        saySoFar(goesOn);
        const { stacks } = await toolkit.deploy(source, { rollback, deploymentMethod: { method: 'change-set' } });
        const [deployed] = stacks;
        if (deployed === undefined) throw new CommandError(`CDK deployed no stack for stage ${stage}.`);
        note(
          `Deployed. ${callOf(`setup --stage ${stage}`)} makes the first account, ${callOf(`doctor --stage ${stage}`)} checks the stage.`,
        );
        const outputs = Object.fromEntries(
          Object.entries(deployed.outputs).filter(([name]) => Object.values<string>(stackOutputs).includes(name)),
        );
        return toDetails({ stage, stack: stackName, account, region, ...outputs });
      });
    }),
  );
