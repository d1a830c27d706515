import { join } from 'node:path';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { ICommandHooks, NodejsFunctionProps } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';

const projectRoot = join(import.meta.dirname, '..');

/** Where the SDK looks for credentials after the environment, which is where Lambda puts them: never loaded there. */
const unusedProviders = [
  ...['ini', 'process', 'sso', 'web-identity', 'http'].map((name) => `@aws-sdk/credential-provider-${name}`),
  '@smithy/credential-provider-imds',
];

const runAfterwards = (program: string): ICommandHooks => ({
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (_, folder) => [`"${process.execPath}" "${join(projectRoot, program)}" "${folder}"`],
});

/**
 * How the code of a function is made, as Lambda's `import()` loads it fastest on Node 24: one ES module with the AWS SDK
 * inside, and `node:http` as it is (decision 0029). With `metafile` in the context, what the file consists of is written
 * beside it.
 *
 * @param entry path from the root of the project
 * @param writeFiles a program, by its path from the root of the project, that writes files beside the code, into the folder that it is given
 */
export const bundle = (scope: Construct, entry: string, writeFiles?: string) =>
  ({
    entry: join(projectRoot, entry),
    projectRoot,
    depsLockFilePath: join(projectRoot, 'package-lock.json'),
    bundling: {
      format: OutputFormat.ESM,
      mainFields: ['module', 'main'],
      externalModules: unusedProviders,
      esbuildArgs: { '--alias:node:http': join(projectRoot, 'infra/bundled/http.ts') },
      target: 'node24',
      minify: true,
      metafile: Boolean(scope.node.tryGetContext('metafile')),
      logLevel: LogLevel.WARNING,
      ...(writeFiles !== undefined && { commandHooks: runAfterwards(writeFiles) }),
    },
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    awsSdkConnectionReuse: false,
  }) satisfies NodejsFunctionProps;
