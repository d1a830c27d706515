import { stripVTControlCharacters } from 'node:util';
import type { IIoHost, IoMessage, IoRequest } from '@aws-cdk/toolkit-lib';
import * as v from 'valibot';
import { CommandError } from '../command-error.ts';
import { note } from '../printing/output.ts';
import { askFirst } from '../terminal.ts';

/** Which changes are asked about before they are deployed. */
export const approvals = ['never', 'broadening', 'any-change'] as const;
export type Approval = (typeof approvals)[number];

/** What hears CDK, and answers it. */
export interface Host {
  readonly ioHost: IIoHost;
  /** Why a person said no, or nobody could be asked. CDK then ends with an error of its own. */
  readonly refusal: () => CommandError | undefined;
}

const Activity = v.object({
  event: v.object({
    LogicalResourceId: v.string(),
    ResourceType: v.optional(v.string(), ''),
    ResourceStatus: v.optional(v.string(), ''),
    ResourceStatusReason: v.optional(v.string()),
  }),
  progress: v.object({ completed: v.number(), total: v.optional(v.number()) }),
});

/** One line for each resource that is done, or failed. Its beginning is not told. */
export const describeActivity = (data: unknown): string | undefined => {
  if (!v.is(Activity, data)) return undefined;
  const { event, progress } = v.parse(Activity, data);
  const { LogicalResourceId: id, ResourceType: type, ResourceStatus: status, ResourceStatusReason: reason } = event;
  if (!/(?:_COMPLETE|_FAILED)$/.test(status)) return undefined;
  const { completed, total = 0 } = progress;
  // CDK counts only the resources of the template: a rollback, or an update that deletes, has more.
  const count = completed > total ? `${completed}` : `${completed}/${total}`;
  const why = status.endsWith('_FAILED') && reason !== undefined ? `: ${reason}` : '';
  return `${count} ${id} (${type}) ${status.toLowerCase().replaceAll('_', ' ')}${why}`;
};

const Confirmation = v.object({
  permissionChangeType: v.optional(v.string(), 'none'),
  destructiveChanges: v.optional(v.array(v.object({ logicalId: v.string(), impact: v.string() })), []),
});

const clean = (message: string): string => stripVTControlCharacters(message).trim();

/** What is wrong, but for what names options of CDK's own command line, or says that a question comes. */
const isWorthTelling = (level: string, message: string): boolean =>
  (level === 'error' || level === 'warn') &&
  !/potentially sensitive changes|--cloudformation-execution-policies/.test(message);

/** The changes that CDK puts before its question. */
const takeDiff = (message: string): string =>
  clean(message).replace(/\n\n[^\n]*Do you wish to deploy these changes\?$/, '');

/**
 * @param stage as questions name it
 * @param yes whether everything is agreed to beforehand
 * @param verbose whether all that CDK says is printed
 */
export const openHost = (
  stage: string,
  { approval = 'broadening', yes = false, verbose = false }: { approval?: Approval; yes?: boolean; verbose?: boolean },
): Host => {
  let refusal: CommandError | undefined;
  const agree = async (question: string): Promise<boolean> => {
    try {
      await askFirst(question, yes);
      return true;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refusal = error;
      return false;
    }
  };
  const approve = async ({ data, message }: IoMessage<unknown>): Promise<boolean> => {
    const { permissionChangeType, destructiveChanges } = v.parse(Confirmation, data);
    const isAsked =
      approval === 'any-change' ||
      (approval === 'broadening' && (permissionChangeType === 'broadening' || destructiveChanges.length > 0));
    if (!isAsked) return true;
    note(takeDiff(message));
    for (const { logicalId, impact } of destructiveChanges)
      note(`${logicalId}: ${impact.toLowerCase().replaceAll('_', ' ')}`);
    return agree(`Deploy these changes to stage ${stage}?`);
  };
  const notify = async ({ code, level, message, data }: IoMessage<unknown>): Promise<void> => {
    const line = code === 'CDK_TOOLKIT_I5502' ? describeActivity(data) : undefined;
    if (verbose) note(clean(message));
    else if (line !== undefined) note(line);
    else if (isWorthTelling(level, message)) note(clean(message));
  };
  const answer = async (request: IoMessage<unknown>): Promise<unknown> => {
    if (request.code === 'CDK_TOOLKIT_I5060') return approve(request);
    if (request.code === 'CDK_TOOLKIT_I5050') return agree(`${clean(request.message)}?`);
    return undefined;
  };
  return {
    ioHost: {
      notify,
      // The type of an answer belongs to the code of its question.
      requestResponse: async <Answer>(request: IoRequest<unknown, Answer>) =>
        ((await answer(request)) as Answer | undefined) ?? request.defaultResponse,
    },
    refusal: () => refusal,
  };
};
