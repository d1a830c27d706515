import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';

const module = 'github.com/oapi-codegen';
const program = `${module}/oapi-codegen/v2/cmd/oapi-codegen@v${versions.oapiCodegen}`;

const parameters = ['-generate', 'types,client', '-package', 'register', '-o', 'register/register.go', document];

export const go: Generator = {
  name: 'go',
  title: 'oapi-codegen',
  version: versions.oapiCodegen,
  needed: [['go', 'version']],
  parameters,
  generate: async (directory) => {
    await mkdir(join(directory, 'register'));
    await runProgram(['go', 'run', program, ...parameters], directory);
  },
  build: async (directory) => {
    await runProgram(['go', 'mod', 'init', 'journey'], directory);
    await runProgram(['go', 'get', `${module}/runtime@v${versions.oapiCodegenRuntime}`], directory);
    await runProgram(['go', 'mod', 'tidy'], directory);
    await runProgram(['go', 'vet', './...'], directory);
    await runProgram(['go', 'build', '-o', 'journey', '.'], directory);
  },
  journey: ['./journey'],
};
