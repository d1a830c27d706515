import { beforeEach, vi } from 'vitest';

/** Log lines are looked at by the tests that are about them. */
beforeEach(() => {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});
