import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { builtFolder } from '../../infra/code.ts';

const root = join(import.meta.dirname, '../..');

const Metafile = v.object({ inputs: v.record(v.string(), v.unknown()) });

/** The programs for browsers, each by the module in which it begins. */
const browserPrograms = ['pages/console/main.tsx', 'pages/verify/main.tsx', 'cli/reference/browser/reference.ts'];

/** Its script is in the package as its makers bundled it. */
const renderer = 'node_modules/@scalar/fastify-api-reference';

const findBrowserInputs = async (): Promise<readonly string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: browserPrograms,
    bundle: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    platform: 'browser',
    outdir: '.',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
};

const findFunctionInputs = (): readonly string[] =>
  Object.keys(v.parse(Metafile, JSON.parse(readFileSync(join(builtFolder, 'metafile.json'), 'utf8'))).inputs);

/** The folder of the package that a module belongs to; undefined for ours. */
const folderOf = (input: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];

const Licensed = v.object({ name: v.string(), version: v.string(), license: v.string() });

interface Bundled {
  readonly title: string;
  readonly text: string;
}

const readLicence = (folder: string): Bundled => {
  const read = (name: string): string => readFileSync(join(root, folder, name), 'utf8');
  const { name, version, license } = v.parse(Licensed, JSON.parse(read('package.json')));
  const files = readdirSync(join(root, folder)).filter((file) => /^(?:license|licence|notice)/i.test(file));
  const texts = files.sort().map((file) => read(file).replaceAll('\r\n', '\n').trim());
  return { title: `${name} ${version}`, text: texts.length === 0 ? `License: ${license}` : texts.join('\n\n') };
};

const line = '-'.repeat(80);

/** What NOTICE says: the licences of all packages whose code is in bundles. Packages with the same text share it. */
export const writeNotice = async (): Promise<string> => {
  const inputs = [...findFunctionInputs(), ...(await findBrowserInputs())];
  const folders = new Set([...inputs.flatMap((input) => folderOf(input) ?? []), renderer]);
  const titles = Map.groupBy([...folders].map(readLicence), ({ text }) => text);
  const parts = [...titles].map(
    ([text, bundled]) =>
      `${bundled
        .map(({ title }) => title)
        .sort()
        .join('\n')}\n\n${text}`,
  );
  return [
    'Consent Register\n\nThe bundles in build/ have code of these packages, under the licences that stand below their names.\nbuild/browser/renderer.js is the script of @scalar/fastify-api-reference as its makers bundled it.',
    ...parts.sort(),
  ].join(`\n\n${line}\n\n`);
};
