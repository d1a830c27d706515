import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram } from '../support/needs.ts';
import { cache } from './directories.ts';
import { runProgram } from './run-program.ts';
import { versions } from './versions.ts';

const directory = join(cache, 'tools/python');

/** What the clients in Python import, and what makes and checks them. */
const packages = [
  `openapi-python-client==${versions.openapiPythonClient}`,
  `mypy==${versions.mypy}`,
  `pydantic==${versions.pydantic}`,
  `python-dateutil==${versions.pythonDateutil}`,
  `urllib3==${versions.urllib3}`,
];

/** What the machine lacks for the environment, or undefined. Some systems have venv as a package of its own. */
export const findLackOfPython = (): string | undefined =>
  hasProgram('python3', ['-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))'])
    ? undefined
    : 'no Python 3.10 with venv';

/** Python with the packages. */
export const python = join(directory, 'bin/python');

/** Makes the environment, and installs what is not there of its packages. */
export const makeVirtualEnvironment = async (): Promise<void> => {
  const isThere = existsSync(join(directory, 'bin/pip'));
  if (!isThere) await runProgram(['python3', '-m', 'venv', '--clear', directory], import.meta.dirname);
  await runProgram([python, '-m', 'pip', 'install', '--quiet', ...packages], import.meta.dirname);
};
