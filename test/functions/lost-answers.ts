import type { StoreAnswer, StoreCall, StoreProxy } from '../support/faults/store-proxy.ts';

const isWrite = ({ name }: StoreCall): boolean => /^(PutItem|UpdateItem|TransactWriteItems)$/.test(name);

type Lose = (answer: StoreAnswer) => StoreAnswer | undefined;

/** How the answer of a write that the engine has done can be lost. */
export const waysToLose: readonly (readonly [string, Lose])[] = [
  ['the connection breaks', () => undefined],
  ['the answer is torn', (answer) => ({ ...answer, isTorn: true })],
  ['it is a failure', () => ({ status: 500, output: { __type: 'InternalServerError', message: 'by the test' } })],
];

/**
 * The engine does the work; of the first so many writes the answer is lost. Returns the names of all writes. The SDK makes
 * fewer new tries when many are needed in one process: a file of tests must not lose hundreds.
 */
export const loseAnswers = (proxy: StoreProxy, times: number, lose: Lose = () => undefined): string[] => {
  const writes: string[] = [];
  proxy.intercept = async (call) => {
    const answer = await call.forward();
    if (!isWrite(call)) return answer;
    return writes.push(call.name) > times ? answer : lose(answer);
  };
  return writes;
};

/** As `repeatWrites`, with an engine that knows no token of a transaction, and so takes the second for another one. */
export const repeatWritesWithoutToken = (proxy: StoreProxy): void => {
  proxy.intercept = async (call) => {
    const { ClientRequestToken: _token, ...input } = call.input;
    if (isWrite(call)) await call.forward(input);
    return call.forward(input);
  };
};

/** Every write is done twice before its answer comes: what a connection that is slow and not dead leads to. */
export const repeatWrites = (proxy: StoreProxy): void => {
  proxy.intercept = async (call) => {
    if (isWrite(call)) await call.forward();
    return call.forward();
  };
};
