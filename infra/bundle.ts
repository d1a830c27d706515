import { join } from 'node:path';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { ICommandHooks, NodejsFunctionProps } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';

const projectRoot = join(import.meta.dirname, '..');

/** The SDK's credential providers other than the environment, where Lambda puts credentials: never loaded there. */
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
 * How a function is bundled, in the form that Lambda's `import()` loads fastest on Node 24: one ES module with the AWS SDK
 * inside, and a small `node:http` (decision 0029). With `metafile` in the context, a list of the bundle's contents is written
 * next to it.
 *
 * @param entry path from the root of the project
 * @param writeFiles path, from the root of the project, of a program that writes files to the folder it is given, next to the code
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
