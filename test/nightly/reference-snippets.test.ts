import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { run } from '../e2e/command.ts';
import { logIn, post } from '../e2e/http.ts';
import type { RunningService } from '../e2e/service.ts';
import { startServiceOnSharedEngine } from '../e2e/service.ts';
import { hasProgram, needs, newFolder } from '../support/make/machine.ts';

/** The lines of code that the page writes for requests of an operation. */
interface CodeSamples {
  /** Whom it writes them for: language and client. */
  readonly clients: () => Promise<string[]>;
  readonly encode: (mediaType: string) => Promise<void>;
  /** Chooses the example by its summary. */
  readonly choose: (example: string) => Promise<void>;
  readonly read: (client: string) => Promise<string>;
}

/** @param summary what the page calls the operation */
const openCodeSamples = async (page: Page, summary: string): Promise<CodeSamples> => {
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

interface Runner {
  readonly program: string;
  /** Arguments with which the program succeeds where all is installed that the lines need. */
  readonly probe: readonly string[];
  /** What a reader writes before lines that are a part of a program. */
  readonly before?: string;
}

/** What examples say of a consent. */
interface Found {
  readonly projectUid: string;
  readonly channel: string;
  readonly proof: unknown;
  readonly userData: unknown;
  readonly consentInformationPid: number;
}

const runners: Readonly<Record<string, Runner>> = {
  'Node.js Fetch': { program: 'node', probe: ['--version'] },
  'PHP cURL': { program: 'php', probe: ['-r', 'curl_version();'], before: '<?php\n' },
  'Python http.client': { program: 'python3', probe: ['--version'] },
  'Python Requests': { program: 'python3', probe: ['-c', 'import requests'], before: 'import requests\n' },
  'Shell Curl': { program: 'bash', probe: ['-c', 'curl --version'] },
};

const isInstalled = ([, { program, probe }]: readonly [string, Runner]): boolean => hasProgram(program, probe);

/** Compiled for longer than all others run. They were run by hand. */
const compiled = ['Go NewRequest', 'Java java.net.http'];
const inBrowser = 'JavaScript Fetch';

const installed = Object.entries(runners).filter(isInstalled);

const runFile = async ({ program, before = '' }: Runner, lines: string): Promise<void> => {
  const file = join(newFolder(), 'lines');
  await writeFile(file, `${before}${lines}`);
  const { exitCode, stderr } = await run(program, [file]);
  expect(exitCode, stderr).toBe(0);
};

/** Those of which each has something that the others have not. */
const tried = Object.entries(descriptions.addConsent.examples).filter(([name]) => name !== 'one');

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded'];

const withEmail = (text: string, name: string): string => text.replace(/\b(?:ada|grace)(?=@|%40)/, name);

describe('the lines of code of the reference page', { ...needs('browser', hasBrowser), timeout: 180_000 }, () => {
  const open = useBrowser();
  let service: RunningService;
  let token: string;
  let page: Page;
  let samples: CodeSamples;

  beforeAll(async () => {
    service = await startServiceOnSharedEngine();
    ({ access_token: token } = await logIn(service.baseUrl));
    ({ page } = await open(`${service.baseUrl}/docs`, { viewport: { width: 1280, height: 1000 } }));
    samples = await openCodeSamples(page, 'Record consents');
    return service.stop;
  });

  const read = async (client: string, name: string): Promise<string> =>
    withEmail(await samples.read(client), name).replace('YOUR_SECRET_TOKEN', token);

  const find = async (email: string): Promise<readonly Found[]> => {
    const { body } = await post(`${service.baseUrl}/consent-register/search`, { userData: { email } }, token);
    const found: readonly Found[] = body.data;
    return found
      .map(({ projectUid, channel, proof, userData, consentInformationPid }) => ({
        projectUid,
        channel,
        proof,
        userData,
        consentInformationPid,
      }))
      .toSorted((a, b) => a.consentInformationPid - b.consentInformationPid);
  };

  /** Client -> how many examples its lines recorded. */
  const recorded = new Map<string, number>();

  test('are for the clients that were tried', async () => {
    await expect
      .poll(async () => (await samples.clients()).toSorted())
      .toEqual([...compiled, ...Object.keys(runners), inBrowser].toSorted());
  });

  test.each(
    mediaTypes.flatMap((mediaType) => tried.map(([, { summary, request }]) => [mediaType, summary, request] as const)),
  )('record what the example says, as %s: %s', async (mediaType, summary, request) => {
    await samples.encode(mediaType);
    await samples.choose(summary);
    const names = new Map([...installed.map(([client]) => client), inBrowser].map((client) => [client, randomUUID()]));
    const lines = new Map<string, string>();
    for (const [client, name] of names) lines.set(client, await read(client, name));

    await Promise.all([
      ...installed.map(([client, runner]) => runFile(runner, lines.get(client) ?? '')),
      page.evaluate(`(async () => { await ${lines.get(inBrowser)}; })()`),
    ]);

    for (const [client, name] of names) {
      const { consentInformationPid, ...consent } = JSON.parse(withEmail(JSON.stringify(request), name));
      const expected = [consentInformationPid].flat().map((pid) => ({ ...consent, consentInformationPid: pid }));
      expect(await find(`${name}@example.com`), client).toEqual(expected);
      recorded.set(client, (recorded.get(client) ?? 0) + 1);
    }
  });

  for (const [client, runner] of Object.entries(runners)) {
    test(`of ${client} were run for each example`, needs(client, isInstalled([client, runner])), () => {
      expect(recorded.get(client)).toBe(mediaTypes.length * tried.length);
    });
  }
});
