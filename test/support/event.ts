import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { Encoded } from './encode.ts';
import { noise } from './noise.ts';
import { toRouteKey } from './route-key.ts';

/** What makes a request beside its operation and body. */
export interface RequestParts {
  readonly token?: string | undefined;
  /** Plain, or base64 as an HTTP API hands on form bodies; `as-is` only says that it is base64. */
  readonly base64?: boolean | 'as-is';
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
  readonly userAgent?: string;
  readonly query?: string;
}

/** The event that an HTTP API makes of such a request. */
export const toEvent = (
  operation: OperationName,
  { contentType, body }: Partial<Encoded>,
  {
    token,
    base64 = true,
    headers = {},
    sourceIp = '203.0.113.7',
    userAgent = 'test-agent/1.0',
    query = '',
  }: RequestParts,
): APIGatewayProxyEventV2 => {
  const routeKey = toRouteKey(contract[operation]);
  const { path } = contract[operation];
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'test',
      domainName: 'test.example',
      domainPrefix: 'test',
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp, userAgent },
      requestId: noise(11).toString('base64'),
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:00 +0000',
      timeEpoch: Date.now(),
    },
    ...(body !== undefined && { body: body.toString(base64 === true ? 'base64' : 'utf8') }),
    isBase64Encoded: body !== undefined && base64 !== false,
  };
};

/** The event that an HTTP API makes of a request for another route. */
export const toRouteEvent = (
  routeKey: string,
  method: string,
  path: string,
  parts: RequestParts,
): APIGatewayProxyEventV2 => {
  const { requestContext, ...event } = toEvent('details', {}, parts);
  const http = { ...requestContext.http, method, path };
  return { ...event, routeKey, rawPath: path, requestContext: { ...requestContext, routeKey, http } };
};
