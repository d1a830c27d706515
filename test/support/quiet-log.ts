import { beforeEach, vi } from 'vitest';

const methods = ['info', 'warn', 'error'] as const;

// What is arranged before a test is quiet as well.
for (const method of methods) console[method] = () => {};

/** Log lines are looked at by the tests that are about them. */
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});
