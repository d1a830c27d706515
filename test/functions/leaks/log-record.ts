import { inspect } from 'node:util';
import { vi } from 'vitest';

const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace', 'dir'] as const;

/** Keeps every line of the log, as an object is printed and as Lambda writes it (JSON), and what is written past it. */
export const recordLog = (): { readonly lines: string[] } => {
  const lines: string[] = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      lines.push(...parts.flatMap((part) => [inspect(part, { depth: null, showHidden: true }), JSON.stringify(part)]));
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
  }
  return { lines };
};
