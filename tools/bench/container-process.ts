import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The heap that Node may have in a function of 512 MB, which is 90 % of it. */
const heap = ['--expose-gc', '--max-old-space-size=460'];

/**
 * Runs a file as a process of its own, as Lambda runs a container: hands it a task, and returns what it sends back.
 *
 * @throws Error when the process ends before that
 */
export const runInContainer = async (file: URL, task: object): Promise<unknown> => {
  const child = fork(file, { execArgv: heap });
  child.send(task);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The container ended without an answer.')));
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return answer;
};
