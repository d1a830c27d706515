import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import manifest from '../../../package.json' with { type: 'json' };
import { attempt } from '../../../shared/runtime/values.ts';
import { CommandError } from '../../errors.ts';

/** Ranges of versions, by the names of packages. */
type Packages = Readonly<Record<string, string>>;

/** What `npm install` is to bring for a deployment, by the package.json of this package. */
export const deploymentPackages = (): Packages => {
  const { peerDependencies } = v.parse(v.object({ peerDependencies: v.record(v.string(), v.string()) }), manifest);
  return { 'consent-register': `^${manifest.version}`, ...peerDependencies };
};

/**
 * The files that a folder lacks before CDK's command line deploys a stage from it, by their names: what is there stays, and a
 * package.json gets the packages that are missing from it.
 *
 * @throws CommandError usage when the folder is that of another CDK app
 */
export const planProject = (folder: string, packages: Packages): ReadonlyMap<string, string> => {
  const settings = read(folder, 'cdk.json');
  if (settings !== undefined && settings.app !== cdkSettings.app) {
    throw new CommandError(
      'cdk.json here is that of another CDK app. Use an empty folder, or put the construct into that app: "In your own CDK app" in docs/deploy.md.',
      'usage',
    );
  }
  const found = read(folder, 'package.json');
  const written = writeManifest(found, packages);
  return new Map([
    ...(found !== undefined && written === toText(found) ? [] : [['package.json', written] as const]),
    ...(settings === undefined ? [['cdk.json', toText(cdkSettings)] as const] : []),
  ]);
};

/** What CDK's command line runs; that it asks before any change; and that it sends nobody what was run. */
const cdkSettings = {
  app: 'node node_modules/consent-register/infra/app.js',
  requireApproval: 'any-change',
  versionReporting: false,
  context: { 'cli-telemetry': false },
} as const;

const toText = (content: object): string => `${JSON.stringify(content, undefined, 2)}\n`;

const File = v.record(v.string(), v.unknown());

/** @throws CommandError usage when the file exists but is not a JSON object */
const read = (folder: string, name: string): v.InferOutput<typeof File> | undefined => {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  const content: unknown = attempt(() => JSON.parse(readFileSync(path, 'utf8')));
  if (!v.is(File, content)) throw new CommandError(`${name} is not a JSON object. Correct the file.`, 'usage');
  return content;
};

/** Adds what neither kind of dependency has. */
const writeManifest = (found: v.InferOutput<typeof File> = { private: true }, packages: Packages): string => {
  const { dependencies = {}, devDependencies = {} } = v.parse(
    v.object({ dependencies: v.optional(File), devDependencies: v.optional(File) }),
    found,
  );
  const missing = Object.entries(packages).filter(([name]) => !(name in dependencies || name in devDependencies));
  return missing.length === 0
    ? toText(found)
    : toText({ ...found, dependencies: { ...dependencies, ...Object.fromEntries(missing) } });
};
