import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { builtFolder } from '../../infra/code.ts';
import { listBrowserModules } from '../../pages/bundles.ts';

const root = join(import.meta.dirname, '../..');

const Metafile = v.object({ inputs: v.record(v.string(), v.unknown()) });

/** Its script is in the package as its makers bundled it. */
const renderer = 'node_modules/@scalar/fastify-api-reference';

const findBrowserInputs = async (): Promise<readonly string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['build/reference/browser/reference.ts'],
    bundle: true,
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return [...(await listBrowserModules()), ...Object.keys(metafile.inputs)];
};

const findFunctionInputs = (): readonly string[] =>
  Object.keys(v.parse(Metafile, JSON.parse(readFileSync(join(builtFolder, 'metafile.json'), 'utf8'))).inputs);

/** The folder of the package that a module belongs to; undefined for ours. */
const folderOf = (input: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];

const Licensed = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })]), ''),
});

type Licensed = v.InferOutput<typeof Licensed>;

interface Bundled {
  readonly title: string;
  readonly text: string;
}

/** The licence of a package that has no file with it. @throws Error for another than MIT */
const spellLicence = ({ name, license, author }: Licensed): string => {
  if (license !== 'MIT') throw new Error(`${name} has no file with its licence, ${license}.`);
  return `Copyright (c) ${typeof author === 'string' ? author : author.name}\n\n${mitLicence}`;
};

const readManifest = (folder: string): Licensed =>
  v.parse(Licensed, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

const readLicence = (folder: string): Bundled => {
  const read = (name: string): string => readFileSync(join(root, folder, name), 'utf8');
  const licensed = readManifest(folder);
  const files = readdirSync(join(root, folder)).filter((file) => /^(?:license|licence|notice)/i.test(file));
  const texts = files.sort().map((file) => read(file).replaceAll('\r\n', '\n').trim());
  return {
    title: `${licensed.name} ${licensed.version}`,
    text: texts.length === 0 ? spellLicence(licensed) : texts.join('\n\n'),
  };
};

const line = '-'.repeat(80);

const mitLicence = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The folders of all packages whose code is in bundles. */
const findFolders = async (): Promise<readonly string[]> => {
  const inputs = [...findFunctionInputs(), ...(await findBrowserInputs())];
  return [...new Set([...inputs.flatMap((input) => folderOf(input) ?? []), renderer])];
};

/** These packages as `name@version`. */
export const findBundled = async (): Promise<readonly string[]> =>
  (await findFolders()).map((folder) => {
    const { name, version } = readManifest(folder);
    return `${name}@${version}`;
  });

/** What NOTICE says: the licences of all packages whose code is in bundles. Packages with the same text share it. */
export const writeNotice = async (): Promise<string> => {
  const titles = Map.groupBy((await findFolders()).map(readLicence), ({ text }) => text);
  const parts = [...titles].map(
    ([text, bundled]) =>
      `${bundled
        .map(({ title }) => title)
        .sort()
        .join('\n')}\n\n${text}`,
  );
  return [
    'Consent Register\n\nThe bundles in dist/ have code of these packages, under the licences that stand below their names.\ndist/browser/renderer.js is the script of @scalar/fastify-api-reference as its makers bundled it.',
    ...parts.sort(),
  ].join(`\n\n${line}\n\n`);
};
