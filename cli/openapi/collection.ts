import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { operations } from './descriptions.ts';
import { examples } from './examples.ts';
import { introduction } from './introduction.ts';

/** The whole flow, in this order: a name of an example for each request. */
const flow: readonly (readonly [operation: OperationName, example: string])[] = [
  ['login', 'login'],
  ['details', 'details'],
  ['getNotices', 'notice'],
  ['addConsent', 'one'],
  ['addConsent', 'several'],
  ['searchConsents', 'person'],
  ['searchConsents', 'latest'],
  ['revokeConsent', 'revoke'],
  ['refreshToken', 'refresh'],
];

/** What later requests need of an answer: variable -> member. */
const kept: Partial<Record<OperationName, Readonly<Record<string, string>>>> = {
  login: { accessToken: 'access_token', refreshToken: 'refresh_token' },
  refreshToken: { accessToken: 'access_token', refreshToken: 'refresh_token' },
};

const keptOfExample: Readonly<Record<string, Readonly<Record<string, string>>>> = { one: { consentId: 'consentId' } };

/** Members of requests that are variables of the collection. */
const variables: Readonly<Record<string, string>> = {
  email: 'email',
  password: 'password',
  refresh_token: 'refreshToken',
  id: 'consentId',
};

const toBody = (operation: OperationName, request: Readonly<Record<string, unknown>>): string => {
  const usesVariables = ['login', 'refreshToken', 'revokeConsent'].includes(operation);
  const members = Object.entries(request).map(([name, value]) => [
    name,
    usesVariables && name in variables ? `{{${variables[name]}}}` : value,
  ]);
  return JSON.stringify(Object.fromEntries(members), undefined, 2);
};

const toTests = (operation: OperationName, example: string): string[] => [
  "pm.test('is answered 200', () => pm.response.to.have.status(200));",
  ...Object.entries({ ...kept[operation], ...keptOfExample[example] }).map(
    ([variable, member]) => `pm.collectionVariables.set('${variable}', pm.response.json().${member});`,
  ),
];

const headersOf = (operation: OperationName) => [
  { key: 'Content-Type', value: 'application/json' },
  { key: 'Accept', value: 'application/json' },
  ...('idempotent' in contract[operation] ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
];

const toItem = ([operation, example]: (typeof flow)[number]) => {
  const { summary, request } = examples[operation][example] ?? { summary: '', request: {} };
  const path = contract[operation].path.slice(1).split('/');
  return {
    name: `${operations[operation].summary}: ${summary}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: toTests(operation, example) } }],
    request: {
      method: 'POST',
      description: operations[operation].description,
      ...(contract[operation].access === 'anyone' && { auth: { type: 'noauth' } }),
      header: headersOf(operation),
      body: { mode: 'raw', raw: toBody(operation, request), options: { raw: { language: 'json' } } },
      url: { raw: `{{baseUrl}}${contract[operation].path}`, host: ['{{baseUrl}}'], path },
    },
  };
};

const { email, password } = examples.login.login?.request ?? {};

/** A collection in the format of Postman, 2.1, which Bruno and Insomnia read too: the whole flow against the demo data. */
export const describeCollection = () => ({
  info: {
    name: 'Consent Register',
    description: introduction,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
    { key: 'email', value: email },
    { key: 'password', value: password },
    ...['accessToken', 'refreshToken', 'consentId'].map((key) => ({ key, value: '' })),
  ],
  item: flow.map(toItem),
});
