import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { OperationDefinition } from '../../../shared/api/operations.ts';
import type { BodyEvent, MediaType } from '../../../shared/http/body.ts';
import { bodyParsers, guardJson, toParameters } from '../../../shared/http/body.ts';
import { guardForm } from '../../../shared/http/form.ts';
import type { ParameterMap } from '../../../shared/http/validation.ts';
import { noise } from '../make/chance.ts';

/** Route key of an operation, as API Gateway writes it. */
export const toRouteKey = ({ path }: Pick<OperationDefinition, 'path'>): string => `POST ${path}`;

/** Parameters as a test writes them. */
export type Parameters = Readonly<Record<string, unknown>>;

type Pair = [string, string];

/** Pairs in bracket notation, as PHP's http_build_query writes them. */
export const toPairs = (parameters: unknown, prefix = ''): Pair[] => {
  if (typeof parameters !== 'object' || parameters === null) return [[prefix, String(parameters)]];
  return Object.entries(parameters).flatMap(([name, value]) =>
    toPairs(value, prefix === '' ? name : `${prefix}[${name}]`),
  );
};

/** A body and its media type, as a client sends them. */
export interface Encoded {
  readonly contentType: string;
  readonly body: Buffer;
}

const toForm = (parameters: Parameters): Encoded => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(new URLSearchParams(toPairs(parameters)).toString()),
});

const toJson = (parameters: Parameters): Encoded => ({
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(parameters)),
});

const toMultipart = (parameters: Parameters): Encoded => {
  const boundary = '----test-boundary';
  const parts = toPairs(parameters).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
};

export const encoders = { form: toForm, json: toJson, multipart: toMultipart } as const;
export type Encoding = keyof typeof encoders;

/** A form that escapes only what it must, so that a byte of a control character is a byte of the body. */
export const rawForm = (parameters: Parameters) => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(
    toPairs(parameters)
      .map(([name, value]) => `${name}=${value.replace(/[%&+=]/g, encodeURIComponent)}`)
      .join('&'),
  ),
});

const [guard, ...parsers] = bodyParsers();

/** An event after parts of the real stack, which are run one by one as middy runs them. */
const pass = (parts: typeof parsers, event: BodyEvent): BodyEvent => {
  const request = { event, context: {} as Context, response: undefined, error: undefined, internal: {} };
  for (const part of parts) part.before?.(request);
  return request.event;
};

/** The parameters of a request, as an operation gets them. @throws Problem */
export const decodeBody = (event: APIGatewayProxyEventV2, arrays: ReadonlySet<string>): ParameterMap =>
  toParameters(pass(guard === undefined ? [] : [guard, ...parsers], { ...event, reading: {} }), arrays);

const parseGuarded = (mediaType: MediaType, body: string, arrays: ReadonlySet<string>): ParameterMap => {
  const event = { ...toEvent('login', { contentType: mediaType }, {}), body };
  return toParameters(pass(parsers, { ...event, reading: { mediaType } }), arrays);
};

/** The parameters of a text of JSON, whose bytes were read. @throws Problem */
export const parseJson = (text: string): ParameterMap => parseGuarded('application/json', guardJson(text), new Set());

/** The parameters of a text of a form, whose bytes were read. @throws Problem */
export const parseForm = (text: string, arrays: ReadonlySet<string>): ParameterMap =>
  parseGuarded('application/x-www-form-urlencoded', guardForm(text), arrays);

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
