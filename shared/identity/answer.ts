import * as v from 'valibot';

/** What login and refresh answer with; `expires_in` in seconds. */
export const TokenSet = v.strictObject({
  token_type: v.literal('Bearer'),
  expires_in: v.pipe(v.number(), v.integer(), v.minValue(1)),
  access_token: v.string(),
  refresh_token: v.string(),
});
export type TokenSet = v.InferOutput<typeof TokenSet>;

const timestamp = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/));

/** What the token check answers with. */
export const UserDetails = v.strictObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  email: v.string(),
  email_verified_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
});
