import { readMetafile, sizePackages } from '../../support/metafile.ts';
import { quantile, round, toTable } from '../report.ts';
import { documentClient, emptyHandler } from './build.ts';
import type { Measured } from './measure.ts';

/** The design's limit of a bundle's load time, as a multiple of the document client's. */
export const limit = 1.3;

const shownPackages = 12;

const kilobytes = (bytes: number): number => round(bytes / 1000);

/** Milliseconds that cores worked on a load: what it costs, whatever else the machine does meanwhile. */
export const medianCpu = ({ loads }: Measured): number => quantile(loads.map(({ cpuMilliseconds }) => cpuMilliseconds));

/** The bundle of that name. @throws Error when there is none */
export const named = (bundles: readonly Measured[], name: string): Measured => {
  const found = bundles.find((bundle) => bundle.name === name);
  if (found === undefined) throw new Error(`There is no bundle ${name}.`);
  return found;
};

export const toLoadTable = (bundles: readonly Measured[]): string => {
  const client = medianCpu(named(bundles, documentClient));
  const empty = medianCpu(named(bundles, emptyHandler));
  return toTable(
    ['bundle', 'KB', 'KB gzipped', 'elapsed, ms', 'CPU, ms', 'x document client', 'x empty handler', 'RSS, MB'],
    bundles.map((bundle) => [
      bundle.name,
      kilobytes(bundle.minified),
      kilobytes(bundle.gzipped),
      round(quantile(bundle.loads.map(({ milliseconds }) => milliseconds))),
      round(medianCpu(bundle)),
      round(medianCpu(bundle) / client),
      round(medianCpu(bundle) / empty, 2),
      round(quantile(bundle.loads.map(({ rss }) => rss)) / 1_000_000),
    ]),
  );
};

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
