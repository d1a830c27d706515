import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { password } from '../e2e/http.ts';
import { repository } from '../e2e/service.ts';
import { newFolder } from '../support/make/machine.ts';

/** The recipes with the clients that they need, as their readers copy them. */
export const copyRecipes = (): string => {
  const folder = newFolder();
  cpSync(join(repository, 'docs/recipes'), folder, { recursive: true });
  const phpClient = 'consent-register-client.php';
  cpSync(join(repository, 'client/php', phpClient), join(folder, 'php', phpClient));
  const client = join(folder, 'node/node_modules/@consent-register/client');
  mkdirSync(client, { recursive: true });
  cpSync(join(repository, 'client/typescript/package.json'), join(client, 'package.json'));
  const entryPoints = [join(repository, 'client/typescript/index.ts')];
  buildSync({ entryPoints, bundle: true, format: 'esm', outfile: join(client, 'dist/index.js') });
  symlinkSync(join(repository, 'node_modules/express'), join(folder, 'node/node_modules/express'));
  return folder;
};

export const pageUrl = 'https://shop.example/newsletter';

/** What a developer sets for a recipe, with the demo data's project and notice. */
export const recipeSettings = (baseUrl: string): Readonly<Record<string, string>> => ({
  REGISTER_URL: `${baseUrl}/`,
  REGISTER_EMAIL: 'demo@example.com',
  REGISTER_PASSWORD: password,
  REGISTER_PROJECT: 'demo-shop',
  REGISTER_PID: '2',
  REGISTER_TOKENS: join(newFolder(), 'tokens.json'),
  PAGE_URL: pageUrl,
  LINK_SECRET: 'a secret for this test, of 32 and more',
  MAIL_FROM: 'newsletter@shop.example',
});

/** A program that serves. @property errors what it has written to standard error */
interface Site {
  readonly url: string;
  readonly errors: () => string;
}

/** Starts a program that serves at `$PORT`, until the test ends; `{PORT}` in an option is the same. */
export const startSite = async (command: readonly string[], settings: NodeJS.ProcessEnv): Promise<Site> => {
  const port = String(await findFreePort());
  const [program = '', ...options] = command.map((word) => word.replace('{PORT}', port));
  const child = spawn(program, options, {
    env: personalEnvironment({ ...settings, PORT: port }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
    const isUp = await fetch(url, { redirect: 'manual' }).then(Boolean, () => false);
    if (isUp) return { url, errors: () => written };
    await sleep(50);
  }
  throw new Error(`${command.join(' ')} does not serve.`);
};
