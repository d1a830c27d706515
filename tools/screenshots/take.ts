import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { newSettling } from '../../test/e2e/settling.ts';
import type { View } from './views.ts';
import { signIn } from './views.ts';

const schemes = ['light', 'dark'] as const;
const widths = [1400, 390];
const height = 900;

/** A page, and what waits until all of it is there. */
interface Shown {
  readonly page: Page;
  readonly settle: () => Promise<void>;
}

const shoot = async (page: Page, out: string, name: string): Promise<void> => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    const { width } = page.viewportSize() ?? { width: 0 };
    await page.screenshot({ path: join(out, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  }
};

const goTo = async ({ page, settle }: Shown, { fragment = '#/', reach }: View): Promise<void> => {
  await page.evaluate(() => {
    location.hash = '#/notices/3';
  });
  await settle();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await settle();
  await reach?.(page);
  await page.waitForTimeout(300);
};

const openDoor = async (browser: Browser, url: string): Promise<Shown> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1400, height },
  });
  const page = await context.newPage();
  const settle = newSettling(page);
  await page.goto(url);
  await settle();
  return { page, settle };
};

/** Writes the door and every view at both widths in both schemes, each as it first appears at its width. @param url of the console */
export const takeAll = async (browser: Browser, url: string, views: readonly View[], out: string): Promise<void> => {
  const shown = await openDoor(browser, url);
  const { page } = shown;
  const atWidths = async (name: string, view?: View): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      if (view !== undefined) await goTo(shown, view);
      await shoot(page, out, name);
      await view?.leave?.(page);
    }
  };
  await atWidths('sign-in');
  await signIn(page);
  for (const view of views) {
    console.info(view.name);
    await atWidths(view.name, view);
  }
  await page.context().close();
};

/** Writes one view as it first appears on a screen in light. */
export const takeOne = async (browser: Browser, url: string, view: View, path: string): Promise<void> => {
  const shown = await openDoor(browser, url);
  const { page } = shown;
  await signIn(page);
  await goTo(shown, view);
  await page.screenshot({ path });
  await page.context().close();
};
