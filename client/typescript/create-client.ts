import { callWith } from './calls.ts';
import type { CallOptions, Client, ClientOptions, PlainOperations, WriteOptions } from './client.ts';
import { connect } from './connection.ts';
import { definitions } from './definitions.ts';
import type {
  AddedConsent,
  AddedConsents,
  ConsentPage,
  LatestConsent,
  LatestSearch,
  NewConsent,
  NewConsents,
  OperationName,
  PageSearch,
} from './operations.ts';
import { keepTokens } from './tokens.ts';

/** The most records on a page. */
const perPageMost = 50;

const callPlainly = (
  call: (name: OperationName, request: object, options?: WriteOptions) => Promise<unknown>,
): PlainOperations =>
  Object.fromEntries(
    (Object.keys(definitions) as OperationName[]).map((name) => [
      name,
      (request: object, options?: WriteOptions) => call(name, request, options),
    ]),
  ) as PlainOperations;

export const createClient = ({ email, password, store, ...options }: ClientOptions): Client => {
  const post = connect(options);
  const credentials = email === undefined || password === undefined ? undefined : { email, password };
  const tokens = keepTokens(
    {
      logIn: async (given) => (await post('login', given)).body,
      refresh: async (refreshToken) => (await post('refreshToken', { refresh_token: refreshToken })).body,
    },
    { credentials, store },
  );
  const ask = callWith(post, tokens);
  const call = async <Name extends OperationName>(name: Name, request: object, options?: WriteOptions) =>
    (await ask(name, request, options)).body;

  function addConsent(consent: NewConsent, options?: WriteOptions): Promise<AddedConsent>;
  function addConsent(consents: NewConsents, options?: WriteOptions): Promise<AddedConsents>;
  function addConsent(request: NewConsent | NewConsents, options?: WriteOptions) {
    return call('addConsent', request, options);
  }

  function searchConsents(search: LatestSearch, options?: CallOptions): Promise<LatestConsent>;
  function searchConsents(search: PageSearch, options?: CallOptions): Promise<ConsentPage>;
  function searchConsents(search: LatestSearch | PageSearch, options?: CallOptions) {
    return call('searchConsents', search, options);
  }

  const searchAll: Client['searchAll'] = async function* (search, options) {
    const seen = new Set<string>();
    for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
      const answer = await searchConsents({ perPage: perPageMost, ...search, page }, options);
      totalPages = answer.totalPages;
      const news = answer.data.filter(({ id }) => !seen.has(id));
      for (const { id } of news) seen.add(id);
      yield* news;
    }
  };

  return {
    ...callPlainly(call),
    login: (given, { signal } = {}) => tokens.logIn(given, signal),
    refreshToken: (request, { signal } = {}) => tokens.refresh(request?.refresh_token, signal),
    details: (options) => call('details', {}, options),
    logout: async (options) => {
      await call('logout', {}, options);
    },
    addConsent,
    searchConsents,
    searchAll,
    getNotices: (request, options) => call('getNotices', request, options),
    getEvidenceFile: async (request, options) => (await ask('getEvidence', request, options)).bytes,
    listConsents: (listing = {}, options) => call('listConsents', listing, options),
    listNotices: (request = {}, options) => call('listNotices', request, options),
    listProjects: (request = {}, options) => call('listProjects', request, options),
    getOverview: (request = {}, options) => call('getOverview', request, options),
  };
};
