import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandLine } from './generator.ts';
import manifest from './package.json' with { type: 'json' };
import { runProgram } from './run-program.ts';

const compilerOptions = {
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

const programs = join(import.meta.dirname, 'node_modules/.bin');

/** A program of the packages of this folder. */
export const packaged = (program: string): string => join(programs, program);

/** The version of a package of this folder. */
export const versionOf = (name: keyof typeof manifest.devDependencies): string => manifest.devDependencies[name];

/** Checks types of client and journey, and bundles both. */
export const buildTypeScript = async (directory: string): Promise<void> => {
  const bundle = ['--bundle', '--platform=node', '--format=esm', '--outfile=journey.mjs', '--log-level=warning'];
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['journey.ts'] }));
  await runProgram([packaged('tsc'), '-p', directory], directory);
  await runProgram([join(import.meta.dirname, '../../node_modules/.bin/esbuild'), 'journey.ts', ...bundle], directory);
};

export const journey: CommandLine = [process.execPath, 'journey.mjs'];
