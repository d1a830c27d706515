import { hasProgram } from '../../support/needs.ts';
import type { Generator } from '../generator.ts';
import { itsPrograms, parametersOf, runOpenapiGenerator } from '../openapi-generator.ts';
import { findMissing, runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';

const hasExtensions = (): boolean =>
  hasProgram('php', ['-r', 'exit(extension_loaded("curl") && extension_loaded("mbstring") ? 0 : 1);']);

const hasComposer = (): boolean => hasProgram('composer');

const hasGuzzle = (): boolean =>
  hasProgram('php', ['-r', 'exit(stream_resolve_include_path("GuzzleHttp/autoload.php") === false ? 1 : 0);']);

const findLackOfPhp = (): string | undefined => {
  if (!hasExtensions()) return 'PHP lacks its extension curl or mbstring';
  return hasComposer() || hasGuzzle() ? undefined : "neither Composer nor Guzzle on PHP's include path";
};

const parameters = parametersOf('-g', 'php', '-o', 'register');

/** Guzzle comes with Composer, or from the system, such as Debian's package php-guzzlehttp-guzzle. */
export const php: Generator = {
  name: 'php',
  title: 'openapi-generator, php',
  version: versions.openapiGenerator,
  folders: ['php'],
  findLack: () => findMissing(['php', '--version'], ...itsPrograms) ?? findLackOfPhp(),
  parameters,
  generate: (directory) => runOpenapiGenerator(directory, parameters),
  build: async (directory) => {
    if (hasComposer()) await runProgram(['composer', 'install', '--no-dev', '-d', 'register'], directory);
    await runProgram(['php', 'check-files.php'], directory);
  },
  journey: ['php', 'journey.php'],
};
