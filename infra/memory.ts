import type { OperationName } from '../shared/contract.ts';
import type { Options } from './options.ts';

/**
 * Megabytes of memory, in proportion to which Lambda gives CPU. A login computes one bcrypt, as fast as the CPU: its default of 1,769 is one full CPU.
 * The others wait for DynamoDB and compute for about a millisecond. Only loading them takes long: twice
 * the memory halves that time at the same price. Their default of 512 keeps cold starts short and costs little.
 */
export const memorySize = (
  operation: OperationName,
  { memoryMegabytes, loginMemoryMegabytes }: Pick<Options, 'memoryMegabytes' | 'loginMemoryMegabytes'>,
): number => (operation === 'login' ? loginMemoryMegabytes : memoryMegabytes);
