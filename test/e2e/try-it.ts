import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnswerBody } from '../support/call/document.ts';
import type { Parameters } from '../support/call/event.ts';

/** How the page calls the encodings of a body. */
type PageEncoding = 'JSON' | 'Form URL Encoded';

/** The dialog in which the page sends requests of an operation. */
export interface TryIt {
  /** Waits until the body as JSON has the text. */
  readonly showsInBody: (text: string) => Promise<void>;
  readonly encode: (encoding: PageEncoding) => Promise<void>;
  /** Writes the body as JSON, again where the editor was being drawn meanwhile. */
  readonly write: (body: Parameters) => Promise<void>;
  /** Writes into a field of the form. */
  readonly fill: (field: string, value: string) => Promise<void>;
  /** Sends, and returns the answer as the page shows it. */
  readonly send: () => Promise<AnswerBody>;
  readonly close: () => Promise<void>;
}

const readAnswer = async (response: Locator): Promise<AnswerBody> => {
  const text = await response.getByRole('region', { name: 'Body', exact: true }).locator('.cm-content').innerText();
  return JSON.parse(text);
};

/** @param summary what the page calls the operation */
export const openTryIt = async (page: Page, summary: string, path: string): Promise<TryIt> => {
  await page.getByRole('link', { name: summary }).first().click();
  await page.getByRole('button', { name: `Test Request (post ${path})` }).click();
  const dialog = page.getByRole('dialog', { name: 'API Client' });
  const body = dialog.getByRole('region', { name: 'Request Body' });
  const response = dialog.getByRole('region', { name: 'Response', exact: true });
  return {
    showsInBody: (text) => body.locator('.cm-content').getByText(text).waitFor(),
    encode: async (encoding) => {
      await body.getByRole('button', { name: /^(?:JSON|Form URL Encoded)$/ }).click();
      await page.getByRole('option', { name: encoding }).click();
    },
    write: async (parameters) => {
      const [editor, text] = [body.locator('.cm-content'), JSON.stringify(parameters)];
      const fill = async (): Promise<string> => {
        await editor.fill(text);
        return (await editor.innerText()).trim();
      };
      await expect.poll(fill).toBe(text);
    },
    fill: (field, value) =>
      body
        .getByRole('row', { name: `Include ${field} in request` })
        .getByRole('combobox', { name: 'Value' })
        .fill(value),
    send: async () => {
      const received = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
      await dialog.getByRole('button', { name: /^Send post request/ }).click();
      const sent: unknown = await (await received).json();
      await expect.poll(() => readAnswer(response), { timeout: 30_000 }).toEqual(sent);
      await response.getByRole('link', { name: '200 OK' }).waitFor();
      return readAnswer(response);
    },
    close: () => dialog.getByRole('button', { name: 'Close Client' }).click(),
  };
};
