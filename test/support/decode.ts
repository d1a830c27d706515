import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { BodyEvent, MediaType } from '../../shared/http/body-guard.ts';
import { bodyParsers, takeParameters } from '../../shared/http/body-parsers.ts';
import { guardForm } from '../../shared/http/form.ts';
import { guardJson } from '../../shared/http/json-guard.ts';
import type { ParameterMap } from '../../shared/http/parameters.ts';
import { toEvent } from './event.ts';

const [guard, ...parsers] = bodyParsers();

/** An event after parts of the real stack, which are run one by one as middy runs them. */
const pass = (parts: typeof parsers, event: BodyEvent): BodyEvent => {
  const request = { event, context: {} as Context, response: undefined, error: undefined, internal: {} };
  for (const part of parts) part.before?.(request);
  return request.event;
};

/** The parameters of a request, as an operation gets them. @throws Problem */
export const decodeBody = (event: APIGatewayProxyEventV2, arrays: ReadonlySet<string>): ParameterMap =>
  takeParameters(pass(guard === undefined ? [] : [guard, ...parsers], { ...event, reading: {} }), arrays);

const parseGuarded = (
  mediaType: MediaType,
  written: string,
  body: string,
  arrays: ReadonlySet<string>,
): ParameterMap => {
  const event = { ...toEvent('login', { contentType: mediaType }, {}), body };
  return takeParameters(pass(parsers, { ...event, reading: { mediaType, written } }), arrays);
};

/** The parameters of a text of JSON, whose bytes were read. @throws Problem */
export const parseJson = (text: string, arrays: ReadonlySet<string> = new Set()): ParameterMap =>
  parseGuarded('application/json', text, guardJson(text), arrays);

/** The parameters of a text of a form, whose bytes were read. @throws Problem */
export const parseForm = (text: string, arrays: ReadonlySet<string>): ParameterMap =>
  parseGuarded('application/x-www-form-urlencoded', text, guardForm(text), arrays);
