import { onTestFinished, vi } from 'vitest';

/** Sets the clock of this process for the rest of the test; timers keep running. */
export const setTime = (time: string | Date): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

/** Moves the clock set before. @throws Error where none was set: it would stand still for the rest of the file */
export const passTime = (milliseconds: number): void => {
  if (!vi.isFakeTimers()) throw new Error('Set the clock with setTime first.');
  vi.setSystemTime(Date.now() + milliseconds);
};

/**
 * Does something as if ten seconds ago, by when an index shows all that it records: an erasure of a consent that was
 * recorded a moment ago waits for that.
 */
export const doEarlier = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  setTime(new Date(Date.now() - 10_000));
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
};

/** Has the pauses between attempts, which are shorter than the time limits of calls, take a fiftieth for the rest of the test. */
export const shortenPauses = (): void => {
  const { setTimeout: begin } = globalThis;
  const shortened = (work: () => void, milliseconds = 0, ...args: []) =>
    begin(work, milliseconds < 2_500 ? milliseconds / 50 : milliseconds, ...args);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign(shortened, { __promisify__: begin.__promisify__ }),
  );
};
