import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const projectRoot = join(import.meta.dirname, '..');

/** The SDK's credential providers other than the environment, where Lambda puts credentials: never loaded there. */
const unusedProviders = [
  ...['ini', 'process', 'sso', 'web-identity', 'http'].map((name) => `@aws-sdk/credential-provider-${name}`),
  '@smithy/credential-provider-imds',
];

/**
 * How functions are bundled, in the form that Lambda's `import()` loads fastest on Node 24: each one ES module with the AWS SDK
 * inside, and a small `node:http` (decision 0029). The same sources give the same bytes.
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
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;
