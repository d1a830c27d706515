import { vi } from 'vitest';

/** The storage of a tab, in memory, in the place of that of a browser. */
export const newTab = (): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return kept;
};
