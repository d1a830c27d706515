import type { Page } from 'playwright-core';

/**
 * Notes what a look at the page says whenever something of the page has changed, before that is painted.
 *
 * @param look runs in the page; what it does not say is not noted
 * @returns what tells all that was noted so far, each once
 */
export const noteChanges = async <Noted>(
  page: Page,
  look: () => Noted | undefined,
): Promise<() => Promise<readonly Noted[]>> => {
  const noted = await page.evaluateHandle<Map<string, Noted>>(`(() => {
    const noted = new Map();
    const note = () => {
      const said = (${look})();
      if (said !== undefined) noted.set(JSON.stringify(said), said);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    return noted;
  })()`);
  return () => noted.evaluate((all) => [...all.values()]);
};
