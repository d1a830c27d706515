import { existsSync, readFileSync } from 'node:fs';

const status = '/proc/self/status';

/**
 * Bytes of memory that this process had at most. Linux tells it of the program itself; what `getrusage` tells there begins with the memory of the process
 * that started it.
 */
export const readPeakMemory = (): number =>
  existsSync(status)
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1_024
    : process.resourceUsage().maxRSS * 1_024;
