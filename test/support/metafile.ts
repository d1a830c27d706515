import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const ownCode = 'our own code';

const packagePattern = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/;

/** What a bundle that was built with a metafile consists of: bytes in it by package, the most first. */
export const readPackages = async (directory: string): Promise<ReadonlyMap<string, number>> => {
  const { outputs }: Metafile = JSON.parse(await readFile(join(directory, 'index.meta.json'), 'utf8'));
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
    const name = packagePattern.exec(path)?.[1] ?? ownCode;
    if (bytesInOutput > 0) bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  return new Map([...bytes].sort(([, a], [, b]) => b - a));
};
