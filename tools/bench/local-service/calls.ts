import * as v from 'valibot';
import { connectionRoute } from '../../../cli/local/connection.ts';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import { contract } from '../../../shared/contract.ts';
import type { Call, Client } from '../peer/client.ts';

/** A call of a round, which may follow from what the ones before were answered. */
export interface RoundCall {
  readonly name: string;
  readonly call: () => Call;
  readonly onAnswer?: (body: unknown) => void;
}

const { project, user } = demoAccounts.demoShop;
const proof = { url: 'https://shop.example/checkout', html: '<form>...</form>' };

const TokenSet = v.object({ access_token: v.string(), refresh_token: v.string() });
const Recorded = v.object({ consentId: v.string() });

const newPerson = (person: number) => ({
  first_name: `First ${person}`,
  last_name: `Last ${person}`,
  email: `person-${person}@example.com`,
});

/**
 * What is called in each round, by a user who signs in for it. The first call is answered by a function that does nothing,
 * so that it costs what every call costs on its way.
 */
export const newRound = async (client: Client): Promise<readonly RoundCall[]> => {
  const login = { path: contract.login.path, body: { email: user.email, password: demoPassword } };
  let { access_token: token, refresh_token } = v.parse(TokenSet, (await client(login)).body);
  let person = 0;
  let id = '';
  const post = (operation: keyof typeof contract, body: object): Call => ({
    path: contract[operation].path,
    token,
    body,
  });
  const consent = { projectUid: project.uid, consentInformationPid: 1, proof };
  return [
    { name: 'a function that does nothing', call: () => ({ path: connectionRoute.replace('GET ', '') }) },
    { name: 'details', call: () => post('details', {}) },
    {
      name: 'add: 1 notice, 3 userData keys',
      call: () => {
        person += 1;
        return post('addConsent', { ...consent, userData: newPerson(person) });
      },
      onAnswer: (body) => {
        id = v.parse(Recorded, body).consentId;
      },
    },
    {
      name: 'search: a person with 1 consent',
      call: () => post('searchConsents', { userData: { email: newPerson(person).email } }),
    },
    { name: 'revoke', call: () => post('revokeConsent', { id, proof }) },
    { name: 'information/get: 2 notices', call: () => post('getNotices', { pid: [1, 2] }) },
    {
      name: 'refresh-token',
      call: () => post('refreshToken', { refresh_token }),
      onAnswer: (body) => {
        ({ access_token: token, refresh_token } = v.parse(TokenSet, body));
      },
    },
  ];
};
