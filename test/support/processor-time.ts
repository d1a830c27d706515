import { readFileSync } from 'node:fs';
import type { Reporter, TestRunEndReason } from 'vitest/node';

/** Of a second, on every Linux that Node runs on. */
const tick = 0.01;

/** Seconds of processor time of this process and of all those below it that have ended; undefined beside Linux. */
const readProcessorTime = (): number | undefined => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tick, 0);
  } catch {
    return undefined;
  }
};

/** @param isWhole whether the run came to its end: otherwise processes still run, whose time is not known */
export const sayProcessorTime = (seconds: number, isWhole: boolean): string =>
  isWhole
    ? `Processor time: ${Math.round(seconds)} s of all processes`
    : `Processor time: more than ${Math.round(seconds)} s, since the run was interrupted`;

/** Says last what the whole run cost, engine and browsers among it: on a busy machine it takes longer, and costs the same. */
export class ProcessorTime implements Reporter {
  #isWhole = false;

  onInit(): void {
    process.once('exit', () => {
      const seconds = readProcessorTime();
      if (seconds !== undefined) process.stdout.write(`${sayProcessorTime(seconds, this.#isWhole)}\n`);
    });
  }

  onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): void {
    this.#isWhole = reason !== 'interrupted';
  }
}
