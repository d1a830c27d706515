/** What the packed client must have, of its sources: packing it is left to `test/nightly/client-typescript-package.test.ts`. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientFile } from '../../../build/build.ts';
import client from '../../../client/typescript/package.json' with { type: 'json' };
import service from '../../../package.json' with { type: 'json' };
import { serveFunctions } from '../../support/call/gateway.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant } from '../../support/make/builders.ts';
import { newFolder } from '../../support/make/machine.ts';
import { callAsBrowser } from './browser-page.ts';
import { consentOf, tokensOf } from './tenant.ts';

const baseUrl = `http://127.0.0.1:${await serveFunctions()}`;
const root = join(import.meta.dirname, '../../..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const alias = { '@consent-register/client': join(root, 'client/typescript/index.ts') };

test('has what the build writes, all of it its own, in the version of the service', async () => {
  const { outDir, declaration } = JSON.parse(await read('client/typescript/tsconfig.json')).compilerOptions;
  const { metafile } = await build({
    entryPoints: [alias['@consent-register/client']],
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    platform: 'browser',
    format: 'esm',
    metafile: true,
    write: false,
  });

  expect(client).toMatchObject({
    version: service.version,
    exports: { '.': { types: `./${outDir}/index.d.ts`, default: `./${clientFile.replace('client/typescript/', '')}` } },
    files: [outDir],
    scripts: { prepack: expect.stringMatching(/ build client$/) },
  });
  expect(declaration).toBe(true);
  expect(Object.keys(client).filter((name) => /dependencies|^bin$/i.test(name))).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((name) => !/^client\/typescript\/[\w-]+\.ts$/.test(name))).toEqual([]);
});

test('pages and examples name the packed file of this version', async () => {
  const pages = ['client/typescript/README.md', 'docs/integrate.md'];
  const examples = ['express', 'next-route', 'unsubscribe'].map((name) => `docs/examples/${name}.mjs`);
  const texts = await Promise.all([...pages, ...examples].map(read));

  for (const text of texts) {
    const named = text.match(/consent-register-client-\d[\w.-]*?\.tgz/g);
    expect([...new Set(named)]).toEqual([`consent-register-client-${service.version}.tgz`]);
  }
});

/** The example with the tokens, the project and the notice of a tenant, where it has those of the demo data. */
const adapt = (example: string, { projectUid, pid }: Tenant, tokens: string): string => {
  const values = {
    "'tokens.json'": JSON.stringify(tokens),
    "'demo-shop'": JSON.stringify(projectUid),
    '= 2;': `= ${pid};`,
  };
  return Object.entries(values).reduce((text, [own, ours]) => {
    expect(text.split(own)).toHaveLength(2);
    return text.replace(own, ours);
  }, example);
};

test('the example of client/typescript/README.md runs, and again, and refuses a token file that is cut off', async () => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(await read('client/typescript/README.md')) ?? [];
  const tenant = await newTenant();
  const [folder, place] = [newFolder(), newFolder()];
  const [tokens, file] = [join(place, 'tokens.json'), join(folder, 'example.mjs')];
  const [old] = tokensOf(tenant).saved;
  await writeFile(tokens, JSON.stringify({ ...old, access_token: 'stale' }));
  const { outputFiles } = await build({
    stdin: { contents: adapt(example, tenant, tokens), resolveDir: root },
    alias,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  await writeFile(file, outputFiles[0]?.text ?? '');
  vi.stubEnv('CONSENT_REGISTER_URL', baseUrl);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const run = async (time: number): Promise<string[]> => {
    log.mockClear();
    await import(`${pathToFileURL(file).href}?${time}`);
    return log.mock.calls.map((words) => words.join(' '));
  };
  const said = ['Shown: Privacy notice', 'May write to Grace: true', `Notice ${tenant.pid} revoked`];
  const problem = '404 notice.not-found The account has no notice with this PID.';

  expect(await run(1)).toEqual([...said, problem]);
  expect(await run(2)).toEqual([...said, `Notice ${tenant.pid} revoked`, problem]);
  const kept = JSON.parse(await readFile(tokens, 'utf8'));
  expect(kept.refresh_token).not.toBe(old?.refresh_token);
  expect([await readdir(place), (await stat(tokens)).mode & 0o777]).toEqual([['tokens.json'], 0o600]);

  await writeFile(tokens, '{"access_token": "a');
  await expect(run(3)).rejects.toThrow(/^tokens\.unreadable: The store has something else than tokens/);
});

test('works with what a browser has', async () => {
  const tenant = await newTenant();

  const found = callAsBrowser(root, { baseUrl, store: tokensOf(tenant) }, consentOf(tenant), { alias });

  expect(await found).toBe(tenant.pid);
});
