import type { OperationName } from '../shared/contract.ts';

/** A login is one bcrypt, as fast as the CPU: 1769 MB is what Lambda gives a whole one for. The others wait for I/O. */
export const memorySize = (operation: OperationName): number => (operation === 'login' ? 1769 : 512);
