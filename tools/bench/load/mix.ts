import type { Request } from 'autocannon';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { AnswerBody } from '../../../test/support/answer-body.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { encoders } from '../../../test/support/encode.ts';

/** A signed-in caller, one for each connection. */
export interface Caller {
  accessToken: string;
  refreshToken: string;
  /** Whether a refresh is under way: cut off in the middle, nobody knows which refresh token is good. */
  isRefreshing: boolean;
}

const { project, user } = demoAccounts.demoShop;
const proof = { url: 'https://shop.example/checkout', html: '<form>...</form>' };

/** What each connection asks for, in this order, over and over. */
const mix = ['details', 'addConsent', 'searchConsents', 'revokeConsent', 'getNotices', 'refreshToken'] as const;

/** Logs in, for which the service computes a bcrypt. */
export const signIn = async (baseUrl: string): Promise<Caller> => {
  const { contentType, body } = encoders.form({ email: user.email, password: demoPassword });
  const answer = await fetch(baseUrl + contract.login.path, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: body.toString(),
  });
  if (!answer.ok) throw new Error(`The login was answered with ${answer.status}.`);
  const tokens = (await answer.json()) as AnswerBody;
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, isRefreshing: false };
};

let people = 0;

/** The requests of one connection. Each round is of a person of its own, so that a search finds one consent. */
export const requestsOf = (caller: Caller): Request[] => {
  let email = '';
  let consentId = '';
  const post = (
    operation: OperationName,
    parameters: () => Parameters,
    onAnswer: (body: AnswerBody) => void = () => {},
  ): Request => ({
    setupRequest: (request) => {
      const { contentType, body } = encoders.form(parameters());
      return {
        ...request,
        method: 'POST',
        path: contract[operation].path,
        headers: { 'content-type': contentType, authorization: `Bearer ${caller.accessToken}` },
        body,
      };
    },
    onResponse: (status, body) => {
      if (status === 200) onAnswer(JSON.parse(body));
    },
  });
  const newPerson = (): Parameters => {
    people += 1;
    email = `person-${people}@example.com`;
    return {
      projectUid: project.uid,
      consentInformationPid: 1,
      proof,
      userData: { first_name: `First ${people}`, last_name: `Last ${people}`, email },
    };
  };
  const refresh = (): Parameters => {
    caller.isRefreshing = true;
    return { refresh_token: caller.refreshToken };
  };
  const requests: Readonly<Record<(typeof mix)[number], Request>> = {
    details: post('details', () => ({})),
    addConsent: post('addConsent', newPerson, (answer) => {
      consentId = answer.consentId;
    }),
    searchConsents: post('searchConsents', () => ({ userData: { email } })),
    revokeConsent: post('revokeConsent', () => ({ id: consentId, proof })),
    getNotices: post('getNotices', () => ({ pid: [1, 2] })),
    refreshToken: post('refreshToken', refresh, (answer) => {
      caller.accessToken = answer.access_token;
      caller.refreshToken = answer.refresh_token;
      caller.isRefreshing = false;
    }),
  };
  return mix.map((operation) => requests[operation]);
};
