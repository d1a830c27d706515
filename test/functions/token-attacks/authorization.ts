import type { Ground } from './ground.ts';

/** What is sent instead of `Authorization: Bearer` and one token; of a list each is a header line of its own. */
export type AuthorizationAttacks = Readonly<Record<string, (ground: Ground) => string | string[]>>;

const around = (before: string, after = ''): ((ground: Ground) => string) => {
  return ({ mine: { token } }) => `${before}${token}${after}`;
};

/** All hold a token that is good. */
export const authorizationAttacks: AuthorizationAttacks = {
  'the token without a scheme': around(''),
  'Basic, with the token for credentials': around('Basic '),
  'Basic, with user and password': ({ mine }) => `Basic ${btoa(`${mine.email}:password`)}`,
  Digest: around('Digest '),
  DPoP: around('DPoP '),
  Token: around('Token '),
  JWT: around('JWT '),
  'Bearer and nothing': () => 'Bearer',
  nothing: () => '',
  'two spaces': around('Bearer  '),
  'a tab': around('Bearer\t'),
  'a space and a tab': around('Bearer \t'),
  'a no-break space': around('Bearer\u00a0'),
  'an ideographic space': around('Bearer\u3000'),
  'no space': around('Bearer'),
  'a colon': around('Bearer: '),
  'an equals sign': around('Bearer='),
  'a comma': around('Bearer,'),
  'a percent-encoded space': around('Bearer%20'),
  'a plus': around('Bearer+'),
  'a scheme of another script': around('Bеarer '),
  'a scheme with a letter more': around('Bearers '),
  'a scheme with a letter less': around('Beare '),
  'the scheme twice': around('Bearer Bearer '),
  'the scheme in quotes': around('"Bearer" '),
  'the token as a parameter': around('Bearer token="', '"'),
  'the token as access_token': around('Bearer access_token='),
  'the token in angle brackets': around('Bearer <', '>'),
  'the token, then a comma': around('Bearer ', ','),
  'a comma, then the token': around('Bearer ,'),
  'the token, then a semicolon': around('Bearer ', ';'),
  'the token, then a parameter': around('Bearer ', ' realm="x"'),
  'the token, then a letter': around('Bearer ', ' x'),
  'the token, then a hash': around('Bearer ', '#'),
  'the token, then a slash': around('Bearer ', '/'),
  'the token, then a tilde, which token68 allows': around('Bearer ', '~'),
  'the token, then a percent-encoded NUL': around('Bearer ', '%00'),
  'the token, then an escaped NUL': around('Bearer ', '\\0'),
  'two tokens with a space': ({ mine, theirs }) => `Bearer ${mine.token} ${theirs.token}`,
  'two tokens with a comma': ({ mine, theirs }) => `Bearer ${mine.token},${theirs.token}`,
  'the same token twice with a comma': ({ mine: { token } }) => `Bearer ${token},${token}`,
  'two credentials with a comma': ({ mine, theirs }) => `Bearer ${mine.token}, Bearer ${theirs.token}`,
  'two header lines': ({ mine, theirs }) => [`Bearer ${mine.token}`, `Bearer ${theirs.token}`],
  'the same header line twice': ({ mine: { token } }) => [`Bearer ${token}`, `Bearer ${token}`],
  'two header lines, the first of another scheme': ({ mine: { token } }) => ['Basic YTpi', `Bearer ${token}`],
  'two header lines, the last of another scheme': ({ mine: { token } }) => [`Bearer ${token}`, 'Basic YTpi'],
  'two header lines, the first empty': ({ mine: { token } }) => ['', `Bearer ${token}`],
  'the refresh token': ({ mine }) => `Bearer ${mine.refreshToken}`,
  'the session id': ({ claims }) => `Bearer ${claims.sid}`,
};

/** Other places than the header, where a server that is lenient might look. */
export const elsewhere: Readonly<
  Record<string, (token: string) => { headers?: Record<string, string>; query?: string; body?: string }>
> = {
  'in the query': (token) => ({ query: `?access_token=${token}` }),
  'in the body': (token) => ({ body: `access_token=${token}` }),
  'in a cookie': (token) => ({ headers: { cookie: `authorization=Bearer ${token}; access_token=${token}` } }),
  'in X-Authorization': (token) => ({ headers: { 'x-authorization': `Bearer ${token}` } }),
  'in Proxy-Authorization': (token) => ({ headers: { 'proxy-authorization': `Bearer ${token}` } }),
  'in X-Access-Token': (token) => ({ headers: { 'x-access-token': token } }),
};

export const schemes = ['Bearer', 'bearer', 'BEARER', 'bEaReR'];
