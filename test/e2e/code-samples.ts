import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** The lines of code that the page writes for requests of an operation. */
export interface CodeSamples {
  /** Whom it writes them for: language and client. */
  readonly clients: () => Promise<string[]>;
  readonly encode: (mediaType: string) => Promise<void>;
  /** Chooses the example by its summary. */
  readonly choose: (example: string) => Promise<void>;
  readonly read: (client: string) => Promise<string>;
}

/** @param summary what the page calls the operation */
export const openCodeSamples = async (page: Page, summary: string): Promise<CodeSamples> => {
  await page.getByRole('link', { name: summary }).first().click();
  const operation = page.getByRole('region', { name: summary, exact: true });
  const samples = operation.getByRole('group', { name: /^Request Example/ });
  const client = samples.getByTestId('client-picker');
  const example = samples.getByTestId('example-picker');
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  return {
    clients: async () => {
      await client.click();
      const groups = await page.getByRole('listbox').getByRole('group').all();
      const names = await Promise.all(
        groups.map(async (group) => {
          const [language, ...options] = (await group.innerText()).split('\n').filter((line) => line.trim() !== '');
          return options.map((name) => `${language} ${name}`);
        }),
      );
      await page.keyboard.press('Escape');
      return names.flat();
    },
    encode: async (mediaType) => {
      await operation.getByRole('button', { name: 'Selected Content Type' }).first().click();
      await option(mediaType).click();
    },
    choose: async (name) => {
      await example.click();
      await option(name).click();
    },
    read: async (name) => {
      const [language = '', ...rest] = name.split(' ');
      const chosen = samples.getByRole('button', { name, exact: true });
      const group = page.getByRole('listbox').getByRole('group', { name: language, exact: true });
      const patience = { timeout: 3_000 };
      // The list is drawn anew while the page changes, and then overlooks a click.
      const chooseClient = async (): Promise<void> => {
        if (await chosen.isVisible()) return;
        await page.keyboard.press('Escape');
        await client.click(patience);
        await group.getByRole('option', { name: rest.join(' '), exact: true }).click(patience);
        await chosen.waitFor(patience);
      };
      await vi.waitFor(chooseClient, { timeout: 30_000 });
      return samples.locator('code').innerText();
    },
  };
};
