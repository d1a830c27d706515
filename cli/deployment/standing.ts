import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import * as v from 'valibot';
import { CommandError } from '../command-error.ts';
import { saySoFar } from '../interruption.ts';
import { note } from '../printing/output.ts';

/** Something that a destruction leaves. */
export interface Retained {
  readonly id: string;
  readonly type: string;
  /** What AWS calls it. */
  readonly name: string;
}

/** What a destruction of a stack meets. */
export interface Standing {
  readonly isProtected: boolean;
  readonly retained: readonly Retained[];
}

const Template = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Resources: v.record(v.string(), v.object({ DeletionPolicy: v.optional(v.string()) })) }),
);

/** @throws CommandError unreachable when there is no such stack */
export const readStanding = async (
  client: CloudFormationClient,
  StackName: string,
  region: string,
): Promise<Standing> => {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName })).catch((error) => {
    if (error.name !== 'ValidationError') throw error;
    return { Stacks: [] };
  });
  const [stack] = Stacks ?? [];
  if (stack === undefined) {
    throw new CommandError(`There is no stack ${StackName} in ${region}: nothing to destroy.`, 'unreachable');
  }
  const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName }));
  const { Resources } = v.parse(Template, TemplateBody);
  const retained: Retained[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const {
      LogicalResourceId: id = '',
      ResourceType: type = '',
      PhysicalResourceId: name = '',
      ResourceStatus: status,
    } of StackResourceSummaries)
      if (/^Retain/.test(Resources[id]?.DeletionPolicy ?? '') && status !== 'DELETE_COMPLETE')
        retained.push({ id, type, name });
  }
  return { isProtected: stack.EnableTerminationProtection === true, retained };
};

/**
 * Takes the protection from deletion off a stack, and puts it back if the work fails: a stack that stands is to be as safe
 * as before.
 */
export const withoutProtection = async (
  client: CloudFormationClient,
  StackName: string,
  work: () => Promise<void>,
): Promise<void> => {
  const protect = (EnableTerminationProtection: boolean) =>
    client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection }));
  saySoFar('the stack is no longer protected from deletion.');
  await protect(false);
  try {
    await work();
  } catch (error) {
    await protect(true).then(
      () => note('The stack is protected from deletion again.'),
      () => note('The stack is no longer protected from deletion.'),
    );
    throw error;
  }
};
