import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { buildTypeScript, journey, packaged, versionOf } from '../typescript.ts';

const parameters = ['-i', document, '-o', 'register'];

export const heyApi: Generator = {
  name: 'hey-api',
  title: '@hey-api/openapi-ts',
  version: versionOf('@hey-api/openapi-ts'),
  folders: ['hey-api'],
  findLack: () => undefined,
  parameters,
  generate: (directory) => runProgram([packaged('openapi-ts'), ...parameters], directory),
  build: buildTypeScript,
  journey,
};
