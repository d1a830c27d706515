import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { command, offline } from '../command.ts';
import { chooseStage, withDeployment } from '../deployment/deployment.ts';
import type { Host } from '../deployment/host.ts';
import { openHost } from '../deployment/host.ts';
import { installOption, noInstallOption } from '../peers/options.ts';

const StackDiff = v.object({
  numStacksWithChanges: v.number(),
  permissionChanges: v.string(),
  formattedDiff: v.object({ diff: v.string(), security: v.optional(v.string(), '') }),
});

/** Keeps the comparison that CDK tells. */
const listen = ({ ioHost, refusal }: Host) => {
  let found: v.InferOutput<typeof StackDiff> | undefined;
  const host: Host = {
    refusal,
    ioHost: {
      notify: async (message) => {
        if (message.code === 'CDK_TOOLKIT_I4002') found = v.parse(StackDiff, message.data);
        else await ioHost.notify(message);
      },
      requestResponse: (request) => ioHost.requestResponse(request),
    },
  };
  return { host, takeDiff: () => found };
};

export const diff = command(
  'diff',
  'Shows what a deployment would change in a stage, the rights that it grants first',
  'diff --stage prod',
)
  .option('--verbose', 'print all that CDK says')
  .option(...installOption)
  .option(...noInstallOption)
  .action(
    offline(async ({ verbose = false }, command) => {
      const choice = chooseStage(command);
      const { host, takeDiff } = listen(openHost(choice.stage, { verbose }));
      return withDeployment(choice, host, async ({ toolkit, source, stackName }) => {
        await toolkit.diff(source);
        const found = takeDiff();
        const texts = found === undefined ? [] : [found.formattedDiff.security, found.formattedDiff.diff];
        const text = texts.map((part) => stripVTControlCharacters(part).trim()).filter((part) => part !== '');
        const hasChanges = found !== undefined && found.numStacksWithChanges > 0;
        return {
          data: {
            stack: stackName,
            hasChanges,
            permissions: found?.permissionChanges ?? 'none',
            text: text.join('\n\n'),
          },
          text: hasChanges ? text.join('\n\n') : '',
          ...(!hasChanges && { remark: 'A deployment would change nothing.' }),
        };
      });
    }),
  );
