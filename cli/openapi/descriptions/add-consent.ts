import { AddedConsent, AddedConsentList, AddedConsents } from '../../../shared/consents/consent-answer.ts';
import type { Description } from './description.ts';
import { added, otherConsentId, otherVersionId, proof, time, userData } from './example-data.ts';
import { find, readNotice, revoke } from './links.ts';

const consent = { projectUid: 'demo-shop', channel: 'web.form', proof, userData };

export const addConsent: Description<'addConsent'> = {
  tag: 'consents',
  summary: 'Record consents',
  description:
    'Records that a person agreed to one or more notices. Name each notice by its PID, for the version that is current now, or by the id of a version, current or not. Send one of the two parameters. If you send an array, even of one notice, the answer has a list in `data`. Either all consents are recorded or none. With an `Idempotency-Key` the request is safe to repeat.\n\nThe register also keeps what it observed itself: its time, the user and the session, your IP address and user agent, the request id, and the SHA-256 of the notice. Of these, answers contain only the time.\n\nA reader gets 403 `user.read-only`.',
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
      summary: 'A value with the label of its field',
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
