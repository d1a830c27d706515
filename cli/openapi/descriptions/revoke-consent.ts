import { RevokedConsent } from '../../../shared/consents/answer.ts';
import type { Description } from './description.ts';
import { consentId, revokeProof, time, versionId } from './example-data.ts';
import { find } from './links.ts';

export const revokeConsent: Description<'revokeConsent'> = {
  tag: 'consents',
  summary: 'Revoke a consent',
  description:
    'Records that a person revoked a consent. If the consent is already revoked, the answer has the time of the first revocation, and the first proof stays. A reader gets 403 `user.read-only`.',
  examples: {
    revoke: {
      summary: 'Ada revokes on her account page',
      request: { id: consentId, channel: 'web', proof: revokeProof },
      answer: { revoked: true, consentId, consentInformationId: versionId, time },
      yours: 'the id of your consent',
      step: 60,
      takes: { id: 'consentId' },
    },
  },
  schemas: { RevokedConsent },
  links: { find: find('/consentId') },
  refused: { id: consentId, proof: {} },
  marks: ['consentId'],
};
