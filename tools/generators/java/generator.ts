import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toolDirectory } from '../directories.ts';
import type { Generator } from '../generator.ts';
import { document } from '../generator.ts';
import { runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';

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

const parameters = ['generate', '-i', document, '-g', 'java', '--library', 'native', '-o', 'register'];

const classes = 'register/target/*:register/target/lib/*';

export const java: Generator = {
  name: 'java',
  title: 'openapi-generator, java',
  version: versions.openapiGenerator,
  needed: [
    ['javac', '--version'],
    ['mvn', '--version'],
  ],
  parameters,
  generate: async (directory) => runProgram(['java', '-jar', await fetchProgram(), ...parameters], directory),
  build: async (directory) => {
    await runProgram(
      ['mvn', '-q', '-B', '-f', 'register/pom.xml', '-Dmaven.test.skip', '-Dmaven.javadoc.skip', 'package'],
      directory,
    );
    await runProgram(['javac', '-d', 'classes', '-cp', classes, 'Journey.java', 'Connection.java'], directory);
  },
  journey: ['java', '-cp', `classes:${classes}`, 'Journey'],
};
