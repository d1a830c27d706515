import type { Ground } from './ground.ts';

/** What is sent instead of a session's refresh token. */
export type RefreshAttacks = Readonly<Record<string, (ground: Ground) => string>>;

/** The parts of a refresh token: user, session, family and secret. */
const changed =
  (change: (parts: [string, string, string, string], theirs: string[]) => string[]) =>
  ({ mine, theirs }: Ground): string =>
    change(mine.refreshToken.split('.') as [string, string, string, string], theirs.refreshToken.split('.')).join('.');

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

const whole =
  (change: (text: string) => string) =>
  ({ mine }: Ground): string =>
    change(mine.refreshToken);

/** Without the session's family secret, or not in the form of a token: none works, and none ends the session at any time. */
export const refreshAttacks: RefreshAttacks = {
  'the access token': ({ mine }) => mine.token,
  'an empty text': () => '',
  'of another session, its family': changed(([user, session, , secret], [, , family = '']) => [
    user,
    session,
    family,
    secret,
  ]),
  'of another session, its family and secret': changed(([user, session], [, , ...rest]) => [user, session, ...rest]),
  'for the session of another user': changed(([user, , ...rest], [, session = '']) => [user, session, ...rest]),
  'for another user': changed(([, ...rest], [user = '']) => [user, ...rest]),
  'for another user and session': changed(([, , ...rest], [user = '', session = '']) => [user, session, ...rest]),
  'a family that was made up': changed(([user, session, , secret]) => [user, session, 'A'.repeat(22), secret]),
  'its family in another case': changed(([user, session, family, secret]) => [user, session, swapCase(family), secret]),
  'its session in upper case': changed(([user, session, ...rest]) => [user, `${session.slice(0, -1)}A`, ...rest]),
  'its user with a leading zero': whole((text) => `0${text}`),
  'its user with a plus': whole((text) => `+${text}`),
  'its user in digits of another script': changed(([, ...rest]) => ['١', ...rest]),
  'its user 0': changed(([, ...rest]) => ['0', ...rest]),
  'its user a key of the table': changed(([user, ...rest]) => [`USER#${user}`, ...rest]),
  'cut short': whole((text) => text.slice(0, -1)),
  'without its secret': whole((text) => text.slice(0, text.lastIndexOf('.'))),
  'a letter more': whole((text) => `${text}A`),
  'a part more': whole((text) => `${text}.A`),
  padded: whole((text) => `${text}=`),
  'a space in front': whole((text) => ` ${text}`),
  'a space at the end': whole((text) => `${text} `),
  'a newline at the end': whole((text) => `${text}\n`),
  'in quotes': whole((text) => `"${text}"`),
  'with the scheme': whole((text) => `Bearer ${text}`),
  twice: whole((text) => text + text),
  'twice with a comma': whole((text) => `${text},${text}`),
  'percent-encoded': whole((text) => text.replaceAll('.', '%2E')),
  'with a zero-width space': whole((text) => `${text}\u200b`),
  'a hundred thousand letters': () => 'a'.repeat(100_000),
  'a hundred thousand dots': () => '.'.repeat(100_000),
  'a million digits': () => '1'.repeat(1_000_000),
};

/**
 * With the session's family secret, which only those have who had one of its tokens. They are taken for theft, and the
 * session ends as it is meant to.
 */
export const familyAttacks: RefreshAttacks = {
  'of another session, its secret': changed(([user, session, family], [, , , secret = '']) => [
    user,
    session,
    family,
    secret,
  ]),
  'a secret that was made up': changed(([user, session, family]) => [user, session, family, 'A'.repeat(43)]),
  'a secret with bits set that stand for nothing': whole(
    (text) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1),
  ),
  'in another case': changed(([user, session, family, secret]) => [user, session, family, swapCase(secret)]),
};

/** Bodies that do not hold one text, with the status and code that is answered. */
export const refreshShapes: Readonly<Record<string, readonly [string, (text: string) => string, number, string]>> = {
  'with a NUL': ['json', (text) => JSON.stringify({ refresh_token: `${text}\0` }), 400, 'body.unreadable'],
  'a lone surrogate': ['json', (text) => `{"refresh_token":"${text}\\ud800"}`, 400, 'body.unreadable'],
  'in a list': ['json', (text) => JSON.stringify({ refresh_token: [text] }), 422, 'parameters.invalid'],
  'in an object': ['json', (text) => JSON.stringify({ refresh_token: { value: text } }), 422, 'parameters.invalid'],
  null: ['json', () => '{"refresh_token":null}', 422, 'parameters.invalid'],
  'a number': ['json', () => '{"refresh_token":1}', 401, 'refresh-token.invalid'],
  'an operator of a document store': ['json', () => '{"refresh_token":{"$ne":""}}', 422, 'parameters.invalid'],
  'given twice': [
    'x-www-form-urlencoded',
    (text) => `refresh_token=x&refresh_token=${text}`,
    422,
    'parameters.invalid',
  ],
  'with brackets': ['x-www-form-urlencoded', (text) => `refresh_token[]=${text}`, 422, 'parameters.invalid'],
  'larger than a body may be': [
    'x-www-form-urlencoded',
    () => `refresh_token=${'a'.repeat(1024 * 1024)}`,
    413,
    'body.too-large',
  ],
};
