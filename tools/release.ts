import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, CommandError } from '../cli/errors.ts';
import { makePackage, pack } from './release/packing.ts';
import { makeRelease, releaseFolder } from './release/release-folder.ts';
import { measureInstalled } from './release/sizes.ts';

const usage = 'npm run release -- --dry-run | --sizes';

const readOptions = () => {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean' }, sizes: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage: ${usage}`, 'usage');
  }
};

const toMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

process.exitCode = await attempt(async () => {
  const options = readOptions();
  if (options.sizes) {
    await makePackage();
    for (const { what, bytes, milliseconds } of measureInstalled(pack().file))
      console.log(`${what}: ${toMegabytes(bytes)}, consent-register --help in ${milliseconds} ms`);
  }
  if (options['dry-run']) {
    for (const [name, size] of await makeRelease())
      console.log(`${relative('.', releaseFolder)}/${name}: ${toMegabytes(size)}`);
  }
  if (!options.sizes && !options['dry-run'])
    throw new CommandError(
      `A release is published by the workflow release alone. To make its files and publish nothing: ${usage}`,
      'usage',
    );
});
