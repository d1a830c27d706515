import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';
import { findLackOfPython, makeVirtualEnvironment, python } from '../virtual-environment.ts';

const parameters = ['generate', '--meta', 'none', '--path', document, '--output-path', 'register'];

export const openapiPythonClient: Generator = {
  name: 'python',
  title: 'openapi-python-client',
  version: versions.openapiPythonClient,
  folders: ['python'],
  findLack: findLackOfPython,
  parameters,
  generate: async (directory) => {
    await makeVirtualEnvironment();
    await runProgram([python, '-m', 'openapi_python_client', ...parameters], directory);
  },
  build: (directory) => runProgram([python, '-m', 'mypy', '--strict', 'journey.py'], directory),
  journey: [python, 'journey.py'],
};
