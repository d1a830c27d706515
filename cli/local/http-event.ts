import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Media types that an HTTP API passes on as text; all others, including form posts, arrive in base64. */
const textTypes = /^(?:text\/|application\/(?:json|xml|javascript)|application\/[^;]+\+(?:json|xml))/i;

const readHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => name !== 'cookie')
      .map(([name, values]) => [name, (values ?? []).join(',')]),
  );

const encodeBody = (bytes: Buffer, contentType = ''): { body?: string; isBase64Encoded: boolean } => {
  if (bytes.length === 0) return { isBase64Encoded: false };
  const text = bytes.toString();
  return textTypes.test(contentType) && Buffer.from(text).equals(bytes)
    ? { body: text, isBase64Encoded: false }
    : { body: bytes.toString('base64'), isBase64Encoded: true };
};

/** As in an access log: `20/Nov/2026:12:00:00 +0000`. */
const toLogTime = (time: Date): string => {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(time.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
};

/** Joins repeated names with commas. */
const readQuery = (query: string): Record<string, string> => {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
};

/** The event that an HTTP API makes of a request, payload format 2.0. */
export const toHttpEvent = (request: IncomingMessage, bytes: Buffer): APIGatewayProxyEventV2 => {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const headers = readHeaders(request);
  const method = request.method ?? 'GET';
  const now = new Date();
  return {
    version: '2.0',
    routeKey: `${method} ${pathname}`,
    rawPath: pathname,
    rawQueryString: query,
    ...(request.headers.cookie !== undefined && { cookies: request.headers.cookie.split('; ') }),
    headers,
    ...(query !== '' && { queryStringParameters: readQuery(query) }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: headers.host ?? '127.0.0.1',
      domainPrefix: 'local',
      http: {
        method,
        path: pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${method} ${pathname}`,
      stage: '$default',
      time: toLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...encodeBody(bytes, headers['content-type']),
  };
};
