import manifest from '../../package.json' with { type: 'json' };

const { dependencies, devDependencies, engines, optionalDependencies } = manifest;
const ranges: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies };
const installed: Readonly<Record<string, string>> = dependencies;

/** What only a deployment needs: `init` writes them into the package.json of the reader. */
const optionalPeers: readonly string[] = ['aws-cdk', 'aws-cdk-lib', 'constructs'];

const rangesOf = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, ranges[name] ?? '']));

/**
 * The package.json of the package.
 *
 * @param packages all that its modules import
 * @throws Error when one is neither a dependency of the project nor an optional peer
 */
export const describePackage = (packages: readonly string[]) => {
  const needed = packages.filter((name) => !optionalPeers.includes(name));
  const unknown = needed.filter((name) => installed[name] === undefined);
  if (unknown.length > 0) throw new Error(`No dependency of the project: ${unknown.join(', ')}`);
  return {
    name: 'consent-register',
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
    type: 'module',
    engines: { node: engines.node },
    bin: manifest.bin,
    // TypeScript that resolves as `cdk init` had it for years does not read `exports`.
    main: './infra/index.js',
    types: './infra/index.d.ts',
    exports: {
      '.': { types: './infra/index.d.ts', default: './infra/index.js' },
      './package.json': './package.json',
    },
    dependencies: rangesOf(needed),
    // The local service's engine, for platforms that npm has it for.
    optionalDependencies,
    peerDependencies: rangesOf(optionalPeers),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
  } as const;
};
