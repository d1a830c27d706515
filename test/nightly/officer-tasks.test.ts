import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../cli/local/demo.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { run } from '../e2e/command.ts';
import { day, seriousOf } from '../e2e/console-journey-cases.ts';
import type { Officer } from '../e2e/officer-tasks.ts';
import {
  arriveAtPerson,
  askForDay,
  askForErasure,
  compareVersions,
  copyPerson,
  emailsIn,
  expectValid,
  find,
  newOfficer,
  readCounts,
  readErasure,
  recordLetter,
  revokeByTelephone,
  saveDocument,
  saveDue,
  saveQuarter,
  show,
  showPerson,
  signIn,
} from '../e2e/officer-tasks.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { findTraces } from '../support/call/console.ts';
import { needs } from '../support/make/machine.ts';

/** What each language does its tasks with. The people are of the demo data but for those who wrote. */
const languages = [
  {
    language: 'en',
    locale: 'en-GB',
    privacy: 'Privacy notice',
    copied: 'giulia@example.com',
    rang: 'luca@example.com',
    erased: 'diego@example.com',
    wrote: { name: 'Letterman', email: 'grace.letter@example.com' },
  },
  {
    language: 'de',
    locale: 'de-DE',
    privacy: 'Informativa sulla privacy (Italienisch)',
    copied: 'bruno@example.com',
    rang: 'clara@example.com',
    erased: 'marta@example.com',
    wrote: { name: 'Brief', email: 'gerda.brief@example.com' },
  },
] as const;

const [ada, newsletter] = ['ada@example.com', 'Newsletter'];

describe('twelve tasks of an officer, in Chromium, by keys alone', {
  ...needs('browser', hasBrowser),
  timeout: 300_000,
}, () => {
  const open = useBrowser();
  let service: RunningService;
  beforeAll(async () => {
    service = await startServiceOnSharedEngine();
    return () => service.stop();
  });
  const operate = (...words: readonly string[]) =>
    run(process.execPath, ['cli/bin.js', ...words, '--local'], { PORT: String(service.port) });

  describe.each(languages)('in $language', ({ language, locale, privacy, copied, rang, erased, wrote }) => {
    let officer: Officer;
    let page: Page;
    let offences: readonly string[];
    beforeAll(async () => {
      const watched = await open(`${service.baseUrl}/console`, { level: 1, locale, acceptDownloads: true });
      ({ page, offences } = watched);
      officer = newOfficer(page, language, locale);
    });

    const expectPage = () => expectAccessible(page, { fewest: 15 });

    test('signed in', async () => {
      await expectPage();
      await signIn(officer);
      await expectPage();
    });

    test('found, shown, and known for a day', async () => {
      await find(officer, '+44 7700 900123');
      await expectPage();
      await show(officer, newsletter);
      await expect.poll(() => page.locator('h1').innerText()).toMatch(/^Ada Rossi · Newsletter, /);
      await expect.poll(() => page.locator('.summary').innerText()).toContain(ada);
      await expectPage();

      await askForDay(officer, day(100));

      await expectPage();
    });

    test('saved and verified', async () => {
      await find(officer, ada);
      await show(officer, newsletter);

      await expectValid(await saveDocument(officer), operate);
    });

    test('the list of a quarter', async () => {
      const rows = await saveQuarter(officer, day(60.5));

      expect(emailsIn(officer, rows)).toContain(ada);
      await expectPage();
    });

    test('asked again', async () => {
      const rows = await saveDue(officer);

      expect(emailsIn(officer, rows)).toContain('jonas@example.com');
      await expectPage();
    });

    test('a letter recorded', async () => {
      await recordLetter(officer, newsletter, wrote);
      await expectPage();
      await find(officer, wrote.email);

      await show(officer, newsletter);
      await expectPage();
    });

    test('withdrawn by telephone', async () => {
      await find(officer, rang);
      await show(officer, language === 'en' ? newsletter : privacy);

      await revokeByTelephone(officer, 'A call on Monday');

      await expectPage();
    });

    test('a copy made', async () => {
      await find(officer, copied);
      await officer.keys.follow(officer.t('consents.timeline'));
      await arriveAtPerson(officer, copied);
      await expectPage();

      const copy = await copyPerson(officer);

      expect(JSON.parse(copy.data).consents.length).toBeGreaterThan(1);
      expect(copy.page).toContain(copied);
    });

    test('an erasure asked for, and done', async () => {
      const { t } = officer;
      const reference = `DSR-2026/${language}`;
      await find(officer, erased);
      await show(officer, newsletter);
      await showPerson(officer, erased);
      await expectPage();
      await askForErasure(officer, reference);
      await expectPage();
      expect(await readErasure(officer, reference)).toContain(t('erasures.states.open'));

      await operate(
        'person',
        'erase',
        '--requests',
        '--yes',
        '--account',
        demoAccounts.demoShop.id,
        '--reason',
        reference,
      );

      expect(await readErasure(officer, reference)).toContain(t('erasures.states.done'));
      await expectPage();
    });

    test('versions compared', async () => {
      const changes = await compareVersions(officer, privacy);

      expect(changes.length).toBeGreaterThan(1);
      await expectPage();
    });

    test('counts for the board', async () => {
      const { headline, months } = await readCounts(officer);

      expect(months.length).toBeGreaterThan(5);
      for (const [opening = 0, given = 0, ...rest] of months) {
        const closing = rest.at(-1) ?? 0;
        expect(opening + given - rest.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(closing);
      }
      expect(headline[0]).toBe(months[0]?.at(-1));
      await expectPage();
    });

    test('nothing of a person stayed in the browser, and no page failed', async () => {
      const traces = (await findTraces(page)).replaceAll(/[0-9a-f]{32}/g, 'an id');
      expect(traces).not.toMatch(/@example|rossi|7700|letter|brief/i);
      expect(seriousOf(offences)).toEqual([]);
    });
  });
});
