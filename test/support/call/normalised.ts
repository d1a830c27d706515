import { vi } from 'vitest';

/** Counts how often a text with this part is normalised from now on. */
export const watchNormalised = (part: string): (() => number) => {
  const normalise = vi.spyOn(String.prototype, 'normalize');
  const before = normalise.mock.contexts.length;
  return () => normalise.mock.contexts.slice(before).filter((text) => String(text).includes(part)).length;
};
