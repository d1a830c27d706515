import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from './archive.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'client/php');

/** The files of the package beside its licence. */
const files = ['README.md', 'composer.json', 'consent-register-client.php', 'schema.php'];

/** A packed file, by the name that a release gives it. */
export interface ComposerArchive {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The PHP client as an archive for a Composer repository of the type `artifact`. The same sources give the same bytes. */
export const makeComposerArchive = (): ComposerArchive => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'composer.json'), 'utf8'));
  const packed = new Map([
    ['LICENSE', readFileSync(join(root, 'LICENSE'), 'utf8')] as const,
    ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
  ]);
  return { name: `${name.replace('/', '-')}-php-${version}.zip`, bytes: makeZip(packed) };
};
