import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

const projectRoot = join(import.meta.dirname, '../..');

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

/** Of the catalogues, which have the messages of all pages, those of the pages behind links, and of mails: no function makes another page. */
const linkMessages: Plugin = {
  name: 'link-messages',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]pages[\\/]i18n[\\/][a-z]+\.json$/ }, async ({ path }) => {
      const messages: Readonly<Record<string, string>> = JSON.parse(await readFile(path, 'utf8'));
      const kept = Object.entries(messages).filter(([key]) => /^(?:linkPage|confirmPage|confirmMail)[.]/.test(key));
      return { contents: JSON.stringify(Object.fromEntries(kept)), loader: 'json' };
    }),
};

/**
 * How functions are bundled, in the form that Lambda's `import()` loads fastest on Node 24: each one ES module with the AWS SDK
 * inside, and a small `node:http` (docs/decisions.md#bundles). The same sources give the same bytes.
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
  plugins: [versionAlone, linkMessages],
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;
