import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionName } from '../../infra/code.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeZip } from './archive.ts';
import { packageFolder } from './packing.ts';

/** The most that CloudFormation reads from a bucket. */
const mostBytes = 1_000_000;

/** The template among the files of `makeTemplate`. */
export const templateName = `consent-register-${manifest.version}.template.json`;

const load = <Module>(path: string): Promise<Module> => import(join(packageFolder, path));

/**
 * What a release has for those without CDK: the template, and the archives of the functions that it names, by their names. They are
 * made of the folder of the package alone, so of the code that the package deploys.
 *
 * @throws Error when CloudFormation would not read the template
 */
export const makeTemplate = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { writeTemplate } = await load<typeof import('../../infra/template.ts')>('infra/template.js');
  const { nameArchive, readCode, sources } = await load<typeof import('../../infra/code.ts')>('infra/code.js');
  const template = Buffer.from(writeTemplate(manifest.version));
  if (template.length > mostBytes) throw new Error(`The template has ${template.length} bytes, at most ${mostBytes}.`);
  const archives = (Object.keys(sources) as FunctionName[])
    .map((name) => [nameArchive(name), name] as const)
    .filter(([archive]) => template.includes(`"${archive}"`))
    .map(([archive, name]) => [archive, makeZip(readCode(name))] as const);
  return new Map([[templateName, template], ...archives]);
};

/** Packs that into one file of a folder. The same package gives the same bytes. @returns its path */
export const packTemplate = async (folder: string): Promise<string> => {
  const file = join(folder, `consent-register-template-${manifest.version}.zip`);
  writeFileSync(file, makeZip(await makeTemplate()));
  return file;
};
