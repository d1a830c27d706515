/** What mutation testing covers, in groups that each have a score; a file may belong to two. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  bearer: [
    'shared/identity/bearer.ts',
    'shared/identity/access-token.ts',
    'shared/identity/canonical-jwt.ts',
    'shared/keys/ecdsa-signature.ts',
    'shared/keys/verification-cache.ts',
  ],
  decoding: [
    'shared/http/body-guard.ts',
    'shared/http/body-parsers.ts',
    'shared/http/body-text.ts',
    'shared/http/media-type.ts',
    'shared/http/form.ts',
    'shared/http/json.ts',
    'shared/http/json-guard.ts',
    'shared/http/multipart.ts',
    'shared/http/bracket-notation.ts',
    'shared/http/parameters.ts',
    'shared/http/validation.ts',
  ],
  tokens: ['shared/identity/access-token.ts', 'shared/identity/refresh-token.ts', 'shared/identity/session.ts'],
  search: ['schema/matching', 'consents/listing', 'search/filters', 'search/find', 'search/page', 'search/plan'].map(
    (name) => `shared/${name}.ts`,
  ),
  consents: [
    'shared/consents/consent.ts',
    'shared/consents/new-consent.ts',
    'shared/consents/recording.ts',
    'shared/consents/revocation.ts',
    'shared/store/idempotency.ts',
    'shared/store/write.ts',
  ],
};
