import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';

/** The part of an event that the service reads. */
const HttpEvent = v.looseObject({
  version: v.literal('2.0'),
  rawQueryString: v.optional(v.string()),
  headers: v.record(v.string(), v.string()),
  body: v.optional(v.string()),
  isBase64Encoded: v.optional(v.boolean()),
  requestContext: v.looseObject({
    requestId: v.string(),
    http: v.looseObject({ sourceIp: v.string(), userAgent: v.optional(v.string()) }),
  }),
});

/**
 * Whether an event comes from an HTTP API with payload format 2.0. Other events come from test buttons, other triggers
 * or a different integration.
 */
export const isHttpEvent = (event: unknown): event is APIGatewayProxyEventV2 => v.is(HttpEvent, event);
