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

/** The channels of the tabs that a test opens. A closed tab tells nothing more. */
export const newChannels = (): BroadcastChannel[] => {
  const opened: BroadcastChannel[] = [];
  const Channel = globalThis.BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      private isClosed = false;
      constructor(name: string) {
        super(name);
        opened.push(this);
      }
      override postMessage(message: unknown): void {
        if (!this.isClosed) super.postMessage(message);
      }
      override close(): void {
        this.isClosed = true;
        super.close();
      }
    },
  );
  return opened;
};
