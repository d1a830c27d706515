import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Actor } from '../../infra/code.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import type { Synthesis } from '../support/make/stack.ts';
import { findActorsFunction, findFolder } from '../support/make/stack.ts';

/** A function as it is deployed: the file of its code, and the names of the variables it is given. */
export interface Bundle {
  readonly file: string;
  readonly variables: readonly string[];
}

/** What the process of the bundles is asked. */
export interface BundleCall {
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly event: unknown;
}

export type BundleReply = { readonly answer: Answer; readonly calls: readonly string[] } | { readonly failure: string };

const isAwsVariable = (name: string): boolean => name.startsWith('AWS_');

/** What is deployed as the function of an operation or a job. */
export const findBundle = (synthesis: Synthesis, actor: Actor): Bundle => ({
  file: join(findFolder(synthesis, actor), 'index.mjs'),
  variables: Object.keys(findActorsFunction(synthesis.template, actor).properties.Environment.Variables),
});

let started: ChildProcess | undefined;

/** One process for all test files of a worker, which ends with it. */
const startProcess = (): ChildProcess => {
  const child = fork(new URL('./bundle-process.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    started = undefined;
  });
  return child;
};

/**
 * Calls a bundle with an event of its kind, in a process beside this one, where it finds the given variables and those of every
 * Lambda function, and no other.
 */
export const runBundle = async (
  { file, variables }: Bundle,
  event: unknown,
): Promise<{ answer: Answer; calls: readonly string[] }> => {
  started ??= startProcess();
  const names = [...variables, ...Object.keys(process.env).filter(isAwsVariable)];
  const environment = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const call: BundleCall = { file, environment, event };
  started.send(call);
  const waiting = new AbortController();
  const ended = once(started, 'exit', waiting).then(() => ({ failure: 'The process ended.' }));
  const replied: Promise<BundleReply> = once(started, 'message', waiting).then(([reply]) => reply);
  const reply = await Promise.race([replied, ended]);
  waiting.abort();
  if ('failure' in reply) throw new Error(`${file}: ${reply.failure}`);
  return reply;
};
