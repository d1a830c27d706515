import { readFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

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

/** Says last what the whole run cost, engine and browsers among it: on a busy machine it takes longer, and costs the same. */
export class ProcessorTime implements Reporter {
  onInit(): void {
    process.once('exit', () => {
      const seconds = readProcessorTime();
      if (seconds !== undefined) process.stdout.write(`Processor time: ${Math.round(seconds)} s of all processes\n`);
    });
  }
}
