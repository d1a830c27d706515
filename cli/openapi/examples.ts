import type { OperationName } from '../../shared/contract.ts';
import {
  added,
  consentId,
  otherConsentId,
  otherVersionId,
  page,
  proof,
  record,
  revokeProof,
  time,
  tokens,
  userData,
  versionId,
} from './example-data.ts';

/** A request as JSON and what it is about. Tests send it to the service with demo data. */
interface Example {
  readonly summary: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** What to put into the request: there is none like it elsewhere. */
  readonly yours?: string;
  /** What the answer looks like; ids, times and tokens are others each time. */
  readonly answer: unknown;
}

const consent = { projectUid: 'demo-shop', channel: 'web.form', proof, userData };

/** Examples of each operation, by a name that is used in the document once. */
export const examples: Readonly<Record<OperationName, Readonly<Record<string, Example>>>> = {
  login: {
    login: {
      summary: 'The user of the demo data logs in',
      request: { email: 'demo@example.com', password: 'correct horse battery staple' },
      answer: tokens,
    },
  },
  details: {
    details: {
      summary: 'Who the token belongs to',
      request: {},
      answer: {
        id: 1,
        name: 'Demo User',
        email: 'demo@example.com',
        email_verified_at: '2026-11-21T09:00:00.000000Z',
        created_at: '2026-11-21T09:00:00.000000Z',
        updated_at: '2026-11-21T09:00:00.000000Z',
      },
    },
  },
  refreshToken: {
    refresh: {
      summary: 'A new token set for a refresh token',
      yours: 'your refresh token',
      request: { refresh_token: tokens.refresh_token },
      answer: tokens,
    },
  },
  addConsent: {
    one: {
      summary: 'Ada agrees to the newsletter in a form',
      request: { ...consent, consentInformationPid: 2 },
      answer: added,
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
  searchConsents: {
    person: { summary: 'All consents of a person', request: { userData: { email: 'ada@example.com' } }, answer: page },
    latest: {
      summary: 'The latest consent of a person to a notice; `null` where there is none',
      request: { userData: { email: 'ada@example.com' }, consentInformationPid: 2, first: true },
      answer: { data: record },
    },
    project: {
      summary: 'Those of a person in a project, the first page of fifty',
      request: { projectUid: 'demo-shop', userData: { email: 'ada@example.com' }, page: 1, perPage: 50 },
      answer: { ...page, resultsPerPage: 50 },
    },
  },
  revokeConsent: {
    revoke: {
      summary: 'Ada withdraws on her account page',
      yours: 'the id of your consent',
      request: { id: consentId, channel: 'web', proof: revokeProof },
      answer: { revoked: true, consentId, consentInformationId: versionId, time },
    },
  },
  getNotices: {
    notice: {
      summary: 'The current version of a notice',
      request: { pid: 3 },
      answer: {
        data: {
          '3': {
            id: otherVersionId,
            pid: 3,
            version: 1,
            validityDays: 0,
            notification: false,
            title: { eng: 'Profiling' },
            descriptionHtml: {
              eng: '<p>I agree that Demo Shop analyses my purchases to show me offers that suit me.</p>',
            },
          },
        },
      },
    },
  },
};
