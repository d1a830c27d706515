import type { Client, Credentials, TokenSet, TokenStore } from '../../../client/index.ts';
import { createClient } from '../../../client/index.ts';

/** Signs in with one request, so that the page can say at once why it is refused, or for how long. @throws ConsentRegisterError */
export const logIn = (baseUrl: string, credentials: Credentials): Promise<TokenSet> =>
  createClient({ baseUrl, attempts: 1 }).login(credentials);

/** Ends the session at the service too, if it can be reached. */
export const logOut = async (baseUrl: string, tokens: TokenSet): Promise<void> => {
  const store = { load: () => tokens, save: () => {} };
  await createClient({ baseUrl, store, attempts: 1 })
    .logout()
    .catch(() => {});
};

/** A client with the tokens of a store. @param onRefused called if the service refuses to renew them: the session is over */
export const openClient = (baseUrl: string, store: TokenStore, onRefused: () => void): Client =>
  createClient({
    baseUrl,
    store,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (answer.status === 401 && url.endsWith('/refresh-token')) onRefused();
      return answer;
    },
  });
