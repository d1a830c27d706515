import type { Generator } from '../generator.ts';
import { itsPrograms, parametersOf, runOpenapiGenerator } from '../openapi-generator.ts';
import { findMissing, runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';
import { findLackOfPython, makeVirtualEnvironment, python } from '../virtual-environment.ts';

const parameters = parametersOf('-g', 'python', '--package-name', 'register', '-o', '.');

export const pythonOfOpenapiGenerator: Generator = {
  name: 'python-openapi-generator',
  title: 'openapi-generator, python',
  version: versions.openapiGenerator,
  folders: ['python-openapi-generator'],
  findLack: () => findLackOfPython() ?? findMissing(...itsPrograms),
  parameters,
  generate: (directory) => runOpenapiGenerator(directory, parameters),
  build: async (directory) => {
    await makeVirtualEnvironment();
    await runProgram([python, '-m', 'mypy', '--config-file', 'mypy.ini', 'journey.py'], directory);
  },
  journey: [python, 'journey.py'],
};
