import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { command, offline } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { chooseStage, goesOn, withDeployment } from '../deployment/deployment.ts';
import { openHost } from '../deployment/host.ts';
import type { Standing } from '../deployment/standing.ts';
import { readStanding, withoutProtection } from '../deployment/standing.ts';
import { saySoFar } from '../interruption.ts';
import { installOption, noInstallOption } from '../peers/options.ts';
import { align, note, toDetails } from '../printing/output.ts';
import { patience } from '../stage/patience.ts';
import { askText, isInteractive } from '../terminal.ts';

/** Says what a destruction leaves. */
const tellWhatStays = ({ retained, isProtected }: Standing): void => {
  if (retained.length === 0) note('Everything in this stage is deleted with it.');
  else {
    note('These stay, and cost what they store, until you delete them yourself ("Destroy a stage" in docs/deploy.md):');
    note(align(retained.map(({ id, type, name }) => [id, type, name])));
  }
  if (isProtected) note('The stage is protected from deletion. This command takes the protection off.');
};

/** @throws CommandError refused when the typed name is another one; usage without a terminal and without --confirm */
const confirm = async (stage: string, confirmed: string | undefined): Promise<void> => {
  const rule = `Type the name of the stage to destroy it, ${stage}`;
  if (confirmed === undefined && !isInteractive()) {
    throw new CommandError(`Nobody can be asked here. Confirm with --confirm ${stage}.`, 'usage');
  }
  const typed = confirmed ?? (await askText(`${rule}:`, () => undefined));
  if (typed.trim() !== stage) throw new CommandError('That is another name; nothing was changed.', 'refused');
};

export const destroy = command(
  'destroy',
  'Destroys a stage, and says what stays of it: outside development its tables, keys and anchors',
  'destroy --stage dev',
)
  .option('--confirm <stage>', 'the name of the stage, typed beforehand')
  .option('--verbose', 'print all that CDK says')
  .option(...installOption)
  .option(...noInstallOption)
  .action(
    offline(async ({ confirm: confirmed, verbose = false }, command) => {
      const choice = chooseStage(command);
      const host = openHost(choice.stage, { verbose, yes: true });
      return withDeployment(choice, host, async ({ toolkit, source, stage, stackName, region, account }) => {
        const client = new CloudFormationClient({ ...patience, region });
        const standing = await readStanding(client, stackName, region);
        tellWhatStays(standing);
        await confirm(stage, confirmed);
        const goOn = async (): Promise<void> => {
          saySoFar(goesOn);
          await toolkit.destroy(source);
        };
        if (standing.isProtected) await withoutProtection(client, stackName, goOn);
        else await goOn();
        return toDetails(
          { stage, stack: stackName, account, region, destroyed: true, stays: standing.retained.length },
          {
            stage,
            stack: stackName,
            account,
            region,
            destroyed: true,
            stays: standing.retained,
          },
        );
      });
    }),
  );
