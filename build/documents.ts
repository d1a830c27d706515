import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { builtFolder } from '../infra/code.ts';
import { policies } from '../infra/policies.ts';
import { contract } from '../shared/api/contract.ts';
import { SentEvent } from '../shared/log/event-schemas.ts';
import type { Step } from './openapi/operations.ts';
import { mainSteps } from './openapi/operations.ts';
import type { Schema } from './openapi/schemas.ts';
import { toRows } from './reference/browser/bodies.ts';

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** What a package has in `docs` and Git does not have: path -> content. */
export const makeDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(policies).map(([name, policy]) => [`policies/${name}.json`, toJson(policy)] as const),
    ['events.schema.json', toJson(describeRegisterEvents())],
  ]);

/** Events for `sam local invoke`, in the form of API Gateway, from the first example of each operation: operation -> event. */
export const makeCalls = (): ReadonlyMap<string, object> =>
  new Map(mainSteps.map((step) => [step.operation, toEvent(step)]));

/** The `detail` of an event on the bus as JSON Schema 2020-12 (docs/integrate.md, Events). */
export const describeRegisterEvents = (): Schema => ({
  title: 'Event of a consent register',
  description:
    'The `detail` of an event on the bus. Later versions may add members and types. See docs/integrate.md, Events.',
  ...toJsonSchema(SentEvent, { target: 'draft-2020-12' }),
});

const address = '203.0.113.24';
const userAgent = 'curl/8.14.1';
const apiId = 'a1b2c3d4e5';
const host = `${apiId}.execute-api.eu-south-1.amazonaws.com`;

/** The placeholder of a member of an earlier answer: `CONSENT_ID` for `consentId`. */
const toPlaceholder = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** JSON if there are placeholders, otherwise a form in base64, as an HTTP API passes it on. */
const encode = ({ request, takes = {} }: Step) => {
  const taken = Object.entries(takes);
  if (taken.length > 0) {
    const placeholders = taken.map(([member, name]) => [member, toPlaceholder(name)]);
    const text = JSON.stringify({ ...request, ...Object.fromEntries(placeholders) });
    return { type: 'application/json', text, body: text, isBase64Encoded: false };
  }
  const text = String(new URLSearchParams(toRows(request).map(({ name, value }) => [name, value])));
  const body = Buffer.from(text).toString('base64');
  return { type: 'application/x-www-form-urlencoded', text, body, isBase64Encoded: true };
};

const toEvent = (step: Step) => {
  const { path, access } = contract[step.operation];
  const routeKey = `POST ${path}`;
  const { type, text, body, isBase64Encoded } = encode(step);
  const hasBody = text !== '';
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      ...(access !== 'anyone' && { authorization: `Bearer ${toPlaceholder('access_token')}` }),
      'content-length': String(Buffer.byteLength(text)),
      ...(hasBody && { 'content-type': type }),
      host,
      'user-agent': userAgent,
      'x-amzn-trace-id': 'Root=1-6b003641-428821350e9691491f616b75',
      'x-forwarded-for': address,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '123456789012',
      apiId,
      domainName: host,
      domainPrefix: apiId,
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: address, userAgent },
      requestId: 'XkA1gKJRk28ESHA=',
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:01 +0000',
      timeEpoch: 1_795_176_001_371,
    },
    ...(hasBody && { body }),
    isBase64Encoded: hasBody && isBase64Encoded,
  };
};

if (import.meta.main) {
  const folder = join(builtFolder, 'documents');
  rmSync(folder, { recursive: true, force: true });
  const calls = [...makeCalls()].map(([name, call]) => [`calls/${name}.json`, toJson(call)] as const);
  for (const [path, content] of [...makeDocuments(), ...calls]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
