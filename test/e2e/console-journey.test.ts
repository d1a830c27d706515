import { beforeAll, describe, expect, test } from 'vitest';
import { findTraces } from '../support/call/console.ts';
import { needs } from '../support/make/machine.ts';
import { expectAccessible } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { hasBrowser } from './chromium.ts';
import { run } from './command.ts';
import { day, inWords, listenToAnswers, person, seriousOf, titled, tokenSeconds } from './console-journey-cases.ts';
import {
  arrive,
  askForDay,
  expectValid,
  find,
  newOfficer,
  saveDocument,
  show,
  showPerson,
  signIn as signInByKeys,
} from './officer-tasks.ts';
import type { RunningService } from './service.ts';
import { startServiceOnSharedEngine } from './service.ts';

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

  test('an officer answers the five questions, and hands over a document that verifies', async () => {
    const { page, offences } = await openDoor();
    const officer = newOfficer(page, 'en', 'en-GB');
    const answers = listenToAnswers(page);
    await expectAccessible(page, { fewest: 15 });
    await signInByKeys(officer);
    await expectAccessible(page, { fewest: 15 });

    await find(officer, person);
    await show(officer, 'Newsletter');
    await expectAccessible(page, { fewest: 15 });
    await askForDay(officer, day(18));
    await expect.poll(() => titled(page, /^Ada Rossi · Newsletter, version 1$/).count()).toBe(1);
    await expect.poll(() => page.locator('.summary').innerText()).toContain(person);
    const seen = page.frameLocator('.text .framed iframe').first().locator('body');
    await expect.poll(() => seen.innerText()).toContain('Desidero ricevere la newsletter di Demo Shop');
    await expect
      .poll(() => page.locator('main').innerText())
      .toMatch(/https:\/\/shop\.example\/account[\s\S]+with a form on a website/);
    const file = await saveDocument(officer);
    await showPerson(officer, person);
    await expectAccessible(page, { fewest: 15 });
    await officer.keys.follow('Consent', page.locator('li', { hasText: 'Revoked' }).first());
    await arrive(officer, /Newsletter/);

    await expect.poll(() => page.locator('.state').innerText()).toMatch(`Since ${inWords(day(200.2))}`);
    await expect
      .poll(() => answers.toSorted())
      .toEqual([
        'details',
        'due',
        'erasures/list',
        'erasures/list',
        'evidence/get',
        'evidence/get',
        'list',
        'list',
        'list',
        'login',
        'notices/list',
        'overview/get',
        'projects/list',
        'projects/list',
        'search',
      ]);
    await expectValid(file, command);
    // The digits of an id may spell a name.
    const traces = (await findTraces(page)).replaceAll(/[0-9a-f]{32}/g, 'an id');
    expect(traces).not.toMatch(/ada|rossi|demo@|correct/i);
    expect(seriousOf(offences)).toEqual([]);
  });
});
