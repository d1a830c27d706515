import * as v from 'valibot';
import { limits } from '../limits.ts';
import { text } from '../schema/scalar.ts';

/** Only the length is checked: every other text that is not an account's email and password gets the same 401. */
export const Login = v.object({
  email: text(limits.emailCharacters),
  password: text(limits.passwordCharactersMost),
});

/** Every text that is not a refresh token gets the same 401; `parseRefreshToken` looks at its form before it is hashed. */
export const TokenRefresh = v.object({ refresh_token: text(limits.bodyBytes) });
