import { AddedConsent, AddedConsentList, AddedConsents } from '../consents/answer.ts';
import type { Description } from './description.ts';
import { added, otherConsentId, otherVersionId, proof, time, userData } from './example-data.ts';
import { find, readNotice, revoke } from './links.ts';

const consent = { projectUid: 'demo-shop', channel: 'web.form', proof, userData };

export const addConsent: Description<'addConsent'> = {
  tag: 'consents',
  summary: 'Record consents',
  description:
    "Records that a person agreed to a notice: by PID to the version that is current, by version id to that version, current or not. One of the two is needed. For an array of notices, also of one, the answer has `data` with a list; all of them are recorded, or none. With an `Idempotency-Key` it is safe to repeat. Beside what the caller says the service keeps what it saw itself, which is not in answers: its time, the user and session, the caller's address and user agent, the request id, and the SHA-256 of the content of the notice. A user who is a reader is answered 403.",
  examples: {
    one: {
      summary: 'Ada agrees to the newsletter in a form',
      request: { ...consent, consentInformationPid: 2 },
      answer: added,
      step: 40,
      keeps: ['consentId', 'consentInformationVersionId'],
    },
    several: {
      summary: 'Ada agrees to two notices at once',
      request: { ...consent, consentInformationPid: [2, 3] },
      answer: {
        data: [
          added,
          {
            consentId: otherConsentId,
            consentInformationVersionId: otherVersionId,
            consentInformationPid: 3,
            time,
          },
        ],
      },
      step: 41,
    },
    labelled: {
      summary: 'A value with the label that its field had',
      request: {
        ...consent,
        consentInformationPid: 2,
        userData: { email: 'grace@example.com', size: { label: 'Your size', value: 'M' } },
      },
      answer: added,
    },
  },
  schemas: { AddedConsent, AddedConsentList, AddedConsents },
  links: {
    find: find('/consentId'),
    revoke: revoke('/consentId'),
    readNotice: readNotice('/consentInformationPid'),
  },
  refused: { ...consent, consentInformationPid: 2, proof: {} },
  marks: ['consentId', 'data'],
};
