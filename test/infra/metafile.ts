import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import type { FunctionName } from '../../infra/code.ts';
import { builtFolder } from '../../infra/code.ts';

export const ownCode = 'our own code';

const packagePattern = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/;

/** What esbuild says of one file that it wrote. */
export type Output = Metafile['outputs'][string];

/** What esbuild wrote of the bundle of a function. */
export const readOutput = async (name: FunctionName): Promise<Output> => {
  const { outputs }: Metafile = JSON.parse(await readFile(join(builtFolder, 'metafile.json'), 'utf8'));
  const output = outputs[`build/functions/${name}/index.mjs`];
  if (output === undefined) throw new Error(`The function ${name} was not built.`);
  return output;
};

/** Bytes in a bundle by package, the most first. */
export const sizePackages = ({ inputs }: Output): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = packagePattern.exec(path)?.[1] ?? ownCode;
    if (bytesInOutput > 0) bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  return new Map([...bytes].sort(([, a], [, b]) => b - a));
};
