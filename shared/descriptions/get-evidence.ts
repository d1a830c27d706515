import { SignedEvidence } from '../evidence/answer.ts';
import type { Description } from './description.ts';
import { consentId } from './example-data.ts';

export const getEvidence: Description<'getEvidence'> = {
  tag: 'evidence',
  summary: 'Get the evidence of a consent',
  description:
    'Gives all that the register holds of a consent as one signed document, for somebody who does not trust the register: what the site claimed apart from what the register observed, the text that was agreed to, the revocation, the state and its reason. It is verified without the register, years later, with the published keys. Keep the body as it is, to the byte, as `curl -o evidence.json` does: a document that was written anew may be refused. `docs/evidence.md` says what is in it and how it is verified.',
  examples: {
    evidence: {
      summary: 'All that is held of a consent, signed',
      request: { id: consentId },
      answer: {
        protected: 'eyJhbGciOiJFUzI1NiIsImp3ayI6eyJjcnYiOiJQLTI1NiIs...',
        signature: 'q3Z1TlNwHhZJm0x5b8Qy4c...',
        statement: {
          format: 'consent-register-evidence/1',
          id: consentId,
          issuedAt: '2026-11-21T10:15:00.000Z',
        },
      },
      partOf: 'statement',
      yours: 'the id of your consent',
      step: 55,
      takes: { id: 'consentId' },
    },
  },
  schemas: { SignedEvidence },
  links: {},
  refused: { id: consentId, at: 'yesterday' },
  marks: ['protected'],
};
