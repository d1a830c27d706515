import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What is tried: each generator, and what the clients that it makes need. */
const versions = {
  oapiCodegen: '2.8.2',
  oapiCodegenRuntime: '1.8.0',
  openapiGenerator: '7.25.0',
  mavenDependencyPlugin: '3.8.1',
  openapiPythonClient: '0.29.1',
  mypy: '2.4.1',
} as const;

/** The name of the document in the directory of a client. */
const document = 'openapi.client.json';

/** A program with its parameters. */
type CommandLine = readonly [program: string, ...parameters: string[]];

/** A generator of clients. What it makes stands in a directory of its own, beside the files of its folder. */
export interface Generator {
  /** That of its folder. */
  readonly name: string;
  /** As docs/recipes/README.md names it. */
  readonly title: string;
  readonly version: string;
  /** Programs that it needs, each with parameters that make it succeed. */
  readonly needed: readonly CommandLine[];
  /** What the generator is called with, as docs/recipes/README.md says it. The client is in `register` then. */
  readonly parameters: readonly string[];
  /** Makes the client in the directory, where the document is. */
  readonly generate: (directory: string) => Promise<void>;
  /** Compiles client and journey, or checks their types where nothing is compiled. */
  readonly build: (directory: string) => Promise<void>;
  readonly journey: CommandLine;
}

const minutes = 15;

/** What a program printed last, which says why it failed. */
const lastLines = (output: string): string => output.trim().split('\n').slice(-25).join('\n');

/**
 * Runs a program to its end.
 *
 * @throws Error with the last lines that it printed, when it cannot start, fails or takes more than 15 minutes
 */
export const runProgram = async (
  [program, ...parameters]: CommandLine,
  directory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> => {
  try {
    await promisify(execFile)(program, parameters, {
      cwd: directory,
      env: { ...process.env, ...environment },
      timeout: minutes * 60_000,
      maxBuffer: 64 * 2 ** 20,
    });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(lastLines(`${stdout}\n${stderr}`) || message, { cause: error });
  }
};

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/generators');

/** A directory for tools, which stays from run to run. */
const toolDirectory = async (name: string): Promise<string> => {
  const directory = join(cache, 'tools', name);
  await mkdir(directory, { recursive: true });
  return directory;
};

/** A new directory for a client, with the document and the files of its generator's folder. */
export const clientDirectory = async (name: string): Promise<string> => {
  const directory = join(cache, name);
  await rm(directory, { recursive: true, force: true });
  await cp(join(import.meta.dirname, name), directory, { recursive: true });
  await cp(join(root, 'docs', document), join(directory, document));
  return directory;
};

const module = 'github.com/oapi-codegen';
const oapiCodegen = `${module}/oapi-codegen/v2/cmd/oapi-codegen@v${versions.oapiCodegen}`;

const goParameters = ['-generate', 'types,client', '-package', 'register', '-o', 'register/register.go', document];

const go: Generator = {
  name: 'go',
  title: 'oapi-codegen',
  version: versions.oapiCodegen,
  needed: [['go', 'version']],
  parameters: goParameters,
  generate: async (directory) => {
    await mkdir(join(directory, 'register'));
    await runProgram(['go', 'run', oapiCodegen, ...goParameters], directory);
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

const pythonPackages = [`openapi-python-client==${versions.openapiPythonClient}`, `mypy==${versions.mypy}`];

/** From the directory of the client. */
const interpreter = '../tools/python/bin/python';

const makeEnvironment = async (): Promise<void> => {
  const directory = await toolDirectory('python');
  if (!existsSync(join(directory, 'bin/pip'))) await runProgram(['python3', '-m', 'venv', '--clear', '.'], directory);
  await runProgram(['bin/python', '-m', 'pip', 'install', '--quiet', ...pythonPackages], directory);
};

const pythonParameters = ['generate', '--meta', 'none', '--path', document, '--output-path', 'register'];

const python: Generator = {
  name: 'python',
  title: 'openapi-python-client',
  version: versions.openapiPythonClient,
  needed: [['python3', '-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))']],
  parameters: pythonParameters,
  generate: async (directory) => {
    await makeEnvironment();
    await runProgram([interpreter, '-m', 'openapi_python_client', ...pythonParameters], directory);
  },
  build: (directory) => runProgram([interpreter, '-m', 'mypy', '--strict', 'journey.py'], directory),
  journey: [interpreter, 'journey.py'],
};

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

const javaParameters = ['generate', '-i', document, '-g', 'java', '--library', 'native', '-o', 'register'];

const classes = 'register/target/*:register/target/lib/*';

const java: Generator = {
  name: 'java',
  title: 'openapi-generator, java',
  version: versions.openapiGenerator,
  needed: [
    ['javac', '--version'],
    ['mvn', '--version'],
  ],
  parameters: javaParameters,
  generate: async (directory) => runProgram(['java', '-jar', await fetchProgram(), ...javaParameters], directory),
  build: async (directory) => {
    await runProgram(
      ['mvn', '-q', '-B', '-f', 'register/pom.xml', '-Dmaven.test.skip', '-Dmaven.javadoc.skip', 'package'],
      directory,
    );
    await runProgram(['javac', '-d', 'classes', '-cp', classes, 'Journey.java', 'Connection.java'], directory);
  },
  journey: ['java', '-cp', `classes:${classes}`, 'Journey'],
};

export const generators: readonly Generator[] = [go, python, java];
