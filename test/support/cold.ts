import { vi } from 'vitest';

/** Has all modules load anew, as in a new container, which knows nothing of the calls before. */
export const startCold = async (): Promise<void> => {
  vi.resetModules();
  const { passwordHashing } = await import('../../shared/identity/passwords.ts');
  passwordHashing.cost = '04';
};
