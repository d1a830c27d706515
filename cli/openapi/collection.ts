import { contract } from '../../shared/contract.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { describeInWords } from './extension.ts';
import type { Step } from './flow.ts';
import { flow, keptMembers } from './flow.ts';
import { introduction } from './introduction.ts';

/** The variable of the collection for a kept member or a setting. */
const toVariable = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const toBody = ({ request, takes = {} }: Step): string => {
  const members = Object.entries(request).map(([name, value]) => {
    const taken = takes[name];
    return [name, taken === undefined ? value : `{{${toVariable(taken)}}}`];
  });
  return JSON.stringify(Object.fromEntries(members), undefined, 2);
};

const toTests = ({ keeps = [] }: Step): string[] => [
  "pm.test('is answered 200', () => pm.response.to.have.status(200));",
  ...keeps.map((member) => `pm.collectionVariables.set('${toVariable(member)}', pm.response.json().${member});`),
];

const headersOf = ({ operation }: Step) => [
  { key: 'Content-Type', value: 'application/json' },
  { key: 'Accept', value: 'application/json' },
  ...('idempotent' in contract[operation] ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
];

const toItem = (step: Step) => {
  const { access, path } = contract[step.operation];
  const { summary } = descriptions[step.operation];
  return {
    name: `${summary}: ${step.summary}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: toTests(step) } }],
    request: {
      method: 'POST',
      description: describeInWords(step.operation),
      ...(access === 'anyone' && { auth: { type: 'noauth' } }),
      header: headersOf(step),
      body: { mode: 'raw', raw: toBody(step), options: { raw: { language: 'json' } } },
      url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.slice(1).split('/') },
    },
  };
};

/** Values for requests that come from no answer: the caller's own. */
const settings = flow.flatMap(({ request, takes = {} }) =>
  Object.entries(takes)
    .filter(([, name]) => !keptMembers.has(name))
    .map(([member, name]) => ({ key: toVariable(name), value: request[member] })),
);

/** A collection in Postman's format 2.1, which Bruno and Insomnia also read: the whole flow with the demo data. */
export const describeCollection = () => ({
  info: {
    name: 'Consent Register',
    description: introduction,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
    ...settings,
    ...[...keptMembers].map((member) => ({ key: toVariable(member), value: '' })),
  ],
  item: flow.map(toItem),
});
