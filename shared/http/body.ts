import type { ParsedUrlQuery } from 'node:querystring';
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import urlEncodeBodyParser from '@middy/http-urlencode-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { placeOfFault, scanJson } from '../schema/json-scan.ts';
import { isMap } from '../schema/scalar.ts';
import { guardForm, parseMultipart, toFormParameters } from './form.ts';
import type { ParameterMap, ParameterValue } from './validation.ts';
import { checkCount, checkDepth, checkName, checkText, forbiddenName, parameterMap, unreadable } from './validation.ts';

const mediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] as const;

export type MediaType = (typeof mediaTypes)[number];

/** What is known about a body, besides its parsed form. */
interface Reading {
  /** Undefined if there is nothing to parse. */
  readonly mediaType?: MediaType;
  readonly contentType?: string;
  /** Kept until the caller has proved its right to learn of it (docs/api.md, Problems). */
  readonly problem?: Problem;
}

/** An event whose body is text before the parsers and parsed after them. */
export interface BodyEvent extends APIGatewayProxyEventV2 {
  reading: Reading;
}

type Part = MiddlewareObj<BodyEvent>;

const guard = (): Part => ({
  before: (request) => {
    request.event = guardBody(request.event);
  },
});

/** Lets other parsers handle bodies of other types. */
const ownTypeOnly = { disableContentTypeError: true };

/** Drops the error of the parser, which contains the body. */
const json = (): Part => {
  const { before } = jsonBodyParser<BodyEvent>(ownTypeOnly);
  return {
    before: (request) => {
      try {
        before?.(request);
      } catch {
        request.event.reading = { problem: refusedJson(request.event.body ?? '') };
      }
    },
  };
};

/** The part of the stack that reads bodies. It throws no problem of a body. `toParameters` does. */
export const bodyParsers = (): Part[] => [guard(), json(), urlEncodeBodyParser<BodyEvent>(ownTypeOnly) as Part];

type BodyForm = (parsed: unknown, arrays: ReadonlySet<string>, contentType: string) => ParameterMap;

const parsedBy: Readonly<Record<MediaType, BodyForm>> = {
  'application/x-www-form-urlencoded': (form, arrays) => toFormParameters(form as ParsedUrlQuery, arrays),
  'application/json': (json) => toJsonParameters(json),
  'multipart/form-data': (text, arrays, contentType) => parseMultipart(text as string, contentType, arrays),
};

/**
 * The parameters of a request after `bodyParsers`, the same for all three encodings and for plain and base64 bodies
 * (docs/api.md, Requests and encodings). A request without a body has none.
 *
 * @param arrays names of the parameters that may be arrays: a form alone does not distinguish them from named members
 * @throws Problem body.unreadable, body.too-large, body.unsupported-media-type
 */
export const toParameters = ({ body, reading }: BodyEvent, arrays: ReadonlySet<string>): ParameterMap => {
  const { mediaType, contentType = '', problem } = reading;
  if (problem !== undefined) throw problem;
  return mediaType === undefined ? parameterMap([]) : parsedBy[mediaType](body, arrays, contentType);
};

const guards: Readonly<Record<MediaType, (text: string) => string>> = {
  'application/x-www-form-urlencoded': guardForm,
  'application/json': (text) => guardJson(text),
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
  const text = readText(event);
  if (text === '') return withoutBody(event, {});
  return {
    ...event,
    headers: { ...event.headers, 'content-type': mediaType },
    body: guards[mediaType](text),
    isBase64Encoded: false,
    reading: { mediaType, contentType },
  };
};

/**
 * The event for the parsers. Its body is text that no parser repairs or shortens, and its Content-Type is the bare
 * media type. A refused or empty body (docs/api.md, Requests and encodings) is removed.
 */
const guardBody = (event: APIGatewayProxyEventV2): BodyEvent => {
  try {
    return readGuarded(event);
  } catch (problem) {
    if (problem instanceof Problem) return withoutBody(event, { problem });
    throw problem;
  }
};

/** The registered codings (RFC 9110, section 8.4.1). Other names from the caller are not repeated in the answer. */
const knownCodings: readonly string[] = ['br', 'compress', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd'];

/** Bodies are read as they come. A compressed body could have any size. @throws Problem body.unsupported-media-type */
const checkNoCoding = (header = ''): void => {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  const foreign = codings.filter((coding) => coding !== '' && coding !== 'identity');
  if (foreign.length === 0) return;
  const named = foreign.length === 1 && knownCodings.find((coding) => coding === foreign[0]);
  throw new Problem('body.unsupported-media-type', {
    detail: `The body is sent with ${named ? `Content-Encoding: ${named}` : 'a Content-Encoding'}. Send it uncompressed, without this header.`,
  });
};

const tooLarge = () => new Problem('body.too-large');

const readBytes = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer => {
  if (body.length > limits.bodyBytes * 1.5) throw tooLarge();
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  const bytes = Buffer.from(body, encoding);
  if (bytes.toString(encoding) !== body) {
    throw unreadable(isBase64Encoded ? 'The body is marked as base64 but is not.' : 'The body is not valid UTF-8.');
  }
  if (bytes.length > limits.bodyBytes) throw tooLarge();
  return bytes;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The body as text, from plain text or base64. @throws Problem body.unreadable, body.too-large */
const readText = (event: APIGatewayProxyEventV2): string => {
  const bytes = readBytes(event);
  try {
    return decoder.decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8.');
  }
};

const foreignCharset = /^\s*charset\s*=(?!\s*"?utf-?8"?\s*$)/i;

/**
 * The media type of a Content-Type header, in any case and with any parameters.
 *
 * @throws Problem body.unsupported-media-type
 */
const readMediaType = (contentType: string): MediaType => {
  const [type = '', ...attributes] = contentType.split(';');
  const mediaType = mediaTypes.find((known) => known === type.trim().toLowerCase());
  if (mediaType === undefined || attributes.some((attribute) => foreignCharset.test(attribute))) {
    throw new Problem('body.unsupported-media-type');
  }
  return mediaType;
};

/** A form that a client sent as JSON. */
const startOfForm = /^[\w.%[\]-]{1,200}=/;

/**
 * Returns the text if a parser may read it: with few values and levels, counted outside strings. A parser takes half a
 * second for a mebibyte of values.
 *
 * @throws Problem body.unreadable
 */
export const guardJson = (text: string): string => {
  if (startOfForm.test(text))
    throw unreadable('The body looks like a form. Send it with Content-Type: application/x-www-form-urlencoded.');
  let values = 1;
  scanJson(text, (start, _end, depth) => {
    checkDepth(depth);
    if (text[start] === ',') values += 1;
    checkCount(values);
    return false;
  });
  return text;
};

/** The 400 for text that the parser refuses: for no JSON, or for a name that reaches a prototype. */
export const refusedJson = (text: string): Problem => {
  try {
    JSON.parse(text);
  } catch (error) {
    const [line, column] = placeOfFault(error);
    const place = line === undefined ? '' : `: look at line ${line}, column ${column}`;
    return unreadable(`The body is not valid JSON${place}.`);
  }
  return forbiddenName();
};

/** Whether JSON prints the number that was meant: not a large whole one, nor one beyond all numbers. */
const keepsDigits = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);

const toValue = (part: unknown): ParameterValue => {
  if (Array.isArray(part)) return part.map(toValue);
  if (isMap(part)) return toMembers(part);
  if (typeof part === 'number') return keepsDigits(part) ? JSON.stringify(part) : part;
  return part === null ? null : checkText(String(part));
};

/** A null member counts as absent, as in the form that clients make of the same data. */
const toMembers = (members: Readonly<Record<string, unknown>>): ParameterMap =>
  parameterMap(
    Object.entries(members)
      .map(([name, member]) => [checkName(name), toValue(member)] as const)
      .filter(([, member]) => member !== null),
  );

/**
 * The parameters of parsed JSON, an object. Numbers and booleans become the text that JSON prints for them
 * (docs/api.md, Scalars). A number that would lose digits stays a number, which no schema accepts.
 *
 * @throws Problem body.unreadable
 */
export const toJsonParameters = (value: unknown): ParameterMap => {
  if (!isMap(value)) throw unreadable('The JSON must be an object whose members are the parameters.');
  return toMembers(value);
};
