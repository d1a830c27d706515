import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export const ownCode = 'our own code';

const packagePattern = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/;

/** What esbuild wrote of the bundle in a directory. */
export const readMetafile = async (directory: string): Promise<Metafile> =>
  JSON.parse(await readFile(join(directory, 'index.meta.json'), 'utf8'));

/** Bytes in a bundle by package, the most first. */
export const sizePackages = ({ outputs }: Metafile): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
    const name = packagePattern.exec(path)?.[1] ?? ownCode;
    if (bytesInOutput > 0) bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  return new Map([...bytes].sort(([, a], [, b]) => b - a));
};
