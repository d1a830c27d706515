import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error.ts';
import { isAborted } from './connection.ts';
import { createLocalServer, listenEverywhere, listenOnLoopback } from './loopback.ts';

/** A refusal by an AWS service; the name is its error code. */
export class Refusal extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/** A stand-in for an AWS service on this machine. */
export interface StandIn {
  readonly endpoint: string;
  readonly stop: () => void;
}

/** Listens on all interfaces if a variable sets the port, so that containers reach it; otherwise on any free port of the loopback interface. */
export interface AskedPort {
  readonly variable: string;
  readonly port: number | undefined;
}

const listen = async (server: Server, { variable, port }: AskedPort): Promise<number> => {
  if (port === undefined) return listenOnLoopback(server);
  try {
    return await listenEverywhere(server, port);
  } catch {
    throw new CommandError(`Port ${port} cannot be used. Set another ${variable}.`, 'usage');
  }
};

/**
 * Serves AWS's JSON protocol 1.1.
 *
 * @param answer gets a call's name, without the service's, and its body; throws a Refusal to refuse it
 * @param unreadable the error code for an unreadable call
 */
export const serveAwsJson = async (
  answer: (name: string, body: string) => Promise<object>,
  { unreadable, asked }: { readonly unreadable: string; readonly asked: AskedPort },
): Promise<StandIn> => {
  const server = createLocalServer(async (request, response) => {
    const end = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(content));
    };
    const [, name = ''] = String(request.headers['x-amz-target']).split('.');
    try {
      end(200, await answer(name, await text(request)));
    } catch (error) {
      if (isAborted(request)) return;
      if (error instanceof Refusal) end(400, { __type: error.name, message: error.message });
      else end(400, { __type: unreadable, message: 'The request cannot be read.' });
    }
  });
  const endpoint = `http://127.0.0.1:${await listen(server, asked)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};
