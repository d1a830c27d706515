import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { openConsole, serveConsole } from '../support/call/console.ts';
import { serve } from '../support/call/serve.ts';
import { newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';

describe('the console in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
  });

  test('no page of another origin can frame it', async () => {
    const elsewhere = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><h1>Elsewhere</h1><iframe src="${url}"></iframe>`);
    });
    const { page, offences } = await open(`${elsewhere}/`, { level: 1 });

    await expect.poll(() => offences.join()).toContain("frame-ancestors 'none'");
    expect(await page.frameLocator('iframe').locator('h1').count()).toBe(0);
  });

  test('even code that got into the page could make no markup of a text, and send nothing elsewhere', async () => {
    const server = await startRecordingServer();
    const { page, offences } = await openConsole(open, url, await newTenant(), '#/');

    const tried = await page.evaluate(async (elsewhere) => {
      const outcomeOf = async (attempt: () => unknown): Promise<string> => {
        try {
          await attempt();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : 'failed';
        }
      };
      const script = document.createElement('script');
      const form = document.createElement('form');
      const image = document.createElement('img');
      return {
        markup: await outcomeOf(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
        parser: await outcomeOf(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
        frame: await outcomeOf(() => document.createElement('iframe').setAttribute('srcdoc', '<b>x</b>')),
        script: await outcomeOf(() => {
          script.text = 'window.hit = 1';
        }),
        policy: await outcomeOf(() => Reflect.get(window, 'trustedTypes').createPolicy('consent-register', {})),
        request: await outcomeOf(() => fetch(`${elsewhere}/fetch`)),
        beacon: await outcomeOf(() => navigator.sendBeacon(`${elsewhere}/beacon`)),
        image: await outcomeOf(() => {
          image.src = `${elsewhere}/image`;
          document.body.append(image);
          return image.decode();
        }),
        form: await outcomeOf(() => {
          form.action = `${elsewhere}/form`;
          document.body.append(form);
          form.submit();
        }),
      };
    }, server.url);
    await expect.poll(() => offences.join()).toContain('form-action');

    expect(tried).toMatchObject({
      markup: 'TypeError',
      parser: 'TypeError',
      frame: 'TypeError',
      script: 'TypeError',
      policy: 'TypeError',
      request: 'TypeError',
      image: 'EncodingError',
    });
    expect({ connections: server.count(), url: page.url().split('#')[0] }).toEqual({ connections: 0, url });
  });
});
