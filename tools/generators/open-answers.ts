import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

/** What a later version of the service may answer that today's document does not list. */
export const later = { channel: 'web.later', problemCode: 'problem.later', parameterCode: 'later' } as const;

/** Members whose names are callers' own or codes of languages. What is added to them is a value, and no news of the service. */
const maps = new Set(['title', 'descriptionHtml', 'proof', 'revokeProof', 'userData']);

const channels = new Set(['channel', 'revokeChannel']);

const addTo = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => addTo(item));
  if (channels.has(name) && value !== null) return later.channel;
  if (typeof value !== 'object' || value === null || maps.has(name)) return value;
  const members = Object.entries(value).map(([member, content]) => [member, addTo(content, member)]);
  const isByPid = name === 'data';
  return Object.fromEntries(isByPid ? members : [...members, ['addedLater', { since: 'a later version' }]]);
};

const isProblem = (value: object): value is { code: string; errors?: { code: string }[] } => 'requestId' in value;

/** The answer with a member more in each object, and with a channel and codes that are not in the document. */
const extend = (answer: object): unknown => {
  if (!isProblem(answer)) return addTo(answer);
  const errors = answer.errors?.map((error) => ({ ...error, code: later.parameterCode }));
  return addTo({ ...answer, code: later.problemCode, ...(errors && { errors }) });
};

const forwarded = ['authorization', 'content-type', 'idempotency-key'] as const;

const forward = async (request: IncomingMessage, service: string): Promise<Response> => {
  const headers = new Headers();
  for (const name of forwarded) for (const value of request.headersDistinct[name] ?? []) headers.set(name, value);
  return fetch(new URL(request.url ?? '', service), { method: 'POST', headers, body: await buffer(request) });
};

/** Stands before the service and answers as a later version of it may. */
export const startLaterVersion = async (service: string) => {
  const server = createServer(async (request, response) => {
    const answer = await forward(request, service);
    const body = JSON.stringify(extend((await answer.json()) as object));
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' }).end(body);
  });
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { baseUrl, stop };
};
