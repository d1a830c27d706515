import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { run } from '../e2e/command.ts';
import { post } from '../e2e/http.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { serveFolder } from '../e2e/static-server.ts';
import type { AnswerBody } from '../support/call/document.ts';
import type { Parameters } from '../support/call/event.ts';
import { needs, newFolder } from '../support/make/machine.ts';

/** How the page calls the encodings of a body. */
type PageEncoding = 'JSON' | 'Form URL Encoded';

/** The dialog in which the page sends requests of an operation. */
interface TryIt {
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
const openTryIt = async (page: Page, summary: string, path: string): Promise<TryIt> => {
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

const operations = Object.values(descriptions).map(({ summary }) => summary);

let service: RunningService;

beforeAll(async () => {
  service = await startServiceOnSharedEngine();
  return service.stop;
});

test('is where the service says', () => {
  const [, console, login] = /^Console +(\S+)\nLogin +(\S+) \/ /m.exec(service.output()) ?? [];

  expect([console, login]).toEqual([`${service.baseUrl}/console`, 'demo@example.com']);
  expect(service.output()).toMatch(
    new RegExp(`^Reference +${service.baseUrl}/docs, mails ${service.baseUrl}/outbox$`, 'm'),
  );
});

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 300_000 }, () => {
  const open = useBrowser();

  test('logs in, records, finds and revokes', async () => {
    const { page, offences } = await open(`${service.baseUrl}/docs`, { viewport: { width: 1280, height: 1000 } });
    const email = `${randomUUID()}@example.com`;

    const login = await openTryIt(page, 'Log in', '/login');
    const { access_token: token } = await login.send();
    await login.close();

    const add = await openTryIt(page, 'Record consents', '/consent-register/add');
    await add.encode('Form URL Encoded');
    await add.fill('userData[email]', email);
    const { consentId } = await add.send();
    await add.encode('JSON');
    await add.write({
      projectUid: 'demo-shop',
      consentInformationPid: [2, 3],
      proof: { url: 'https://shop.example/newsletter' },
      userData: { email, size: { label: 'Your size', value: 'M' } },
    });
    const { data: added } = await add.send();
    await add.close();

    const search = await openTryIt(page, 'Search consents', '/consent-register/search');
    await search.encode('Form URL Encoded');
    await search.fill('userData[email]', email);
    const { data: found } = await search.send();
    expect(found.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [consentId, ...added.map(({ consentId }: { consentId: string }) => consentId)].toSorted(),
    );
    await search.close();

    const revoke = await openTryIt(page, 'Revoke a consent', '/consent-register/revoke');
    await revoke.encode('Form URL Encoded');
    await revoke.fill('id', consentId);
    expect(await revoke.send()).toMatchObject({ revoked: true, consentId });

    const { body } = await post(`${service.baseUrl}/consent-register/search`, { userData: { email } }, token);
    expect(body.data).toHaveLength(3);
    expect(body.data.find(({ id }: { id: string }) => id === consentId)).toMatchObject({
      channel: 'web.form',
      proof: { url: 'https://shop.example/newsletter', html: '<form>...</form>' },
      userData: { first_name: 'Ada', email },
      revoked: true,
      revokeProof: { url: 'https://shop.example/account' },
    });
    expect(offences).toEqual([]);
  });

  test('fills in what answers gave: the token, the id of the last consent, the next refresh token', async () => {
    const { page, offences } = await open(`${service.baseUrl}/docs`, { viewport: { width: 1280, height: 1000 } });

    /** As a person does, who reads the page before the next request: it reads its document anew meanwhile. */
    const closeSlowly = async (request: TryIt): Promise<void> => {
      const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/openapi.json');
      await request.close();
      await read;
      await settleDrawing(page);
    };

    const login = await openTryIt(page, 'Log in', '/login');
    const { access_token: token } = await login.send();
    await closeSlowly(login);

    const add = await openTryIt(page, 'Record consents', '/consent-register/add');
    const userData = { email: `${randomUUID()}@example.com` };
    await add.write({ projectUid: 'demo-shop', consentInformationPid: 2, proof: { url: 'x' }, userData });
    await add.send();
    const { consentId } = await add.send();
    await closeSlowly(add);

    const revoke = await openTryIt(page, 'Revoke a consent', '/consent-register/revoke');
    await revoke.showsInBody(consentId);
    expect(await revoke.send()).toMatchObject({ revoked: true, consentId });
    await revoke.close();

    const refresh = await openTryIt(page, 'Refresh a token', '/refresh-token');
    for (let i = 0; i < 3; i += 1) {
      const { refresh_token: next } = await refresh.send();
      await refresh.showsInBody(next);
    }
    await refresh.close();

    const { body } = await post(`${service.baseUrl}/consent-register/search`, { userData }, token);
    expect(body.data).toHaveLength(2);
    const check = await openTryIt(page, 'Check a token', '/details');
    expect(await check.send()).toMatchObject({ email: 'demo@example.com' });
    expect(offences).toEqual([]);
  });

  test('shows the answer on a phone, and all of it without scrolling sideways', async () => {
    const [width, height] = [360, 740];
    const { page } = await open(`${service.baseUrl}/docs`, { viewport: { width, height } });
    await page.goto(`${service.baseUrl}/docs#tag/tokens/POST/login`);
    await page.getByRole('button', { name: 'Test Request (post /login)' }).click();
    const dialog = page.getByRole('dialog', { name: 'API Client' });
    await dialog.getByText('demo@example.com').waitFor();

    await dialog.getByRole('button', { name: /^Send post request/ }).click();
    const answer = dialog.getByRole('region', { name: 'Response', exact: true });
    const text = answer.getByText('"access_token"');

    await expect.poll(async () => (await text.boundingBox())?.y ?? height).toBeLessThan(height - 80);
    await expect
      .poll(async () => (await answer.getByRole('link', { name: '200 OK' }).boundingBox())?.y)
      .toBeGreaterThan(0);
    await settleDrawing(page);
    const widths = await answer
      .locator('.cm-scroller')
      .evaluateAll((editors) => editors.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(widths).toEqual([0]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('is loaded once: the second time nothing is sent again, and the first time a quarter', async () => {
    const { page } = await open(`${service.baseUrl}/docs`);
    const loaded = (): Promise<number> =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).reduce(
          (sum, { transferSize }) => sum + transferSize,
          0,
        ),
      );
    await expect.poll(loaded).toBeGreaterThan(500_000);
    await settleDrawing(page);
    expect(await loaded()).toBeLessThan(1_250_000);

    await page.reload();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await settleDrawing(page);

    expect(await loaded()).toBeLessThan(5_000);
  });

  test.each([
    ['light', 1280, 390, 'rgb(255, 255, 255)'],
    ['dark', 390, 1280, 'rgb(15, 15, 15)'],
  ] as const)(
    'is %s where the reader wants it so, %i and %i pixels wide',
    async (colorScheme, width, otherWidth, background) => {
      const { page, offences } = await open(`${service.baseUrl}/docs#tag/consents/POST/consent-register/add`, {
        colorScheme,
        viewport: { width, height: 844 },
      });

      await page.getByRole('heading', { name: 'Record consents' }).waitFor();
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
      for (const wide of [width, otherWidth]) {
        await page.setViewportSize({ width: wide, height: 844 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(wide);
      }
      expect(offences).toEqual([]);
    },
  );

  test('has the whole trial on a small screen', async () => {
    const { page } = await open(`${service.baseUrl}/docs#tag/tokens/POST/login`, {
      viewport: { width: 390, height: 844 },
    });

    await page.getByRole('button', { name: 'Test Request (post /login)' }).click();
    const dialog = page.getByRole('dialog', { name: 'API Client' });
    await dialog.getByText('demo@example.com').waitFor();
    await settleDrawing(page);
    for (const name of [/^Send post request/, 'Raw']) {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
  });

  test('is written as files for any web server', async () => {
    const folder = newFolder();
    expect(await run('npm', ['run', '--silent', 'docs', '--', '--reference', folder])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });

    const { page, offences } = await open(await serveFolder(folder));
    for (const name of operations) await page.getByRole('link', { name }).first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'HTTP Method: POST' }).count()).toBe(operations.length);
    await page.getByRole('textbox', { name: 'url' }).fill('https://register.example');
    await page.getByRole('link', { name: 'Record consents' }).first().click();
    await page.getByText('https://register.example/consent-register/add').first().waitFor();
    expect(offences).toEqual([]);
  });
});
