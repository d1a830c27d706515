import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { buildTypeScript, journey, packaged, versionOf } from '../typescript.ts';

const parameters = [document, '-o', 'register/schema.d.ts'];

export const openapiFetch: Generator = {
  name: 'openapi-fetch',
  title: 'openapi-typescript, with openapi-fetch',
  version: versionOf('openapi-typescript'),
  folders: ['openapi-fetch'],
  findLack: () => undefined,
  parameters,
  generate: (directory) => runProgram([packaged('openapi-typescript'), ...parameters], directory),
  build: buildTypeScript,
  journey,
};
