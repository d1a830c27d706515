import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { run } from '../e2e/command.ts';
import {
  askForDay,
  day,
  listenToAnswers,
  newsletterRow,
  person,
  save,
  seriousOf,
  signIn,
  titled,
  tokenSeconds,
} from '../e2e/console-journey-cases.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { newSettling } from '../e2e/settling.ts';
import { chooseSaving, goTo } from '../support/call/console.ts';
import { needs } from '../support/make/machine.ts';

describe('the console of npm start, in Chromium', { ...needs('browser', hasBrowser), timeout: 180_000 }, () => {
  const open = useBrowser();

  let service: RunningService;

  let url: string;
  beforeAll(async () => {
    service = await startServiceOnSharedEngine([], { ACCESS_TOKEN_SECONDS: String(tokenSeconds) });
    url = `${service.baseUrl}/console`;
    return () => service.stop();
  });

  const openDoor = () => open(url, { level: 1, locale: 'en-GB', acceptDownloads: true });

  test('a service that is slow, and fails each first call, costs time and nothing else', async () => {
    const { page, offences } = await openDoor();
    const answers = listenToAnswers(page);
    const broken = new Set<string>();
    await page.route('**/consent-register/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (broken.has(path)) return route.continue();
      broken.add(path);
      return broken.size % 2 === 0 ? route.abort() : route.fulfill({ status: 503, body: 'Service Unavailable' });
    });

    await signIn(page);
    await askForDay(page, day(18));
    const file = await save(page, () => chooseSaving(page, 'Save as data'));

    expect((await run(process.execPath, ['cli/bin.js', 'evidence', 'verify', file])).stdout).toContain('CONSISTENT');
    expect(broken.size).toBeGreaterThan(4);
    expect(answers.filter((operation) => operation === 'evidence/get')).toHaveLength(1);
    expect(await page.locator('.failed').count()).toBe(0);
    expect(seriousOf(offences)).toEqual([]);
  });

  test('each page asks for what it shows, and for nothing twice', async () => {
    const { page } = await openDoor();
    await signIn(page);
    await page.keyboard.type(person);
    await page.keyboard.press('Enter');
    const link = await newsletterRow(page).getByRole('link').first().getAttribute('href');
    const answers = listenToAnswers(page);
    const settle = newSettling(page);
    const notices = ['notices/get', 'notices/list'];
    const expected: Readonly<Record<string, readonly string[]>> = {
      '#/': ['due', 'erasures/list', 'overview/get'],
      '#/consents': ['list'],
      '#/consents?notice=2&version=1': ['list'],
      [`${link}`]: ['evidence/get'],
      [`${link}?at=2026-01`]: ['evidence/get'],
      [`${link}/person`]: ['erasures/list', 'list', 'search'],
      [`${link}/person/erasure`]: ['erasures/list', 'list', 'search'],
      [`${link}/person/revoke`]: ['list', 'search'],
      [`${link}/revoke`]: ['evidence/get'],
      '#/record': [],
      '#/due': ['due'],
      '#/erasures': ['erasures/list'],
      '#/user': [],
      '#/notices': ['notices/list'],
      '#/notices/1': ['notices/get', ...notices],
      '#/notices/1/2': notices,
      '#/nowhere/else': [],
    };

    for (const [fragment, operations] of Object.entries(expected)) {
      await goTo({ page, offences: [] }, '#/nowhere');
      await titled(page, 'No such page').waitFor();
      await settle();
      answers.length = 0;
      await goTo({ page, offences: [] }, fragment);
      await expect.poll(() => answers.toSorted(), { message: fragment }).toEqual(operations);
      await settle();
      expect(answers.toSorted(), fragment).toEqual(operations);
    }
  });
});
