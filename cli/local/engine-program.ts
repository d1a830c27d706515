import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { attempt } from '../../shared/runtime/values.ts';
import { CommandError } from '../errors.ts';

/** The versions of Dynoxide that the service was tried on. */
const range = manifest.optionalDependencies['@dynoxide/linux-x64'];
const wanted = range.slice(1);

/** Platforms that Dynoxide has a package for. */
const packaged: ReadonlySet<string> = new Set([
  ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'],
]);

const root = join(import.meta.dirname, '../..');

const platform = `${process.platform}-${process.arch}`;
const packageName = `@dynoxide/${platform}`;
const programName = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

const howToInstall = packaged.has(platform)
  ? `Install it with: npm install --no-save ${packageName}@${wanted}`
  : `Dynoxide has no package for ${platform}: set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB engine.`;

const require = createRequire(import.meta.url);

/**
 * The folders in which npm installs what this package depends on: from its own upwards, as far as the one that has a dependency of
 * ours. What lies above was installed by somebody else.
 */
const dependencyFolders = (): readonly string[] => {
  const above = require.resolve.paths(packageName) ?? [];
  const last = above.findIndex((folder) => existsSync(join(folder, 'valibot')));
  return above.slice(0, last + 1);
};

const upwards = (path: string): string[] => [path, ...(dirname(path) === path ? [] : upwards(dirname(path)))];

const writableByGroup = 0o020;
const writableByAll = 0o002;
const sticky = 0o1000;

/**
 * Whether no other user can write a file or a folder, or put another one in its place: all of its path belongs to the user, to root or
 * to another trusted owner. Above a package, folders may be open if what others have there stays theirs.
 *
 * @param trusted a path whose owner can change what runs anyway, and whether groups are trusted, as those of most people's files are
 */
const isSafe = (
  path: string,
  { ownerOf, withGroups = false }: { readonly ownerOf?: string; readonly withGroups?: boolean } = {},
): boolean => {
  const { getuid } = process;
  if (getuid === undefined) return true;
  const owners = new Set([0, getuid(), ...(ownerOf === undefined ? [] : [lstatSync(ownerOf).uid])]);
  const openBits = withGroups ? writableByAll : writableByAll | writableByGroup;
  return [path, realpathSync(path)].flatMap(upwards).every((each) => {
    const found = lstatSync(each);
    const isOpen = !found.isSymbolicLink() && (found.mode & openBits) !== 0;
    const keepsOwners = (found.mode & sticky) !== 0 && !each.split(sep).includes('node_modules');
    return owners.has(found.uid) && (!isOpen || keepsOwners);
  });
};

/** Whether a version is the one that the service was tried on, or a later one of the same major version. */
const isInRange = (version: string): boolean => {
  const [major, minor = 0, patch = 0] = wanted.split('.').map(Number);
  const [itsMajor, itsMinor = 0, itsPatch = 0] = version.split(/[.-]/, 3).map(Number);
  if (itsMajor !== major || version.includes('-')) return false;
  return itsMinor > minor || (itsMinor === minor && itsPatch >= patch);
};

/** @throws CommandError unreachable when others can write the program */
const checkWriters = (program: string, trusted?: Parameters<typeof isSafe>[1]): void => {
  if (isSafe(program, trusted)) return;
  throw new CommandError(
    `${program} can be changed by other users of this machine, so it is not run. ${howToInstall}`,
    'unreachable',
  );
};

const findPackaged = (folders: readonly string[]): string | undefined => {
  const folder = folders.map((parent) => join(parent, packageName)).find((path) => existsSync(join(path, programName)));
  if (folder === undefined) return undefined;
  const trusted = { ownerOf: root, withGroups: true };
  // Where everybody may write everything, as on Windows drives under WSL, they may write this program itself.
  if (isSafe(join(root, 'package.json'), trusted)) checkWriters(join(folder, programName), trusted);
  const version = String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
  if (!isInRange(version)) {
    throw new CommandError(
      `${packageName} ${version} is installed, and ${range} is needed. ${howToInstall}`,
      'unreachable',
    );
  }
  return join(folder, programName);
};

/** @throws CommandError unreachable when its version does not fit */
const checkVersion = async (program: string): Promise<void> => {
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 }).catch(() => ({
    stdout: '',
  }));
  const [version = ''] = /\d+\.\d+\.\d+\S*/.exec(stdout) ?? [];
  if (isInRange(version)) return;
  throw new CommandError(
    `${program} is Dynoxide ${version || 'of no known version'}, and ${range} is needed. ${howToInstall}`,
    'unreachable',
  );
};

const findOnPath = async (path: string): Promise<string | undefined> => {
  const program = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => attempt(() => realpathSync(join(folder, programName))))
    .find((path) => path !== undefined);
  if (program === undefined) return undefined;
  checkWriters(program);
  await checkVersion(program);
  return program;
};

/**
 * The path of Dynoxide: of its package for this platform, or else of the program on the `PATH`.
 *
 * @param folders in which npm may have installed the package
 * @throws CommandError unreachable with what to install when there is none, it is too old, or other users can change it
 */
export const findEngineProgram = async (
  folders: readonly string[] = dependencyFolders(),
  path: string = process.env.PATH ?? '',
): Promise<string> => {
  const program = findPackaged(folders) ?? (await findOnPath(path));
  if (program !== undefined) return program;
  throw new CommandError(`The DynamoDB engine, Dynoxide, is not installed. ${howToInstall}`, 'unreachable');
};
