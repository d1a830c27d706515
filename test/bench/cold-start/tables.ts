import { readMetafile, sizePackages } from '../../support/metafile.ts';
import { quantile, round, toTable } from '../report.ts';
import { documentClient, emptyHandler } from './build.ts';
import type { Measured } from './measure.ts';

/** The design's limit of a bundle's load time, as a multiple of the document client's. */
export const limit = 1.3;

const shownPackages = 12;

const kilobytes = (bytes: number): number => round(bytes / 1000);

export const medianLoad = ({ loads }: Measured): number => quantile(loads.map(({ milliseconds }) => milliseconds));

/** The bundle of that name. @throws Error when there is none */
export const named = (bundles: readonly Measured[], name: string): Measured => {
  const found = bundles.find((bundle) => bundle.name === name);
  if (found === undefined) throw new Error(`There is no bundle ${name}.`);
  return found;
};

/** Median over the rounds of one's load time by the other's: the loads of a round suffer the same noise. */
const medianRatio = (bundle: Measured, base: Measured): number =>
  quantile(bundle.loads.map(({ milliseconds }, index) => milliseconds / (base.loads[index]?.milliseconds ?? 0)));

export const toLoadTable = (bundles: readonly Measured[]): string =>
  toTable(
    ['bundle', 'KB', 'KB gzipped', 'load, ms', 'CPU, ms', 'x document client', 'x empty handler', 'RSS, MB'],
    bundles.map((bundle) => [
      bundle.name,
      kilobytes(bundle.minified),
      kilobytes(bundle.gzipped),
      round(medianLoad(bundle)),
      round(quantile(bundle.loads.map(({ cpuMilliseconds }) => cpuMilliseconds))),
      round(medianRatio(bundle, named(bundles, documentClient))),
      round(medianRatio(bundle, named(bundles, emptyHandler)), 2),
      round(quantile(bundle.loads.map(({ rss }) => rss)) / 1_000_000),
    ]),
  );

/** KB of each package in some bundles, for the packages that are largest in any of them, and the rest as a sum. */
export const toCompositionTable = async (bundles: readonly Measured[]): Promise<string> => {
  const metafiles = await Promise.all(bundles.map(({ directory }) => readMetafile(directory)));
  const contents = metafiles.map(sizePackages);
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
