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

/** Specification 2.1; `expires_in` in seconds. */
export const TokenSet = v.strictObject({
  token_type: v.literal('Bearer'),
  expires_in: v.pipe(v.number(), v.integer(), v.minValue(1)),
  access_token: v.string(),
  refresh_token: v.string(),
});
export type TokenSet = v.InferOutput<typeof TokenSet>;

const timestamp = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/));

/** Specification 2.2. */
export const UserDetails = v.strictObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  email: v.string(),
  email_verified_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
});
