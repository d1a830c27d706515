import { sizePackages } from '../../../test/support/metafile.ts';
import { round, toTable } from '../report.ts';
import type { Measured } from './measure.ts';
import { median, medianRatio } from './measure.ts';

/** The limit of a bundle's load time, as a multiple of the document client's, and that of login, which also has bcrypt. */
export const [limit, limitOfLogin] = [1.45, 1.5] as const;

const shownPackages = 12;

const kilobytes = (bytes: number): number => round(bytes / 1000);

export const toLoadTable = (bundles: readonly Measured[]): string =>
  toTable(
    ['bundle', 'KB', 'KB gzipped', 'elapsed, ms', 'CPU, ms', 'x document client, elapsed', 'and in CPU', 'RSS, MB'],
    bundles.map((bundle) => [
      bundle.name,
      kilobytes(bundle.minified),
      kilobytes(bundle.gzipped),
      round(median(bundle, 'milliseconds')),
      round(median(bundle, 'cpuMilliseconds')),
      round(medianRatio(bundle, 'milliseconds')),
      round(medianRatio(bundle, 'cpuMilliseconds')),
      round(median(bundle, 'rss') / 1_000_000),
    ]),
  );

/** KB of each package in some bundles, for the packages that are largest in any of them, and the rest as a sum. */
export const toCompositionTable = (bundles: readonly Measured[]): string => {
  const contents = bundles.map(({ output }) => sizePackages(output));
  const largest = (name: string): number => Math.max(...contents.map((packages) => packages.get(name) ?? 0));
  const names = [...new Set(contents.flatMap((packages) => [...packages.keys()]))].sort(
    (a, b) => largest(b) - largest(a),
  );
  const sum = (some: readonly string[]) =>
    contents.map((packages) => kilobytes(some.reduce((bytes, name) => bytes + (packages.get(name) ?? 0), 0)));
  const [shown, rest] = [names.slice(0, shownPackages), names.slice(shownPackages)];
  return toTable(
    ['KB of', ...bundles.map(({ name }) => name)],
    [...shown.map((name) => [name, ...sum([name])]), [`${rest.length} more packages`, ...sum(rest)]],
  );
};
