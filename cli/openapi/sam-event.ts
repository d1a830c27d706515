import { contract } from '../../shared/contract.ts';
import type { Step } from './flow.ts';
import { keptMembers, mainSteps } from './flow.ts';
import { toRows } from './form-rows.ts';

const address = '203.0.113.24';
const userAgent = 'curl/8.14.1';
const apiId = 'a1b2c3d4e5';
const host = `${apiId}.execute-api.eu-south-1.amazonaws.com`;

/** The placeholder of a kept member: `CONSENT_ID` for `consentId`. */
const toPlaceholder = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** JSON if there are placeholders, otherwise a form in base64, as an HTTP API passes it on. */
const encode = ({ request, takes = {} }: Step) => {
  const filled = Object.entries(takes).filter(([, name]) => keptMembers.has(name));
  if (filled.length > 0) {
    const placeholders = filled.map(([member, name]) => [member, toPlaceholder(name)]);
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

/**
 * Events for `sam local invoke`, in the form of API Gateway, from the first example of each operation: operation ->
 * event.
 */
export const describeEvents = () => mainSteps.map((step) => [step.operation, toEvent(step)] as const);
