import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { listenToAnswers, seriousOf, signIn, titled } from '../e2e/console-journey-cases.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { findTraces, signOut } from '../support/call/console.ts';
import { needs } from '../support/make/machine.ts';

/** A refresh takes nearly as long as a refresh token that is used again is no theft. New tokens live longer than that. */
const [tokenSeconds, slow] = [16, 8_000];

/** Opens what a link of the page leads to in a tab beside it. */
const openBeside = async (page: Page, name: string): Promise<Page> => {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  const other = await page.context().newPage();
  await other.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await titled(other, name).waitFor();
  return other;
};

/** Has a tab call the service. */
const turn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    location.hash = location.hash.startsWith('#/notices') ? '#/consents' : '#/notices';
  });

/** Delays the answers to refreshes. Returns their states, and what was sent. */
const slowRefreshes = async (context: BrowserContext) => {
  const statuses: number[] = [];
  const sent: (string | null)[] = [];
  await context.route('**/refresh-token', async (route) => {
    sent.push(route.request().postData());
    const answer = await route.fetch();
    statuses.push(answer.status());
    await new Promise((resolve) => setTimeout(resolve, slow));
    // The tab may be closed.
    await route.fulfill({ response: answer }).catch(() => {});
  });
  return { statuses, sent };
};

describe('tabs of the console of npm start, in Chromium', { ...needs('browser', hasBrowser), timeout: 180_000 }, () => {
  const open = useBrowser();

  let service: RunningService;
  beforeAll(async () => {
    service = await startServiceOnSharedEngine([], { ACCESS_TOKEN_SECONDS: String(tokenSeconds) });
    return () => service.stop();
  });

  const openFour = async () => {
    const { page, offences } = await open(`${service.baseUrl}/console`, { level: 1, locale: 'en-GB' });
    await signIn(page);
    const pages = [page];
    for (const name of ['Consents', 'Notices', 'Overview']) pages.push(await openBeside(page, name));
    return { page, pages, offences };
  };

  test('four tabs and a slow refresh end no session, and signing out in one signs out all', async () => {
    const { page, pages, offences } = await openFour();
    const { statuses, sent } = await slowRefreshes(page.context());
    const answers = pages.map(listenToAnswers);
    await new Promise((resolve) => setTimeout(resolve, tokenSeconds * 1_000));

    for (const each of pages) await turn(each);
    await expect.poll(() => answers.filter((each) => each.length > 0).length, { timeout: 90_000 }).toBe(4);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(new Set(sent).size).toBe(sent.length);
    for (const each of pages) expect(await findTraces(each)).not.toMatch(/eyJ|\d\.[0-9a-f]{32}\./);

    await signOut(page);
    for (const each of pages) await each.getByText('You are signed out.').waitFor();
    expect(seriousOf(offences)).toEqual([]);
  });

  test('a tab that is closed before it has the new tokens holds no other one up: they sign in again', async () => {
    const { page, offences } = await open(`${service.baseUrl}/console`, { level: 1, locale: 'en-GB' });
    await signIn(page);
    const other = await openBeside(page, 'Notices');
    const { statuses } = await slowRefreshes(page.context());
    await new Promise((resolve) => setTimeout(resolve, tokenSeconds * 1_000));
    await turn(page);
    await expect.poll(() => statuses).toEqual([200]);

    await page.close();
    await turn(other);

    await other.getByText('Your session has ended.').waitFor();
    expect(statuses).toEqual([200, 401]);
    expect(seriousOf(offences)).toEqual([]);
  });

  test('a session that nobody uses ends in all tabs; who stays in one stays in all', async () => {
    const { pages } = await openFour();
    const [page, other] = pages as [Page, Page];
    const start = Date.now();
    const setTime = (minutes: number) =>
      Promise.all(pages.map((each) => each.clock.setFixedTime(start + minutes * 60_000)));
    await setTime(14.5);
    for (const each of pages) await each.getByRole('alertdialog').waitFor();

    await other.getByRole('button', { name: 'Stay signed in' }).press('Enter');
    for (const each of pages) await each.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await setTime(29.6);
    for (const each of pages) await each.getByText('nothing was done for 15 minutes').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });
});
