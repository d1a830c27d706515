import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { BuildOptions, Plugin } from 'esbuild';
import { acknowledgeFunction } from './acknowledgements.ts';
import type { FunctionName } from './code.ts';
import { findCode } from './code.ts';
import type { Options } from './options.ts';
import { removalPolicy } from './removal.ts';

/** What distinguishes one function from another. */
export interface FunctionDefinition {
  readonly name: FunctionName;
  readonly description: string;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** Everything its role may do besides writing its own log and traces. */
  readonly statements: readonly PolicyStatement[];
  /** Reserved containers: kept for the function, and its maximum. */
  readonly reservedConcurrency?: number | undefined;
  /** What happens to a failed call when nobody waits for the answer. */
  readonly failures?: string;
}

/**
 * A function with its role and log, and what all functions share: JSON logs with a retention, and sampled traces. Of Lambda's
 * own log lines only those of failed calls are kept, such as timeouts: the two lines of each call repeat
 * its metrics, and would make up most of the log.
 */
export const createFunction = (
  scope: Construct,
  { name, environment, statements, reservedConcurrency, failures, ...definition }: FunctionDefinition,
  { logRetentionDays, retainData }: Pick<Options, 'logRetentionDays' | 'retainData'>,
): LambdaFunction => {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: logRetentionDays,
    removalPolicy: removalPolicy(retainData),
  });
  logGroup.grantWrite(role);
  for (const statement of statements) role.addToPolicy(statement);
  const handler = new LambdaFunction(scope, 'Function', {
    ...definition,
    code: Code.fromAsset(findCode(name)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    role,
    logGroup,
    environment: { ...environment },
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    systemLogLevelV2: SystemLogLevel.WARN,
    tracing: Tracing.ACTIVE,
    ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
  });
  acknowledgeFunction(scope, failures);
  return handler;
};

const projectRoot = join(import.meta.dirname, '..');

/** The SDK's credential providers other than the environment, where Lambda puts credentials: never loaded there. */
const unusedProviders = [
  ...['ini', 'process', 'sso', 'web-identity', 'http'].map((name) => `@aws-sdk/credential-provider-${name}`),
  '@smithy/credential-provider-imds',
];

/** A client of AWS takes its version from its package.json, and would bring the rest of that file along, two KB. */
const versionAlone: Plugin = {
  name: 'version-alone',
  setup: (build) =>
    build.onLoad({ filter: /@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version }: { version: string } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/**
 * How functions are bundled, in the form that Lambda's `import()` loads fastest on Node 24: each one ES module with the AWS SDK
 * inside, and a small `node:http` (docs/decisions/infra.md#bundles). The same sources give the same bytes.
 */
export const functionBundle = {
  absWorkingDir: projectRoot,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  /** jsonwebtoken and its packages are CommonJS, and ask by `require` for modules of Node alone. */
  banner: { js: 'const require=process.getBuiltinModule;' },
  mainFields: ['module', 'main'],
  external: unusedProviders,
  alias: {
    'node:http': join(projectRoot, 'infra/bundled/http.ts'),
    semver: join(projectRoot, 'infra/bundled/semver.ts'),
  },
  plugins: [versionAlone],
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;
