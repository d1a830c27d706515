import * as v from 'valibot';

/** The answer of login and refresh. `expires_in` is in seconds. */
export const TokenSet = v.strictObject({
  token_type: v.pipe(
    v.literal('Bearer'),
    v.description('The word before the access token in the `Authorization` header.'),
  ),
  expires_in: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Lifetime of the access token in seconds.')),
  access_token: v.pipe(v.string(), v.description('Send it in the header `Authorization: Bearer ACCESS_TOKEN`.')),
  refresh_token: v.pipe(v.string(), v.description('Send it to `/refresh-token`. It works once.')),
});
export type TokenSet = v.InferOutput<typeof TokenSet>;

const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
  v.description('UTC time in ISO 8601, with microseconds.'),
);

/** The answer of the token check. */
export const UserDetails = v.strictObject({
  id: v.pipe(v.number(), v.integer(), v.description('Number of the user.')),
  name: v.pipe(v.string(), v.description('Name of the user, as set by the operator.')),
  email: v.pipe(v.string(), v.description('Email with which the user logs in.')),
  email_verified_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
});

/** The answer of logout: nothing. */
export const EndedSession = v.strictObject({});

/** The answer of a changed password: nothing. The session of the call goes on with the tokens that it has. */
export const ChangedPassword = v.strictObject({});
