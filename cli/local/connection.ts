import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { calls } from '../../shared/runtime/installation.ts';
import { attempt } from '../../shared/runtime/values.ts';
import { CommandError } from '../errors.ts';
import { isLoopback } from './loopback.ts';

/** Where a running local service keeps its data. The operators' commands ask for it, at a path that no deployment has. */
const Connection = v.object({
  service: v.literal('consent-register'),
  /** The process that serves. */
  pid: v.number(),
  tableName: v.string(),
  erasuresTableName: v.string(),
  logTableName: v.string(),
  dynamoDb: v.object({ endpoint: v.string(), isOurs: v.boolean() }),
  secretsManager: v.string(),
  signingKeySecret: v.string(),
  kms: v.string(),
  s3: v.string(),
  evidenceKey: v.object({ id: v.string(), stage: v.string() }),
  encryptionKey: v.string(),
  eventBridge: v.string(),
});
export type Connection = v.InferOutput<typeof Connection>;

const path = '/local-service';

export const connectionRoute = `GET ${path}`;

const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? '');

/** Serves the connection on `connectionRoute`, only to callers that address this machine by a loopback name. */
export const serveConnection =
  (connection: Omit<Connection, 'service' | 'pid'>): HttpFunction =>
  async ({ headers }) => {
    const isMeant = isHere(`http://${headers.host}`);
    const content = { service: 'consent-register', pid: process.pid, ...connection } satisfies Connection;
    return {
      statusCode: isMeant ? 200 : 404,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(isMeant ? content : { message: 'Not Found' }),
    };
  };

/** Accepts only stores on this machine, or the engine that the user named to the service too: no other gets data or credentials. */
const isTrusted = ({ dynamoDb, secretsManager, kms, s3, eventBridge }: Connection): boolean =>
  [secretsManager, kms, s3, eventBridge].every(isHere) &&
  (isHere(dynamoDb.endpoint) || dynamoDb.endpoint === process.env.AWS_ENDPOINT_URL_DYNAMODB);

const ask = (port: number): Promise<Response | undefined> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);

const readConnection = async (answer: Response | undefined): Promise<Connection | undefined> => {
  const { success, output } = v.safeParse(Connection, await answer?.json().catch(() => undefined));
  return success ? output : undefined;
};

/** What the local service on a port says of itself; undefined if none runs there. It need not be one to trust. */
export const findConnection = async (port: number): Promise<Connection | undefined> => readConnection(await ask(port));

/**
 * @param findPorts finds the ports of other local services, for the message
 * @throws CommandError unreachable when no local service runs on the port
 */
export const askConnection = async (port: number, findPorts: () => Promise<readonly number[]>): Promise<Connection> => {
  const answer = await ask(port);
  const connection = await readConnection(answer);
  if (connection === undefined) {
    const [other] = await findPorts();
    const what =
      answer === undefined
        ? `No local service runs on port ${port}.`
        : `The program on port ${port} is not a local consent register.`;
    const next =
      other === undefined ? `Start one with \`${calls.start}\`.` : `One runs on port ${other}: --port ${other}.`;
    throw new CommandError(`${what} ${next}`, 'unreachable');
  }
  if (!isTrusted(connection)) {
    throw new CommandError(
      `The service on port ${port} keeps its data at ${connection.dynamoDb.endpoint}. If you trust that address, set AWS_ENDPOINT_URL_DYNAMODB to it.`,
      'unreachable',
    );
  }
  return connection;
};

/** Whether the caller disconnected before the request was complete: nobody waits for an answer. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.complete;

/** A service of this user that has said where it runs. */
const Announced = v.object({ port: v.number(), pid: v.number() });
type Announced = v.InferOutput<typeof Announced>;

const isFolder = (path: string): boolean => attempt(() => lstatSync(path))?.isDirectory() === true;

/** The user's folder for what lives as long as processes do. */
const findFolder = (): string => {
  const { XDG_RUNTIME_DIR: base = '' } = process.env;
  if (isAbsolute(base) && isFolder(base)) return join(base, 'consent-register');
  return join(tmpdir(), `consent-register-${process.getuid?.() ?? userInfo().username}`);
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
