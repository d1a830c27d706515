import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Media types that an HTTP API hands on as text; all others, form posts among them, come as base64. */
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
    headers,
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
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...encodeBody(bytes, headers['content-type']),
  };
};
