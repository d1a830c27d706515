import type { OperationName } from '../shared/contract.ts';
import type { Options } from './options.ts';

/**
 * Megabytes, with which Lambda gives CPU. A login is one bcrypt, as fast as the CPU: its default of 1,769 is a whole one.
 * The others wait for DynamoDB and compute for about a millisecond. What they compute at length is their load, where twice
 * the memory is half the time for the same price: their default of 512 keeps cold starts short and costs little else.
 */
export const memorySize = (
  operation: OperationName,
  { memoryMegabytes, loginMemoryMegabytes }: Pick<Options, 'memoryMegabytes' | 'loginMemoryMegabytes'>,
): number => (operation === 'login' ? loginMemoryMegabytes : memoryMegabytes);
