import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../infra/table-access.ts';

const actors = new AsyncLocalStorage<Actor>();

/** Runs what a function does, so that its calls to the store are known as its own. */
export const actAs = <Result>(actor: Actor, work: () => Result): Result => actors.run(actor, work);

/** Whose work is being done; undefined where a test itself arranges or looks. */
export const findActor = (): Actor | undefined => actors.getStore();
