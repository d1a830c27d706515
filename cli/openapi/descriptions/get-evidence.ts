import { SignedEvidence } from '../../../shared/evidence/answer.ts';
import type { Description } from './description.ts';
import { consentId } from './example-data.ts';

export const getEvidence: Description<'getEvidence'> = {
  tag: 'evidence',
  summary: 'Get the evidence of a consent',
  description:
    'Returns everything that the register holds about a consent as one signed document, for a reader who does not trust the register. The document keeps what the site claimed apart from what the register observed. It also has the text that the person agreed to, the revocation, and the state with its reason. Anyone can verify it with the published keys, without the register, years later.\n\nSave the body byte for byte, as `curl -o evidence.json` does. If a program parses the document and writes it again, it may no longer verify. `docs/evidence.md` describes the document and how to verify it.',
  examples: {
    evidence: {
      summary: 'Everything that the register holds about a consent, signed',
      request: { id: consentId },
      answer: {
        protected: 'eyJhbGciOiJFUzI1NiIsImp3ayI6eyJjcnYiOiJQLTI1NiIs...',
        signature: 'q3Z1TlNwHhZJm0x5b8Qy4c...',
        statement: {
          format: 'consent-register-evidence/2',
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
