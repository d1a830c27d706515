import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Actor } from '../../infra/actors.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Synthesis } from './stack.ts';
import { findActorsFunction, findCode } from './stack.ts';

/** A function as it is deployed: the file of its code, and the names of the variables it is given. */
export interface Bundle {
  readonly file: string;
  readonly variables: readonly string[];
}

const isAwsVariable = (name: string): boolean => name.startsWith('AWS_');

/** What CDK has made of the function of an operation or a job. */
export const findBundle = async (synthesis: Synthesis, actor: Actor): Promise<Bundle> => ({
  file: join(await findCode(synthesis, actor), 'index.mjs'),
  variables: Object.keys(findActorsFunction(synthesis.template, actor).properties.Environment.Variables),
});

/** Calls a bundle in a fresh process with an event of its kind, which has the given variables and those of every Lambda function. */
export const runBundle = async (
  { file, variables }: Bundle,
  event: unknown,
): Promise<{ answer: Answer; calls: readonly string[] }> => {
  const names = [...variables, ...Object.keys(process.env).filter(isAwsVariable)];
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const child = fork(new URL('./bundle-process.ts', import.meta.url), { env, execArgv: [], stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  try {
    child.send({ file, event });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The bundle ended: ${output}`)));
    const [reply] = await Promise.race([once(child, 'message'), ended]);
    return reply;
  } finally {
    child.kill();
  }
};
