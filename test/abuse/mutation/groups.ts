/** What mutation testing covers, in groups that each have a score; a file may belong to two. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  bearer: [
    'shared/http/bearer.ts',
    'shared/access-token.ts',
    'shared/canonical-jwt.ts',
    'shared/ecdsa-signature.ts',
    'shared/verification-keys.ts',
  ],
  decoding: [
    'shared/http/body.ts',
    'shared/http/form.ts',
    'shared/http/json.ts',
    'shared/http/multipart.ts',
    'shared/http/bracket-notation.ts',
    'shared/http/parameters.ts',
    'shared/http/validation.ts',
  ],
  tokens: ['shared/access-token.ts', 'shared/refresh-token.ts', 'shared/store/session.ts'],
  matching: [
    'shared/matching.ts',
    'shared/store/lookup.ts',
    'shared/store/match-confirming.ts',
    'shared/store/match-reading.ts',
  ],
  consents: [
    'shared/store/consent.ts',
    'shared/store/new-consent.ts',
    'shared/store/consent-recording.ts',
    'shared/store/consent-revocation.ts',
    'shared/store/consent-reading.ts',
    'shared/store/consent-search.ts',
    'shared/store/consent-list.ts',
    'shared/store/idempotency.ts',
    'shared/store/write.ts',
  ],
};
