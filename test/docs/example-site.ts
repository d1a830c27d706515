import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { expect, onTestFinished } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { repository } from '../e2e/service.ts';
import { newFolder } from '../support/make/machine.ts';
import { parsePage } from '../support/make/parsed-page.ts';
import type { DemoRegister } from './demo-register.ts';

/** The examples with the clients and the packages that they need, as their readers copy them. */
export const copyExamples = (): string => {
  const folder = newFolder();
  cpSync(join(repository, 'docs/examples'), folder, { recursive: true });
  const phpClient = 'consent-register-client.php';
  cpSync(join(repository, 'client/php', phpClient), join(folder, phpClient));
  const client = join(folder, 'node_modules/@consent-register/client');
  mkdirSync(client, { recursive: true });
  cpSync(join(repository, 'client/typescript/package.json'), join(client, 'package.json'));
  const entryPoints = [join(repository, 'client/typescript/index.ts')];
  buildSync({ entryPoints, bundle: true, format: 'esm', outfile: join(client, 'dist/index.js') });
  symlinkSync(join(repository, 'node_modules/express'), join(folder, 'node_modules/express'));
  return folder;
};

export const pageUrl = 'https://shop.example/newsletter';

/** What a developer sets for an example, with the demo data's project and notice. */
export const exampleSettings = ({
  baseUrl,
  key,
}: Pick<DemoRegister, 'baseUrl' | 'key'>): Readonly<Record<string, string>> => ({
  REGISTER_URL: `${baseUrl}/`,
  REGISTER_KEY: key,
  REGISTER_PROJECT: 'demo-shop',
  REGISTER_PID: '2',
  PAGE_URL: pageUrl,
});

/** Starts a program that serves at `$PORT`, until the test ends; `{PORT}` in an option is the same. @returns the URL of its form */
export const startSite = async (command: readonly string[], settings: NodeJS.ProcessEnv): Promise<string> => {
  const port = String(await findFreePort());
  const [program = '', ...options] = command.map((word) => word.replace('{PORT}', port));
  const env = personalEnvironment({ ...settings, PORT: port });
  const child = spawn(program, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/newsletter`;
  for (let tries = 0; child.exitCode === null && tries < 300; tries += 1) {
    if (await fetch(url, { redirect: 'manual' }).then(Boolean, () => false)) return url;
    await sleep(50);
  }
  throw new Error(`${command.join(' ')} does not serve. ${written}`);
};

/** Asks for a form, or with a body sends it. */
export type Call = (body?: URLSearchParams) => Promise<Response>;

/** A browser that has the cookies of the site. */
export const browse = (url: string): Call => {
  const cookies = new Map<string, string>();
  return async (body) => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const answer = await fetch(url, { headers, ...(body && { method: 'POST', body }) });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
};

/** Sends the form of a page with what a visitor types. */
export const fill = (html: string, typed: Readonly<Record<string, string>>): URLSearchParams => {
  const hidden = [...parsePage(html).querySelectorAll<HTMLInputElement>('input[type=hidden]')];
  return new URLSearchParams({ ...Object.fromEntries(hidden.map(({ name, value }) => [name, value])), ...typed });
};

/** Sends a form incomplete, with the notice of another day, then twice as it is to be: one consent to what it showed is recorded. */
export const subscribeOnce = async (
  call: Call,
  email: string,
  register: DemoRegister,
  url = pageUrl,
): Promise<void> => {
  const html = await (await call()).text();
  const body = fill(html, { email, first_name: "O'Neil", agree: '1' });

  const statuses = [];
  for (const sent of [fill(html, { email }), fill(html, { email, agree: '1', notice: 'another' }), body, body])
    statuses.push((await call(sent)).status);

  expect(statuses).toEqual([422, 409, 200, 200]);
  const [consent, ...others] = await register.consentsOf(email);
  expect(others).toEqual([]);
  expect(html).toContain((await register.notice(2)).descriptionHtml.eng);
  expect(html).toContain(consent?.proof.html);
  expect(consent).toMatchObject({ channel: 'web.form', userData: { email, first_name: "O'Neil" }, lang: 'eng' });
  expect(consent?.proof).toMatchObject({ url, submitted: expect.stringContaining(email) });
};
