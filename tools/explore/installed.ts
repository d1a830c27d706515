import { performance } from 'node:perf_hooks';
import { fail, readOptions, report, toTable } from '../program.ts';
import { describePackage } from '../release/manifest.ts';
import { makePackage, pack } from '../release/packing.ts';
import { measureInstalled } from '../release/sizes.ts';
import type { Installed } from './installed/commands.ts';
import { compareCommands, countRuns, listCommands } from './installed/commands.ts';
import { exploreConstruct } from './installed/construct.ts';
import { hasNetwork, installInto, makeFolder, removeFolders } from './installed/folders.ts';
import { exploreLocalService } from './installed/local-service.ts';

readOptions(
  'explore installed',
  'Packs the package, installs it into empty folders outside the repository, and uses it there: the local service from an empty cache, every command, and the construct in a fresh CDK app. Needs the network, and Java.',
  {},
);

const { peerDependencies } = describePackage([]);
const cdk = ['aws-cdk-lib', 'constructs'].map((name) => `${name}@${peerDependencies[name]}`);

/** Commands that are not run to their end here, and why. */
const left: Readonly<Record<string, string>> = {
  init: 'is run by test/nightly/release.test.ts',
  'key retire': 'tokens of a replaced key are valid for a day',
};

/** The aims: megabytes packed and installed, milliseconds of `--help`, seconds to the first consent. */
const most = { packed: 12, own: 120, help: 1_000, first: 120 } as const;

const rows: [what: string, figure: string][] = [];
const violations: string[] = [];

/** Explores something, and keeps its figure. What fails is a violation, and leads to undefined. */
const explore = async <Found>(
  what: string,
  take: () => Promise<Found>,
  tell: (found: Found) => string,
): Promise<Found | undefined> => {
  process.stderr.write(`${what} ...\n`);
  try {
    const found = await take();
    rows.push([what, tell(found)]);
    return found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    rows.push([what, '**failed**']);
    violations.push(`${what} failed: ${reason}`);
    process.stderr.write(`${what} FAILED: ${reason}\n`);
    return undefined;
  }
};

const expect = (held: boolean, otherwise: string): void => {
  if (!held) violations.push(otherwise);
};

const toMegabytes = (bytes: number): number => Number((bytes / 1e6).toPrecision(3));

/** Sizes as installed, with the time of `--help` beside the first. */
const measure = (file: string): void => {
  const measured = measureInstalled(file);
  for (const { what, bytes } of measured) rows.push([`installed ${what}`, `${toMegabytes(bytes)} MB`]);
  const [own] = measured;
  expect(own !== undefined && toMegabytes(own.bytes) <= most.own, `more than ${most.own} MB are installed`);
  rows.push(['`--help`', `${((own?.milliseconds ?? 0) / 1_000).toFixed(2)} s`]);
  expect(own !== undefined && own.milliseconds < most.help, 'the help takes a second or more');
};

const exploreAll = async (): Promise<void> => {
  await makePackage();
  const { file, size } = pack();
  rows.push(['packed', `${toMegabytes(size)} MB`]);
  expect(toMegabytes(size) <= most.packed, `more than ${most.packed} MB are packed`);
  const environment = { XDG_CACHE_HOME: makeFolder() };
  const exported = `${makeFolder()}/exported`;
  const begun = performance.now();
  const installed: Installed = { folder: await installInto(file), node: process.execPath, environment };
  const first = await explore(
    'first consent of the README, from an empty cache',
    () => exploreLocalService(installed, begun, exported),
    (seconds) => `${seconds} s`,
  );
  expect((first ?? 0) <= most.first, `the first consent took more than ${most.first} s`);
  await explore(
    'the construct, in JavaScript and TypeScript: the same template, but for ids',
    () => exploreConstruct(file, cdk),
    ({ one, two }) => `${one} resources; ${two} of two registers in a stack`,
  );
  await explore(
    'commands run to their end',
    async () => compareCommands(await listCommands(installed), left),
    (done) => `${done}, in ${countRuns()} calls`,
  );
  measure(file);
};

if (hasNetwork()) {
  process.once('exit', removeFolders);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await exploreAll();
  const names = Object.entries(left).map(([name, why]) => `\`${name}\` (${why})`);
  report(`${toTable(['what', 'figure'], rows)}\n\nNot run to their end here: ${names.join(', ')}.`);
  fail(violations);
} else {
  console.error('explore installed: SKIPPED. The registry of npm cannot be reached, and nothing was tried.');
}
