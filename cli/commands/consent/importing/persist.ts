import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../../shared/problem.ts';
import { isTransient } from '../../../../shared/store/unavailable.ts';
import { interruption } from '../../../interruption.ts';

/** How long to retry a write while the table is busy or the network is down, and the pauses; in milliseconds. */
const endurance = { budget: 120_000, pause: 500, longest: 10_000 };

const isWorthIt = (error: unknown): boolean =>
  isTransient(error) || (error instanceof Problem && error.code === 'store.unavailable');

/** Retries a write when that may help. A repeated write must change nothing. */
export const persist = async <Result>(
  write: () => Promise<Result>,
  { budget, pause, longest } = endurance,
): Promise<Result> => {
  const deadline = performance.now() + budget;
  for (let wait = pause; ; wait = Math.min(2 * wait, longest)) {
    try {
      return await write();
    } catch (error) {
      if (!isWorthIt(error) || performance.now() + wait > deadline) throw error;
    }
    await sleep(wait * (1 - Math.random() / 2), undefined, { signal: interruption() });
  }
};
