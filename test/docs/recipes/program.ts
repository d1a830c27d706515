import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { personalEnvironment } from '../../e2e/environment.ts';
import { password } from '../../e2e/http.ts';
import { repository } from '../../e2e/service.ts';
import { untilItListens } from './front.ts';

export const recipes = join(repository, 'docs/recipes');
export const standIns = join(repository, 'test/docs/recipes/stand-ins');

/** Node's program, as the tests run on it, for a recipe whose stand-in needs it. */
export const node = process.execPath;

/** What a developer sets for a recipe, with the demo data's project and the notice that holds for 365 days. */
export const recipeEnvironment = (registerUrl: string, state: string): NodeJS.ProcessEnv => ({
  // As many copy an address, with a slash at its end.
  REGISTER_URL: `${registerUrl}/`,
  REGISTER_EMAIL: 'demo@example.com',
  REGISTER_PASSWORD: password,
  REGISTER_PROJECT: 'demo-shop',
  REGISTER_PID: '2',
  REGISTER_TOKENS: join(state, 'tokens.json'),
  PAGE_URL: 'https://shop.example/newsletter',
  LINK_SECRET: 'a secret for this test, of 32 and more',
  MAIL_FROM: 'newsletter@shop.example',
  STATE: state,
  PYTHONPATH: [join(recipes, 'python'), join(repository, 'client/python')].join(':'),
  PYTHONDONTWRITEBYTECODE: '1',
});

/** A directory that a recipe may keep things in; `remove` takes it away. */
export const makeState = () => {
  const state = mkdtempSync(join(tmpdir(), 'recipe-'));
  return { state, remove: () => rmSync(state, { recursive: true, force: true }) };
};

/** A recipe that serves a page. */
export interface Site {
  readonly url: string;
  /** What it has written to its log. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a program that serves at `$PORT`; `{PORT}` in an option is the same. It ends when this process does, in whatever way. */
export const startSite = async (
  [program, ...options]: readonly [string, ...string[]],
  path: string,
  settings: NodeJS.ProcessEnv,
): Promise<Site> => {
  const port = String(await findFreePort());
  const script = '"$@" </dev/null & read -r _; trap "" TERM; kill -TERM 0; wait';
  const words = [program, ...options].map((word) => word.replace('{PORT}', port));
  const child = spawn('sh', ['-c', script, 'sh', ...words], {
    env: personalEnvironment({ ...settings, PORT: port }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
  }
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  const url = `http://127.0.0.1:${port}${path}`;
  if (await untilItListens(url)) return { url, log: () => log, stop };
  await stop();
  throw new Error(`${words.join(' ')} does not serve:\n${log}`);
};
