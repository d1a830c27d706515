import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Commit } from './commit.ts';

const root = join(import.meta.dirname, '../..');

const Component = v.object({
  'bom-ref': v.string(),
  type: v.string(),
  name: v.string(),
  version: v.string(),
  purl: v.string(),
  hashes: v.optional(v.array(v.object({ alg: v.string(), content: v.string() }))),
  licenses: v.optional(v.array(v.unknown())),
});
type Component = v.InferOutput<typeof Component>;

const Bill = v.object({
  $schema: v.string(),
  bomFormat: v.literal('CycloneDX'),
  specVersion: v.string(),
  components: v.array(Component),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.array(v.string()) })),
});

/** What npm knows of all packages of the project, from the lock file alone. */
const readAll = (): v.InferOutput<typeof Bill> => {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  return v.parse(Bill, JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 })));
};

/** An id that follows from the commit (RFC 9562, version 8). */
const toUuid = (text: string): string => {
  const digits = createHash('sha256').update(text).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
};

/** What a release has of other packages. */
export interface Materials {
  readonly version: string;
  /** Names of the packages that are installed with the package, and bring their own. */
  readonly installed: readonly string[];
  /** Packages whose code is in bundles, as `name@version`. */
  readonly bundled: readonly string[];
}

/**
 * The bill of materials of a release (CycloneDX 1.5): the packages that are installed with it, and those in its bundles. Optional
 * peers, which its user installs, are not in it.
 */
export const makeBillOfMaterials = ({ id, time }: Commit, { version, installed, bundled }: Materials): string => {
  const { $schema, bomFormat, specVersion, components, dependencies } = readAll();
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const own = `consent-register@${version}`;
  const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'));
  const direct = (needs.get(own) ?? []).filter((ref) => installed.includes(nameOf(ref)));
  const reached = new Set(direct);
  for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next);
  const describe = ({ 'bom-ref': ref, ...component }: Component) => ({
    'bom-ref': ref,
    ...component,
    scope: 'required',
    properties: [
      ...(reached.has(ref) ? [{ name: 'consent-register:installed', value: 'true' }] : []),
      ...(bundled.includes(ref) ? [{ name: 'consent-register:bundled', value: 'true' }] : []),
    ],
  });
  const listed = components
    .filter(({ 'bom-ref': ref }) => reached.has(ref) || bundled.includes(ref))
    .sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const bill = {
    $schema,
    bomFormat,
    specVersion,
    serialNumber: `urn:uuid:${toUuid(`${id} ${version}`)}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        'bom-ref': own,
        type: 'application',
        name: 'consent-register',
        version,
        purl: `pkg:npm/consent-register@${version}`,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
      properties: [{ name: 'consent-register:commit', value: id }],
    },
    components: listed.map(describe),
    dependencies: [
      { ref: own, dependsOn: direct },
      ...listed.map(({ 'bom-ref': ref }) => ({ ref, dependsOn: reached.has(ref) ? (needs.get(ref) ?? []) : [] })),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
};
