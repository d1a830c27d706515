import type { Generator } from '../generator.ts';
import { itsPrograms, parametersOf, runOpenapiGenerator } from '../openapi-generator.ts';
import { findMissing, runProgram } from '../run-program.ts';
import { versions } from '../versions.ts';

const classes = 'register/target/*:register/target/lib/*';

const forLibrary = (name: string, library: string, parameters: readonly string[]): Generator => ({
  name,
  title: `openapi-generator, java, ${library}`,
  version: versions.openapiGenerator,
  folders: ['java', `java/${library}`],
  findLack: () => findMissing(['javac', '--version'], ...itsPrograms),
  parameters,
  generate: (directory) => runOpenapiGenerator(directory, parameters),
  build: async (directory) => {
    await runProgram(
      ['mvn', '-q', '-B', '-f', 'register/pom.xml', '-DskipTests', '-Dmaven.javadoc.skip', 'package'],
      directory,
    );
    await runProgram(['javac', '-d', 'classes', '-cp', classes, 'Journey.java', 'Connection.java'], directory);
  },
  journey: ['java', '-cp', `classes:${classes}`, 'Journey'],
});

export const java = forLibrary('java', 'native', parametersOf('-g', 'java', '--library', 'native', '-o', 'register'));

/** Its default library. Without the option this one refuses members of an answer that it does not know. */
export const javaOkhttp = forLibrary(
  'java-okhttp',
  'okhttp-gson',
  parametersOf('-g', 'java', '-p', 'disallowAdditionalPropertiesIfNotPresent=false', '-o', 'register'),
);
