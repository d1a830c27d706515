import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import type { OperationName } from '../../../shared/contract.ts';
import { toEvent } from '../../../test/support/event.ts';
import { applyDamage, damage, encode, giant, parts, soup } from './bodies.ts';
import type { Known } from './parameters.ts';
import { naughtyTexts, spoiltFor } from './parameters.ts';

/** A request as the gateway hands it on. */
export interface Case {
  readonly operation: OperationName;
  readonly event: APIGatewayProxyEventV2;
}

/** Weights: what needs no token costs no read, so that bodies are best tried there; a login and a new password may cost a bcrypt; a logout ends the session of all cases. */
const weights: Readonly<Record<OperationName, number>> = {
  refreshToken: 50,
  addConsent: 16,
  searchConsents: 14,
  revokeConsent: 9,
  getNotices: 6,
  details: 4,
  login: 1,
  changePassword: 1,
  logout: 0,
  getEvidence: 6,
  checkPeople: 10,
  listConsents: 12,
  listDueConsents: 6,
  listNotices: 6,
  getNoticeVersion: 6,
  listProjects: 4,
  getOverview: 4,
  requestErasure: 6,
  listErasureRequests: 4,
};

const operations = Object.keys(weights) as OperationName[];

const headerText = fc.constantFrom(...naughtyTexts.filter((text) => !/[\0\r\n]/.test(text) && text.length < 2_000));

const contentType = fc.oneof(
  fc.constantFrom(
    'application/x-www-form-urlencoded',
    'APPLICATION/JSON; charset=UTF-8',
    'application/json;charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=----test-boundary',
    'multipart/form-data; boundary=----test-boundary; boundary=x',
    'multipart/form-data; boundary="----test-boundary"',
    'text/plain',
    'application/json, application/json',
    ';',
    '',
  ),
  headerText,
);

const otherHeaders = fc.dictionary(
  fc.constantFrom('accept', 'idempotency-key', 'x-forwarded-for', 'cookie', 'content-length'),
  headerText,
  { maxKeys: 2, noNullPrototype: true },
);

/** Mostly the good token, so that bodies are looked at. */
const authorization = (token: string) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant<string | undefined>(`Bearer ${token}`) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, token, `Bearer ${token},Bearer ${token}`, `Bearer ${token}.`) },
    { weight: 1, arbitrary: headerText.map((text) => `Bearer ${text}`) },
  );

/** A login from one address is throttled soon, which leaves time for the other cases. */
const sourceIpOf = (operation: OperationName) =>
  operation === 'login'
    ? fc.constant('203.0.113.7')
    : fc.constantFrom('203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7', '', 'unknown');

/** Requests to one operation: well meant, spoilt in one place, damaged in a few, or meaning nothing at all. */
export const casesOf = (operation: OperationName, known: Known, token: string): fc.Arbitrary<Case> => {
  const written = fc
    .tuple(spoiltFor(operation, known), fc.constantFrom('form', 'json', 'multipart'))
    .map(([meant, encoding]) => encode[encoding](meant));
  const damaged = fc
    .tuple(written, fc.array(damage, { minLength: 1, maxLength: 3 }))
    .map(([{ body, ...rest }, list]) => ({ ...rest, body: list.reduce(applyDamage, body) }));
  const broken = fc
    .tuple(parts, fc.array(damage, { maxLength: 2 }))
    .map(([body, list]) => ({ ...encode.multipart({}), body: list.reduce(applyDamage, body) }));
  const meaningless = fc.record({ contentType, body: soup });
  const mistyped = fc.tuple(written, contentType).map(([encoded, type]) => ({ ...encoded, contentType: type }));
  const encoded = fc.oneof(
    { weight: 1_000, arbitrary: written },
    { weight: 600, arbitrary: damaged },
    { weight: 200, arbitrary: broken },
    { weight: 200, arbitrary: meaningless },
    { weight: 200, arbitrary: mistyped },
    { weight: 200, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: giant },
  );
  const base64 = fc.oneof(
    { weight: 8, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.constant<'as-is'>('as-is') },
  );
  return fc
    .record({
      encoded,
      base64,
      authorization: authorization(token),
      otherHeaders,
      sourceIp: sourceIpOf(operation),
      agent: fc.option(headerText),
      coding: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(undefined, 'identity') },
        { weight: 1, arbitrary: fc.oneof(fc.constantFrom('gzip', 'br'), headerText) },
      ),
      query: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, { weight: 1, arbitrary: headerText }),
    })
    .map((parts) => {
      const headers = {
        ...parts.otherHeaders,
        ...(parts.authorization !== undefined && { authorization: parts.authorization }),
        ...(parts.coding !== undefined && { 'content-encoding': parts.coding }),
      };
      const { base64, sourceIp, query } = parts;
      const event = toEvent(operation, parts.encoded, { base64, headers, sourceIp, query });
      event.requestContext.http.userAgent = parts.agent ?? '';
      return { operation, event };
    });
};

/** Requests to all operations. */
export const cases = (known: Known, token: string): fc.Arbitrary<Case> =>
  fc.oneof(...operations.map((name) => ({ weight: weights[name], arbitrary: casesOf(name, known, token) })));
