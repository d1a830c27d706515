import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { run } from '../e2e/command.ts';
import {
  askForDay,
  day,
  email,
  listenToAnswers,
  save,
  seriousOf,
  signIn,
  tokenSeconds,
  toOperation,
} from '../e2e/console-journey-cases.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { chooseSaving, goTo } from '../support/call/console.ts';
import { needs } from '../support/make/machine.ts';

/** Operations that a page called, in their order. */
const listenToCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(toOperation(request.url()));
  });
  return calls;
};

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

  const command = (...words: readonly string[]) =>
    run(process.execPath, ['cli/bin.js', ...words, '--local'], { PORT: String(service.port) });

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
    expect(broken.size).toBe(4);
    expect(answers.filter((operation) => operation === 'evidence/get')).toHaveLength(1);
    expect(await page.locator('.failed').count()).toBe(0);
    expect(seriousOf(offences)).toEqual([]);
  });

  test('tokens that ended in the middle are refreshed once, however many calls wait for it', async () => {
    const { page, offences } = await openDoor();
    await page.getByLabel('Keep me signed in').check();
    await page.locator('[name=email]').focus();
    await signIn(page);
    await goTo({ page, offences }, '#/notices');
    await page.locator('main tbody tr').first().waitFor();
    await page.waitForTimeout((tokenSeconds + 1) * 1_000);
    const calls = listenToCalls(page);

    await page.reload();
    await page.locator('main tbody tr').first().waitFor();

    expect(calls.slice(0, 2).sort()).toEqual(['details', 'projects/list']);
    expect(calls.filter((call) => call === 'refresh-token')).toHaveLength(1);
    await expect.poll(() => page.title()).toBe('Notices – Consent register');
    expect(seriousOf(offences)).toEqual([]);
  });

  test('a reader is offered no revocation, and is refused one that is forced', async () => {
    await command('user', 'role', email, 'reader', '--reason', 'audit only');
    const { page, offences } = await openDoor();
    let authorization = '';
    page.on('request', (request) => {
      authorization = request.headers().authorization ?? authorization;
    });
    await signIn(page);
    await askForDay(page, day(18));
    await expect.poll(() => page.locator('header').innerText()).toContain('(may only read)');
    expect(await page.getByRole('link', { name: 'Revoke' }).count()).toBe(0);
    const id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? '';
    await goTo({ page, offences }, `#/consents/${id}/revoke`);
    await page.getByText('You may only read.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);

    const forced = await fetch(`${service.baseUrl}/consent-register/revoke`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ id, channel: 'web', proof: { reason: 'forced' } }),
    });
    expect([forced.status, await forced.json()]).toEqual([403, expect.objectContaining({ status: 403 })]);
    expect(seriousOf(offences)).toEqual([]);
  });
});
