import { onTestFinished, vi } from 'vitest';

/** Sets the clock of this process for the rest of the test; timers keep running. */
export const setTime = (time: string | Date): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

/** Moves the clock set before. */
export const passTime = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};
