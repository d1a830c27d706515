import { toStackName } from '../../shared/stage.ts';
import { command, offline } from '../command.ts';
import { chooseStage, readStage } from '../deployment/deployment.ts';
import { installOption, noInstallOption } from '../peers/options.ts';
import { toDetails } from '../printing/output.ts';

export const synth = command(
  'synth',
  'Writes the CloudFormation template of a stage and checks its options, without AWS',
  'synth --stage prod',
)
  .option('--out <folder>', 'folder to write to', 'cdk.out')
  .option(...installOption)
  .option(...noInstallOption)
  .action(
    offline(async ({ out }, command) => {
      const choice = chooseStage(command);
      const { make, options } = await readStage(choice);
      const { templateFullPath: template } = make({ outdir: out }).synth().getStackByName(toStackName(choice.stage));
      return toDetails({ stage: choice.stage, region: options.region, template });
    }),
  );
