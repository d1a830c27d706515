import type { ParsedUrlQuery } from 'node:querystring';
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import urlEncodeBodyParser from '@middy/http-urlencode-body-parser';
import type { BodyEvent } from './body-guard.ts';
import { guardBody } from './body-guard.ts';
import { toFormParameters } from './form.ts';
import { toJsonParameters } from './json.ts';
import { notJson } from './json-guard.ts';
import type { MediaType } from './media-type.ts';
import { parseMultipart } from './multipart.ts';
import type { ParameterMap } from './parameters.ts';
import { parameterMap } from './parameters.ts';

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
        request.event.reading = { problem: notJson(request.event.reading.written ?? '') };
      }
    },
  };
};

/** The part of the stack that reads bodies. It throws no problem of a body. `takeParameters` does. */
export const bodyParsers = (): Part[] => [guard(), json(), urlEncodeBodyParser<BodyEvent>(ownTypeOnly) as Part];

type Meaning = (parsed: unknown, arrays: ReadonlySet<string>, contentType: string) => ParameterMap;

const meanings: Readonly<Record<MediaType, Meaning>> = {
  'application/x-www-form-urlencoded': (form, arrays) => toFormParameters(form as ParsedUrlQuery, arrays),
  'application/json': toJsonParameters,
  'multipart/form-data': (text, arrays, contentType) => parseMultipart(text as string, contentType, arrays),
};

/**
 * The parameters of a request after `bodyParsers`, the same for all three encodings and for plain and base64 bodies
 * (docs/contract.md, Requests and encodings). A request without a body has none.
 *
 * @param arrays names of the parameters that may be arrays: a form alone does not tell them from named members
 * @throws Problem body.unreadable, body.too-large, body.unsupported-media-type
 */
export const takeParameters = ({ body, reading }: BodyEvent, arrays: ReadonlySet<string>): ParameterMap => {
  const { mediaType, contentType = '', problem } = reading;
  if (problem !== undefined) throw problem;
  return mediaType === undefined ? parameterMap([]) : meanings[mediaType](body, arrays, contentType);
};
