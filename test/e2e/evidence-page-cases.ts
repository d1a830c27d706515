import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { renderEvidencePage } from '../../pages/files/evidence-page.ts';
import { toIdentifier } from '../../shared/runtime/identifier.ts';
import { newFolder } from '../support/make/machine.ts';
import { factsOf } from '../support/make/statement.ts';

const verifyPage = await renderEvidencePage();

/** The page that an auditor has from elsewhere, as a browser opens it. */
export const writeVerifyPage = async (): Promise<string> => {
  const file = join(newFolder(), 'verify.html');
  await writeFile(file, verifyPage);
  return pathToFileURL(file).href;
};

export const facts = factsOf({
  id: toIdentifier(new Date('2026-03-10T10:00:00Z'), Buffer.alloc(16, 7)),
  validityDays: 365,
  proof: { url: 'https://shop.example/account', html: '<p>I agree <a href="https://shop.example/terms">terms</a></p>' },
  times: { revoked: new Date('2026-03-20T14:30:00Z') },
});

/** A document that is changed once it is signed. */
export const forge = (document: string): string => document.replace('ada@example.com', 'bob@example.com');

export const give = (page: Page, file: string, field = 'document'): Promise<void> =>
  page.setInputFiles(`#${field}`, file);

export const verdictOf = async (page: Page): Promise<string> => page.locator('.verdict h2').innerText();

/** Files as they come when they are dropped, which no path can say. */
export const drop = async (page: Page, ...files: readonly string[]): Promise<void> => {
  const given = await Promise.all(
    files.map(async (file) => ({ name: file.split('/').at(-1) ?? '', text: await readFile(file, 'utf8') })),
  );
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, text } of all) data.items.add(new File([text], name));
    return data;
  }, given);
  await page.locator('h1').dispatchEvent('drop', { dataTransfer: transfer });
};
