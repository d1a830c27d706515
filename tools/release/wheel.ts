import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from './archive.ts';
import { findOwn } from './commit.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'client/python');

const toDigest = (content: string): string => createHash('sha256').update(content).digest('base64url');

/** A text of pyproject.toml, which is written once in it. */
const readSetting = (project: string, name: string): string => {
  const [, value] = new RegExp(`^${name} = "(.+)"$`, 'm').exec(project) ?? [];
  if (value === undefined) throw new Error(`pyproject.toml has no ${name}.`);
  return value;
};

const describe = (project: string, readme: string): string =>
  [
    'Metadata-Version: 2.4',
    `Name: ${readSetting(project, 'name')}`,
    `Version: ${readSetting(project, 'version')}`,
    `Summary: ${readSetting(project, 'description')}`,
    `License-Expression: ${readSetting(project, 'license')}`,
    'License-File: LICENSE',
    `Requires-Python: ${readSetting(project, 'requires-python')}`,
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');

const tags = 'py3-none-any';

/** A packed file, by the name that a release gives it. */
export interface Wheel {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The Python client as a wheel (PEP 427). The same sources give the same bytes. */
export const makeWheel = (): Wheel => {
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
  const id = `${readSetting(project, 'name').replaceAll('-', '_')}-${readSetting(project, 'version')}`;
  const modules = findOwn(['consent_register/{*.py,py.typed}'], folder);
  const files = new Map([
    ...modules.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const),
    [`${id}.dist-info/licenses/LICENSE`, readFileSync(join(root, 'LICENSE'), 'utf8')] as const,
    [`${id}.dist-info/METADATA`, describe(project, readFileSync(join(folder, 'README.md'), 'utf8'))] as const,
    [
      `${id}.dist-info/WHEEL`,
      `Wheel-Version: 1.0\nGenerator: consent-register\nRoot-Is-Purelib: true\nTag: ${tags}\n`,
    ] as const,
  ]);
  const record = `${id}.dist-info/RECORD`;
  const rows = [...files].map(([path, text]) => `${path},sha256=${toDigest(text)},${Buffer.byteLength(text)}\n`);
  return { name: `${id}-${tags}.whl`, bytes: makeZip(files.set(record, `${rows.join('')}${record},,\n`)) };
};
