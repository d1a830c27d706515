import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { attempt } from '../../shared/runtime/values.ts';
import { findConnection } from './connection.ts';

/** A service of this user that has said where it runs. */
const Announced = v.object({ port: v.number(), pid: v.number() });
type Announced = v.InferOutput<typeof Announced>;

const isFolder = (path: string): boolean => attempt(() => lstatSync(path))?.isDirectory() === true;

/** The user's folder for what lives as long as processes do. */
const findFolder = (): string => {
  const { XDG_RUNTIME_DIR: base = '' } = process.env;
  if (isAbsolute(base) && isFolder(base)) return join(base, 'consent-register');
  const { uid, username } = userInfo();
  return join(tmpdir(), `consent-register-${uid < 0 ? username : uid}`);
};

/** Whether a folder is the user's, and nobody else may look into it: others could name a service of theirs there. */
const isOwn = (folder: string): boolean => {
  const found = attempt(() => lstatSync(folder));
  if (found === undefined || !found.isDirectory()) return false;
  const { getuid } = process;
  return getuid === undefined || (found.uid === getuid() && (found.mode & 0o077) === 0);
};

/**
 * Writes where this process serves, until it ends. Where it cannot, commands need the port.
 *
 * @returns what takes it back before
 */
export const announce = (port: number): (() => void) => {
  const folder = findFolder();
  const file = join(folder, `${port}.json`);
  attempt(() => mkdirSync(folder, { mode: 0o700 }));
  if (!isOwn(folder)) return () => {};
  const announced: Announced = { port, pid: process.pid };
  attempt(() => writeFileSync(file, JSON.stringify(announced), { mode: 0o600 }));
  const withdraw = () => attempt(() => rmSync(file));
  process.once('exit', withdraw);
  return () => {
    process.off('exit', withdraw);
    withdraw();
  };
};

const readAnnounced = (file: string): Announced | undefined => {
  const text = attempt(() => readFileSync(file, 'utf8'));
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Announced), text);
  if (success && attempt(() => process.kill(output.pid, 0)) === true) return output;
  attempt(() => rmSync(file));
  return undefined;
};

/** The ports of this user's services that run now. A file that a dead process left counts for nothing. */
export const findPorts = async (): Promise<readonly number[]> => {
  const folder = findFolder();
  if (!isOwn(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const announced = files.flatMap((name) => readAnnounced(join(folder, name)) ?? []);
  const running = announced.map(async ({ port, pid }) => ((await findConnection(port))?.pid === pid ? [port] : []));
  return (await Promise.all(running)).flat().sort((one, other) => one - other);
};
