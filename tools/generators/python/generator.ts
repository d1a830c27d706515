import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toolDirectory } from '../directories.ts';
import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';

const packages = [`openapi-python-client==${versions.openapiPythonClient}`, `mypy==${versions.mypy}`];

/** From the directory of the client. */
const interpreter = '../tools/python/bin/python';

const makeEnvironment = async (): Promise<void> => {
  const directory = await toolDirectory('python');
  if (!existsSync(join(directory, 'bin/pip'))) await runProgram(['python3', '-m', 'venv', '--clear', '.'], directory);
  await runProgram(['bin/python', '-m', 'pip', 'install', '--quiet', ...packages], directory);
};

const parameters = ['generate', '--meta', 'none', '--path', document, '--output-path', 'register'];

export const python: Generator = {
  name: 'python',
  title: 'openapi-python-client',
  version: versions.openapiPythonClient,
  needed: [['python3', '-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))']],
  parameters,
  generate: async (directory) => {
    await makeEnvironment();
    await runProgram([interpreter, '-m', 'openapi_python_client', ...parameters], directory);
  },
  build: (directory) => runProgram([interpreter, '-m', 'mypy', '--strict', 'journey.py'], directory),
  journey: [interpreter, 'journey.py'],
};
