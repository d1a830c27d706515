import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { toCanonicalJson } from '../../shared/runtime/canonical.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import type { WatchedPage } from '../e2e/browser.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { drop, facts, forge, give, verdictOf, writeVerifyPage } from '../e2e/evidence-page-cases.ts';
import { noteChanges } from '../e2e/noted-changes.ts';
import { settleDrawing } from '../e2e/settling.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import { writeEvidence } from '../evidence/evidence-files.ts';
import { needs, newFolder } from '../support/make/machine.ts';
import { logFacts, makeLog, otherEntry } from '../support/make/made-log.ts';
import { factsOf } from '../support/make/statement.ts';

const headingsOf = (page: Page): Promise<string[]> => page.locator('h2').allInnerTexts();

describe('in Chromium, from a file', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  const openVerifyPage = async (): Promise<WatchedPage> => open(await writeVerifyPage(), { offline: true });

  const openOwn = async (files: EvidenceFiles): Promise<WatchedPage> =>
    open(pathToFileURL(files.page).href, { offline: true });

  test('a thumbprint that the reader pastes names the key, and no other', async () => {
    const files = await writeEvidence(facts);
    const { page } = await openVerifyPage();
    await give(page, files.document);

    await page.fill('#thumbprint', 'no thumbprint');
    await page.getByText('A thumbprint has 64 digits').waitFor();
    await page.fill('#thumbprint', 'A'.repeat(43));
    await page.getByText('thumbprint 0000 0000').waitFor();
    expect(await verdictOf(page)).toBe('Unchanged, but not signed with a key that you gave');
    await page.getByText('is not from the thumbprint that you gave').waitFor({ state: 'attached' });

    await page.fill('#thumbprint', ` ${files.kid} `);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    await expect
      .poll(() => page.locator('.verdict').innerText())
      .toContain('the key that signed it from the thumbprint that you gave');

    await page.fill('#thumbprint', `${files.kid.slice(1)}`);
    await page.getByRole('heading', { name: 'Unchanged' }).waitFor();
    await page.fill('#thumbprint', Buffer.from(files.kid, 'base64url').toString('hex').replaceAll(/.{4}/g, '$& '));
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
  });

  test('files may be dropped, all at once, and each is what it holds', async () => {
    const files = await writeEvidence(facts);
    const { page } = await openVerifyPage();

    await drop(page, files.keys, files.document);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    const note = join(newFolder(), 'note.txt');
    await writeFile(note, 'Dear auditor');
    await drop(page, note);

    await page.getByRole('heading', { name: 'Refused' }).waitFor();
  });

  test('of a document that was changed it says what fails and where, and shows nothing that it says', async () => {
    const files = await writeEvidence(facts, forge);
    const { page } = await openVerifyPage();

    await drop(page, files.keys, files.document);
    await page.getByRole('heading', { name: 'Refused' }).waitFor();

    await expect.poll(() => page.locator('.verdict').innerText()).toContain('It fails in: signature, contents.');
    await expect.poll(() => headingsOf(page)).toEqual(['Refused', 'Your files', 'What was checked']);
    await expect.poll(() => page.locator('.checks li').first().innerText()).toMatch(/Fails/);
    expect(await page.locator('body').innerText()).not.toContain('bob@example.com');
  });

  test('shows all of a document that holds, and tells the state at any time', async () => {
    const { page } = await openVerifyPage();
    await give(page, (await writeEvidence(facts)).document);
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();

    await expect
      .poll(() => headingsOf(page))
      .toEqual([
        'Unchanged. Who signed it is not checked yet.',
        'Your files',
        'What was checked',
        'Whether the consent was in force',
        'Who, when and how',
        'The text that was agreed to',
        'The proof',
        'The revocation',
        'What happened',
        'What would make it stronger',
        'Versions of the notice',
        'How to check it with other tools',
      ]);
    await expect.poll(() => page.locator('.state').innerText()).toContain('revoked on March 20, 2026 at 2:30:00 PM');
    await page.fill('#asked-time', '2026-03-15');
    await expect.poll(() => page.locator('.state').first().innerText()).toContain('In force on March 15, 2026');
    await expect.poll(() => page.locator('h3').first().innerText()).toBe('On March 15, 2026: in force\nNow: revoked');
    await page.fill('#asked-time', 'yesterday');
    await expect.poll(() => page.getByText('It must be a month, a day or a time in UTC').isVisible()).toBe(true);

    const texts = page.frameLocator('.text iframe >> nth=0');
    await expect.poll(() => texts.getByText('We process your data.', { exact: true }).isVisible()).toBe(true);
    await page.getByText('In Italian').click();
    const other = page.frameLocator('.text iframe >> nth=1');
    await expect.poll(() => other.getByText('Testo', { exact: true }).isVisible()).toBe(true);
    expect(await page.frameLocator('.told iframe').locator('a').getAttribute('href')).toBeNull();
  });

  test('a checkpoint that the reader has kept says since when the consent is as it is, and one of a fork refuses it', async () => {
    const { log, document } = logFacts(facts);
    const size = document.leaves.find(({ event }) => event === 'consent.recorded')?.size ?? 0;
    const files = await writeEvidence(facts, (text) => toCanonicalJson({ ...JSON.parse(text), log: document }));
    const folder = newFolder();
    const [kept, forked] = [join(folder, 'kept.txt'), join(folder, 'forked.txt')];
    await writeFile(kept, log.note(size));
    await writeFile(forked, makeLog(Array.from({ length: size }, (_, i) => otherEntry(i))).note(size));
    const { page, offences } = await openVerifyPage();

    await drop(page, files.keys, files.document);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    await expect.poll(() => page.locator('.verdict').innerText()).toContain('you do not know the key of that log');
    await drop(page, kept);
    await expect
      .poll(() => page.locator('.verdict').innerText())
      .toMatch(
        /Nobody can have changed the consent since March \d+, 2026 at \S+ [AP]M UTC, the time of the checkpoint that you kept \(kept\.txt\)/,
      );
    await give(page, forked, 'checkpoint');
    await page.getByRole('heading', { name: 'Refused' }).waitFor();

    await expect.poll(() => page.locator('.intake').innerText()).toContain('kept.txt, forked.txt');
    expect(offences).toEqual([]);
  });

  test('the verdict of one document never stands beside the name of another', async () => {
    const [files, forged] = [await writeEvidence(facts), await writeEvidence(facts, forge)];
    const renamed = join(newFolder(), 'forged.json');
    await copyFile(forged.document, renamed);
    const { page } = await openVerifyPage();
    await drop(page, files.keys, files.document);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();

    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => seen.push(document.querySelector<HTMLElement>('.verdict')?.innerText ?? '')).observe(
        document,
        { subtree: true, childList: true, characterData: true },
      );
    });
    await drop(page, renamed);
    await page.getByRole('heading', { name: 'Refused' }).waitFor();

    const seen = await page.evaluate<string[]>('seen');
    expect(seen.filter((text) => text.includes('forged.json')).every((text) => text.includes('Refused'))).toBe(true);
    expect(seen.some((text) => text.includes('forged.json'))).toBe(true);
    await expect.poll(() => page.title()).toBe('Verify the evidence of a consent');
  });

  test('what is shown of a document comes and goes with its name in the title', async () => {
    const [files, forged] = [await writeEvidence(facts), await writeEvidence(facts, forge)];
    const { page } = await openVerifyPage();
    const shown = await noteChanges(page, () => [document.querySelector('.state') !== null, document.title]);

    await give(page, files.document);
    await page.locator('.state').waitFor();
    await give(page, forged.document);
    await page.getByRole('heading', { name: 'Refused' }).waitFor();

    expect(await shown()).toEqual([
      [false, 'Verify the evidence of a consent'],
      [true, `Evidence of consent ${facts.consent[0].consent}`],
    ]);
  });

  test('a file may be dropped as soon as there is a page', async () => {
    const files = await writeEvidence(facts);
    const { page } = await openVerifyPage();
    await page.addInitScript(
      (text) => {
        const watch = new MutationObserver(() => {
          const heading = document.querySelector('h1');
          if (heading === null) return;
          watch.disconnect();
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'evidence.json'));
          heading.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
        });
        watch.observe(document, { subtree: true, childList: true });
      },
      await readFile(files.document, 'utf8'),
    );
    await page.reload();

    await page.getByRole('heading', { name: 'Unchanged' }).waitFor();
  });

  test('of files that are given one after the other the last one counts, however long each takes to be read', async () => {
    const files = await writeEvidence(facts);
    const { page } = await openVerifyPage();
    await page.evaluate(() => {
      const read = File.prototype.arrayBuffer;
      const { promise, resolve: release } = Promise.withResolvers<void>();
      Object.assign(globalThis, { release });
      File.prototype.arrayBuffer = async function () {
        if (this.name === 'evidence.json') await promise;
        return read.call(this);
      };
    });
    const other = join(newFolder(), 'other.json');
    await copyFile(files.document, other);

    await drop(page, files.document);
    await drop(page, other);
    await page.locator('.verdict', { hasText: 'other.json' }).waitFor();
    await page.evaluate('release()');
    await settleDrawing(page);

    expect(await page.locator('.verdict').innerText()).toContain('other.json');
  });

  test('of several documents one is verified, and the others are named', async () => {
    const files = await writeEvidence(facts);
    const other = join(newFolder(), 'other.json');
    await copyFile(files.document, other);
    const { page } = await openVerifyPage();

    await drop(page, files.document, other, files.keys, files.otherKeys);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();

    await expect.poll(() => page.locator('.verdict').innerText()).toContain('evidence.json');
    await expect
      .poll(() => page.locator('.warning p').allInnerTexts())
      .toEqual([
        'Give one document at a time: other.json was not used.',
        'Give one key file at a time: other-keys.json was not used.',
      ]);
  });

  test('says that the keys of the reader did not sign, and calls nothing valid that leaves something to judge', async () => {
    const files = await writeEvidence(factsOf());
    const { page } = await openVerifyPage();
    await drop(page, files.otherKeys, files.document);
    await page.getByRole('heading', { name: 'Unchanged' }).waitFor();

    await expect
      .poll(() => page.locator('.verdict').innerText())
      .toContain('the key that you gave did not sign this one');
    await give(page, files.keys, 'keys');
    await page.getByRole('heading', { name: 'Doubtful: one thing is for you to judge' }).waitFor();
    await expect
      .poll(() => page.locator('.checks').first().innerText())
      .toMatch(/Judge it yourself\s+events: The id of the consent has the time /);
    await expect.poll(() => page.getByText('1 is for you to judge, 1 is a remark.').isVisible()).toBe(true);
  });

  test.each([
    ['has no cryptography', 'Object.defineProperty(Crypto.prototype, "subtle", { value: undefined })'],
    ['fails', 'crypto.subtle.digest = () => Promise.reject(new Error("x"))'],
  ])('a browser that %s says that nothing is known', async (_how, spoil) => {
    const { page, offences } = await openVerifyPage();
    await page.evaluate(spoil);
    await give(page, (await writeEvidence(facts)).document);
    await page.getByText('This browser cannot verify a document here').waitFor();

    expect(await page.locator('.verdict').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  const states: Readonly<Record<string, () => Promise<WatchedPage>>> = {
    empty: openVerifyPage,
    verifying: async () => {
      const opened = await openVerifyPage();
      await opened.page.evaluate('crypto.subtle.verify = () => new Promise(() => {})');
      await give(opened.page, (await writeEvidence(facts)).document);
      await opened.page.getByText('Verifying …').waitFor();
      return opened;
    },
    valid: async () => {
      const [files, opened] = [await writeEvidence(facts), await openVerifyPage()];
      await drop(opened.page, files.keys, files.document);
      await opened.page.getByRole('heading', { name: 'Valid' }).waitFor();
      return opened;
    },
    refused: async () => {
      const [files, opened] = [await writeEvidence(facts, forge), await openVerifyPage()];
      await drop(opened.page, files.document);
      await opened.page.getByRole('heading', { name: 'Refused' }).waitFor();
      return opened;
    },
    'with its document': async () => {
      const opened = await openOwn(await writeEvidence(facts));
      await opened.page.locator('.verdict h2').waitFor();
      return opened;
    },
    'very long': async () => {
      const long = { html: `<table><tr>${'<td>cell</td>'.repeat(300)}</tr></table>`, note: 'x'.repeat(100_000) };
      const files = await writeEvidence(factsOf({ proof: long, descriptionHtml: `<p>${'y'.repeat(9_999)}</p>` }));
      const opened = await openOwn(files);
      await opened.page.locator('.verdict h2').waitFor();
      await opened.page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      return opened;
    },
  };

  test.each(Object.entries(states))(
    'axe finds nothing, and nothing is wider than the screen, when it is %s',
    async (_name, enter) => {
      const { page, offences } = await enter();

      await expectAccessible(page, { widths: [320, 1400], fewest: 12 });
      expect(offences).toEqual([]);
    },
  );

  test('a narrow screen breaks no word of a table', async () => {
    const { page } = await openOwn(await writeEvidence(facts));
    await page.setViewportSize({ width: 320, height: 900 });
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();

    const version = page.getByRole('columnheader', { name: 'Version' });

    expect((await version.boundingBox())?.height).toBeLessThan(2.5 * 24);
    expect(await version.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('all that can be done can be done with the keyboard', async () => {
    const files = await writeEvidence(facts);
    const { page } = await openVerifyPage();
    await give(page, files.document);
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();

    const reached: (string | undefined)[] = [];
    for (let i = 0; i < 15; i += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement === null || activeElement === document.body
            ? undefined
            : activeElement.id || activeElement.tagName.toLowerCase();
        }),
      );
    }

    expect(reached).toEqual(
      expect.arrayContaining([
        'document',
        'keys',
        'thumbprint',
        'checkpoint',
        'summary',
        'asked-time',
        'iframe',
        'button',
      ]),
    );
  });

  test('on paper the checks are whole, and what is for the screen alone is left out', async () => {
    const { page } = await openOwn(await writeEvidence(facts));
    await page.locator('.verdict h2').waitFor();
    const held = page.locator('.every .checks li').first();
    await held.waitFor({ state: 'attached' });
    expect(await held.isVisible()).toBe(false);

    await page.emulateMedia({ media: 'print' });

    await expect.poll(() => held.isVisible()).toBe(true);
    await expect.poll(() => page.locator('.verdict h2').isVisible()).toBe(true);
    expect(await page.locator('input:visible, button:visible').count()).toBe(0);
  });

  test('on paper a proof is whole, as it looked', async () => {
    const html = Array.from({ length: 200 }, (_, i) => `<p>line ${i}</p>`).join('\n');
    const { page } = await openOwn(await writeEvidence(factsOf({ proof: { html } })));
    await page.setViewportSize({ width: 700, height: 900 });
    await page.frameLocator('.told iframe').getByText('line 199').waitFor();
    const countPages = async (): Promise<number> =>
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

    expect(await countPages()).toBeGreaterThan(7);
    expect(await page.locator('.told .source').isVisible()).toBe(false);
  });
});
