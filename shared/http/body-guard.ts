import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Problem } from '../problem.ts';
import { readText } from './body-text.ts';
import { checkNoCoding } from './content-coding.ts';
import { guardForm } from './form.ts';
import { guardJson } from './json-guard.ts';
import type { MediaType } from './media-type.ts';
import { readMediaType } from './media-type.ts';

/** What is known about a body, besides its parsed form. */
interface Reading {
  /** Undefined if there is nothing to parse. */
  readonly mediaType?: MediaType;
  readonly contentType?: string;
  /** As it was sent, without the guard's quotes. */
  readonly written?: string;
  /** Kept until the caller has proved its right to learn of it (docs/contract.md, Problems). */
  readonly problem?: Problem;
}

/** An event whose body is text before the parsers and parsed after them. */
export interface BodyEvent extends APIGatewayProxyEventV2 {
  reading: Reading;
}

const guards: Readonly<Record<MediaType, (text: string) => string>> = {
  'application/x-www-form-urlencoded': guardForm,
  'application/json': guardJson,
  'multipart/form-data': (text) => text,
};

/** Without a body, and with a header that every parser ignores. */
const withoutBody = (event: APIGatewayProxyEventV2, reading: Reading): BodyEvent => ({
  ...event,
  headers: { ...event.headers, 'content-type': '' },
  body: '',
  reading,
});

const readGuarded = (event: APIGatewayProxyEventV2): BodyEvent => {
  checkNoCoding(event.headers['content-encoding']);
  const contentType = event.headers['content-type'] ?? '';
  if (contentType === '' && !event.body) return withoutBody(event, {});
  const mediaType = readMediaType(contentType);
  const written = readText(event);
  if (written === '') return withoutBody(event, {});
  return {
    ...event,
    headers: { ...event.headers, 'content-type': mediaType },
    body: guards[mediaType](written),
    isBase64Encoded: false,
    reading: { mediaType, contentType, written },
  };
};

/**
 * The event for the parsers. Its body is text that no parser repairs or shortens, and its Content-Type is the bare
 * media type. A refused or empty body (docs/contract.md, Requests and encodings) is removed.
 */
export const guardBody = (event: APIGatewayProxyEventV2): BodyEvent => {
  try {
    return readGuarded(event);
  } catch (problem) {
    if (problem instanceof Problem) return withoutBody(event, { problem });
    throw problem;
  }
};
