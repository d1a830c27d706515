import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { startGateway } from '../../../cli/local/gateway.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { keyFileFunctions, loadFunctions, noOperationFunctions } from '../../../cli/local/service.ts';
import type { Actor } from '../../../infra/code.ts';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import {
  confirmationPageRoutes,
  confirmingRoutes,
  linkPageRoutes,
  withdrawalRoutes,
} from '../../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../../shared/api/stack.ts';
import { toRouteKey } from './event.ts';
import { actAs } from './rights.ts';

/** A request with its headers as they are; of a list each is a line of its own, and letters beyond Latin-1 go as UTF-8. */
export interface RawRequest {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly query?: string;
  readonly body?: string;
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Posts to a path. */
export type Post = (path: string, request: RawRequest) => Promise<RawAnswer>;

const isLatin1 = (value: string): boolean => Buffer.from(value, 'latin1').toString('latin1') === value;
const toLine = (value: string): string => (isLatin1(value) ? value : Buffer.from(value).toString('latin1'));

/** The real functions, whose calls to the store are known as theirs. */
const loadActors = async (): Promise<ReadonlyMap<string, HttpFunction>> => {
  const functions = await loadFunctions();
  const toActor = (actor: Actor, routeKey: string, run = functions.get(routeKey)): [string, HttpFunction] => {
    if (run === undefined) throw new Error(`No function for ${routeKey}.`);
    return [routeKey, (...call) => actAs(actor, () => run(...call))];
  };
  return new Map([
    ...noOperationFunctions,
    ...[...keyFileFunctions].map(([routeKey, run]) => toActor('keyFile', routeKey, run)),
    ...(Object.keys(contract) as OperationName[]).map((name) => toActor(name, toRouteKey(contract[name]))),
    ...linkPageRoutes.map(({ method, path }) => toActor('linkPage', `${method} ${path}`)),
    ...withdrawalRoutes.map(({ method, path }) => toActor('linkWithdrawal', `${method} ${path}`)),
    ...confirmationPageRoutes.map(({ method, path }) => toActor('confirmationPage', `${method} ${path}`)),
    ...confirmingRoutes.map(({ method, path }) => toActor('confirmation', `${method} ${path}`)),
  ]);
};

/** Serves the real functions for the test file that asks, and other routes beside them. Returns the port. */
export const serveFunctions = async (others: ReadonlyMap<string, HttpFunction> = new Map()): Promise<number> => {
  const port = await findFreePort();
  const server = await startGateway(
    port,
    loadActors().then((actors) => new Map([...actors, ...others])),
  );
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
};

/** Starts the local gateway with the real functions, for the test file that asks. */
export const startLocalGateway = async (): Promise<Post> => {
  const port = await serveFunctions();
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());
  return async (path, { headers = {}, query = '', body = '' }) => {
    const lines = Object.entries(headers).map(([name, value]) => [name, [value].flat().map(toLine)]);
    const options = { port, agent, host: '127.0.0.1', method: 'POST', path: path + query };
    const outgoing = request({ ...options, headers: Object.fromEntries(lines) }).end(body);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (incoming === undefined) throw new Error('There is no answer.');
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await text(incoming) };
  };
};
