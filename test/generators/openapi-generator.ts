import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toolDirectory } from './directories.ts';
import type { CommandLine } from './generator.ts';
import { document } from './generator.ts';
import { runProgram } from './run-program.ts';
import { versions } from './versions.ts';

/** What runs it, and what fetches it. */
export const itsPrograms: readonly CommandLine[] = [
  ['java', '-version'],
  ['mvn', '--version'],
];

const copy = `org.apache.maven.plugins:maven-dependency-plugin:${versions.mavenDependencyPlugin}:copy`;
const artifact = `org.openapitools:openapi-generator-cli:${versions.openapiGenerator}`;

/** The program, which Maven fetches when it is not there. */
const fetchProgram = async (): Promise<string> => {
  const directory = await toolDirectory('openapi-generator');
  const file = join(directory, `openapi-generator-cli-${versions.openapiGenerator}.jar`);
  if (!existsSync(file)) {
    await runProgram(['mvn', '-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`], directory);
  }
  return file;
};

/** What it is called with. @param options which generator, what it is told and where the client goes */
export const parametersOf = (...options: readonly string[]): readonly string[] => [
  'generate',
  '-i',
  document,
  ...options,
];

/** Runs it in the directory of a client. */
export const runOpenapiGenerator = async (directory: string, parameters: readonly string[]): Promise<void> => {
  await runProgram(['java', '-jar', await fetchProgram(), ...parameters], directory);
};
