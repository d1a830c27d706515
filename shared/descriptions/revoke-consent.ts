import { RevokedConsent } from '../consents/answer.ts';
import type { Description } from './description.ts';
import { consentId, revokeProof, time, versionId } from './example-data.ts';
import { find } from './links.ts';

export const revokeConsent: Description<'revokeConsent'> = {
  tag: 'consents',
  summary: 'Revoke a consent',
  description:
    'Records that a consent was withdrawn. A consent that was revoked before has the same answer with the time of the first revocation, whose proof stays. A user who is a reader is answered 403.',
  examples: {
    revoke: {
      summary: 'Ada withdraws on her account page',
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
