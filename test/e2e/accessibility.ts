import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const telephoneAndScreen = [390, 1400];

/**
 * Expects that axe finds nothing in light and dark, at each width, and that nothing is wider than that. Documents in frames are those of others,
 * and are left out.
 *
 * @param fewest checks that must have found something to look at, so that an empty page does not pass
 */
export const expectAccessible = async (
  page: Page,
  { widths = telephoneAndScreen, fewest }: { readonly widths?: readonly number[]; readonly fewest: number },
): Promise<void> => {
  await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document, { iframes: false })');
      const overhang = await page.evaluate(
        'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
      );
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect({ width, colorScheme, found, overhang }).toEqual({ width, colorScheme, found: [], overhang: 0 });
      expect(passes.length).toBeGreaterThan(fewest);
    }
  }
};
