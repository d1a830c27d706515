import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../infra/actors.ts';

/** Who calls AWS: a function, or an operators' command by its words. */
export type Caller = Actor | `command ${string}`;

/** One for the worker, also where a test has its modules loaded anew. */
const worker = globalThis as { callers?: AsyncLocalStorage<Caller> };
worker.callers ??= new AsyncLocalStorage<Caller>();
const { callers } = worker;

/** Runs what a function or a command does, so that its calls to AWS are known as its own. */
export const actAs = <Result>(caller: Caller, work: () => Result): Result => callers.run(caller, work);

/** Whose work is being done; undefined where a test itself arranges or looks. */
export const findActor = (): Caller | undefined => callers.getStore();
