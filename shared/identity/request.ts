import * as v from 'valibot';
import { limits } from '../limits.ts';
import { text } from '../schema/scalar.ts';

/** Only the length is checked: every other text that is not an account's email and password gets the same 401. */
export const Login = v.object({
  email: v.pipe(text(limits.emailCharacters), v.description('Email of the user, in upper or lower case.')),
  password: v.pipe(text(limits.passwordCharactersMost), v.description('Password of the user. Every character counts.')),
});

/** Every text that is not a refresh token gets the same 401; `parseRefreshToken` looks at its form before it is hashed. */
export const TokenRefresh = v.object({
  refresh_token: v.pipe(
    text(limits.bodyBytes),
    v.description('The refresh token from `/login` or from the last refresh.'),
  ),
});
