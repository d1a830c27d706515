import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../cli/errors.ts';

const root = join(import.meta.dirname, '../..');

const versionIn = (path: string): string => JSON.parse(readFileSync(join(root, path), 'utf8')).version;

const readPythonVersion = (): string =>
  /^version = "(.+)"$/m.exec(readFileSync(join(root, 'client/python/pyproject.toml'), 'utf8'))?.[1] ?? 'none';

/** The versions that the packages of a release name, by the file that does. */
export const readVersions = (): NamedVersions => ({
  'package.json': versionIn('package.json'),
  'client/typescript/package.json': versionIn('client/typescript/package.json'),
  'client/php/composer.json': versionIn('client/php/composer.json'),
  'client/python/pyproject.toml': readPythonVersion(),
});

/** The name of a file, and the version that it names. */
export type NamedVersions = Readonly<Record<string, string>>;

/** @throws CommandError when packages have different versions: they are released together */
export const readVersion = (named: NamedVersions): string => {
  const [version = '', ...others] = new Set(Object.values(named));
  if (others.length === 0) return version;
  const list = Object.entries(named).map(([file, theirs]) => `${file} ${theirs}`);
  throw new CommandError(
    `All packages of a release have one version, and here it differs: ${list.join(', ')}.`,
    'finding',
  );
};

/**
 * The part of the changelog that is about a version, for the page of its release.
 *
 * @throws CommandError when the changelog does not have the version
 */
export const readNotes = (changelog: string, version: string): string => {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => text.startsWith(`[${version}]`));
  if (part === undefined)
    throw new CommandError(
      `CHANGELOG.md has no part "## [${version}]": say there what the version changes.`,
      'finding',
    );
  return `${part.slice(part.indexOf('\n')).trim()}\n`;
};
