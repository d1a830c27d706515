import type { Page } from 'playwright-core';

const patience = 20_000;

/** For how many milliseconds nothing of a page may change until it counts as drawn. */
const calm = 200;

/** After so many milliseconds one looks again: a browser without a screen may stop to draw frames. */
const longestFrame = 1_000;

/** Waits until a page has drawn what it has to draw: it is idle, and nothing of it changes any more. */
export const settleDrawing = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ calm, patience, longestFrame }) => {
      const start = performance.now();
      let changed = start;
      const changes = new MutationObserver(() => {
        changed = performance.now();
      });
      changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const idle = () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(resolve));
          setTimeout(resolve, longestFrame);
        });
      do {
        await idle();
        if (performance.now() - start > patience) throw new Error('The page still changes.');
      } while (performance.now() - changed < calm);
      changes.disconnect();
    },
    { calm, patience, longestFrame },
  );

/**
 * Of a page from now on: what waits until all that it asked for is there, and drawn.
 *
 * @param longest milliseconds that its calls may take
 * @throws Error where it never is
 */
export const newSettling = (page: Page, longest = patience): (() => Promise<void>) => {
  const pending = new Set<unknown>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    const end = performance.now() + longest;
    let wasAnswered: boolean;
    do {
      wasAnswered = pending.size === 0;
      await settleDrawing(page);
      if (performance.now() > end) throw new Error('The page still waits for an answer.');
    } while (!wasAnswered || pending.size > 0);
  };
};
