import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from '../../infra/code.ts';
import { makeBillOfMaterials } from './bill-of-materials.ts';
import { readCommit } from './commit.ts';
import { makeComposerArchive } from './composer-archive.ts';
import { describePackage } from './manifest.ts';
import { findBundled } from './notice.ts';
import { makePackage, pack, packageFolder } from './packing.ts';
import { packTemplate } from './template.ts';
import { readNotes, readVersion, readVersions } from './version.ts';
import { makeWheel } from './wheel.ts';

const root = join(import.meta.dirname, '../..');

/** The folder with the files of a release. */
export const releaseFolder = join(builtFolder, 'release');

const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Packs the TypeScript client, which is built anew, without what only the repository needs. */
const packTypescriptClient = (): void => {
  const [source, folder] = [join(root, 'client/typescript'), join(builtFolder, 'client')];
  execFileSync(process.execPath, ['build/build.ts', 'client'], { cwd: root, stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['dist', 'README.md']) cpSync(join(source, path), join(folder, path), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { scripts: _, ...manifest } = JSON.parse(readText('client/typescript/package.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  pack(releaseFolder, folder);
};

/** The clients of other languages: for Composer, for sites without it, and for pip. */
const writeOtherClients = (): void => {
  for (const { name, bytes } of [makeComposerArchive(), makeWheel()]) writeFileSync(join(releaseFolder, name), bytes);
  const alone = 'consent-register-client.php';
  copyFileSync(join(root, 'client/php', alone), join(releaseFolder, alone));
};

/** Checksums as `sha256sum --check` reads them. */
const writeChecksums = (): void => {
  const names = readdirSync(releaseFolder).sort();
  const lines = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(releaseFolder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(releaseFolder, 'SHA256SUMS'), lines.join(''));
};

/**
 * Writes the folder of the release anew. The same commit gives the same bytes, in any folder and at any time.
 *
 * @returns the name of each file and its size
 * @throws CommandError when no release can be made of this commit
 */
export const makeRelease = async (): Promise<ReadonlyMap<string, number>> => {
  const commit = readCommit();
  const version = readVersion(readVersions());
  const notes = readNotes(readText('CHANGELOG.md'), version);
  rmSync(releaseFolder, { recursive: true, force: true });
  mkdirSync(releaseFolder, { recursive: true });
  const packages = await makePackage();
  pack(releaseFolder);
  packTypescriptClient();
  writeOtherClients();
  await packTemplate(releaseFolder);
  const installed = Object.keys(describePackage(packages).dependencies);
  const materials = { version, installed, bundled: await findBundled() };
  const written = {
    'NOTES.md': notes,
    'sbom.cdx.json': makeBillOfMaterials(commit, materials),
  };
  for (const [name, content] of Object.entries(written)) writeFileSync(join(releaseFolder, name), content);
  copyFileSync(join(packageFolder, 'NOTICE'), join(releaseFolder, 'NOTICE'));
  writeChecksums();
  return new Map(readdirSync(releaseFolder).map((name) => [name, readFileSync(join(releaseFolder, name)).length]));
};
