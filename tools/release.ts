import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, CommandError } from '../cli/command-error.ts';
import type { Packed } from './release/packing.ts';
import { makePackage, pack } from './release/packing.ts';
import { measureInstalled } from './release/sizes.ts';

const usage = 'npm run release -- --dry-run [--sizes]';

const readOptions = () => {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean' }, sizes: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage: ${usage}`, 'usage');
  }
};

const toMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

const describe = ({ file, size, unpackedSize, files }: Packed): string => {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${relative('.', file)}: ${toMegabytes(size)}, ${files.length} files of ${toMegabytes(unpackedSize)}\nSHA-256 ${digest}`;
};

process.exitCode = await attempt(async () => {
  const options = readOptions();
  if (!options['dry-run']) throw new CommandError(`Nothing is published yet. To pack the package: ${usage}`, 'usage');
  await makePackage();
  const packed = pack();
  console.log(describe(packed));
  if (!options.sizes) return;
  for (const { what, bytes, milliseconds } of measureInstalled(packed.file))
    console.log(`${what}: ${toMegabytes(bytes)}, consent-register --help in ${milliseconds} ms`);
});
