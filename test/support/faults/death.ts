import type { StoreAnswer, StoreCall, StoreProxy } from './store-proxy.ts';
import { storeError } from './store-proxy.ts';

const isWrite = ({ name }: StoreCall): boolean =>
  /^(Put|Update|Delete)Item$|^TransactWriteItems$|^BatchWriteItem$/.test(name);

/** Whether this write, the so many-th from 1, is the one to die at. */
export type IsTheOne = (call: StoreCall, writes: number) => boolean;

/**
 * Kills what calls through the proxy: from its death at a write on no call comes to the table, and `end` says what it gets.
 *
 * @param isDone whether that write is done and nobody knows; or else it does not come to the table
 * @returns waits until the table has done what came to it before
 */
export const killAtWrite = (
  proxy: StoreProxy,
  isTheOne: IsTheOne,
  isDone: boolean | undefined,
  end: () => StoreAnswer | undefined,
): (() => Promise<unknown>) => {
  let [writes, isDead] = [0, false];
  const sent: Promise<StoreAnswer>[] = [];
  const send = ({ forward }: StoreCall): Promise<StoreAnswer> => {
    const answer = forward();
    sent.push(answer);
    return answer;
  };
  proxy.intercept = async (call) => {
    if (isDead) return end();
    if (!isWrite(call)) return send(call);
    writes += 1;
    if (!isTheOne(call, writes)) return send(call);
    isDead = true;
    if (isDone) await send(call);
    return end();
  };
  return () => Promise.allSettled(sent);
};

/** Has work of this process die at a write: it may say what it likes then, but the table refuses all. */
export const dieAtWrite = async <Result>(
  proxy: StoreProxy,
  isTheOne: IsTheOne,
  isDone: boolean | undefined,
  work: () => Promise<Result>,
): Promise<{ readonly outcome: Result; readonly isDead: boolean }> => {
  let isDead = false;
  const settled = killAtWrite(proxy, isTheOne, isDone, () => {
    isDead = true;
    return storeError(400, 'AccessDeniedException');
  });
  const outcome = await work();
  proxy.intercept = undefined;
  await settled();
  return { outcome, isDead };
};
