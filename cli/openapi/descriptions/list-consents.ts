import { ConsentState, ListedConsent, ListedConsents } from '../../../shared/consents/reports/answer.ts';
import type { Description } from './description.ts';
import { listed, otherConsentId } from './example-data.ts';
import { goOn, readEvidence, readVersion } from './links.ts';

export const listConsents: Description<'listConsents'> = {
  tag: 'lists',
  summary: 'List consents',
  description:
    'Lists consents with their states, newest first, without proofs. A consent must match all filters that you send: when it was given, its state, project, notice, language, channel and values of `userData`.\n\nOne call reads a bounded part of the register. So a page may have fewer consents than `perPage`, even none. For the next page, send `next` as `after`. At the end, `next` is `null`. No consent is on two pages, and consents recorded meanwhile are on no later page. States are those at the moment of the call.',
  examples: {
    listed: {
      summary: 'The active consents of a person to a notice',
      request: { state: 'active', consentInformationPid: 2, userData: { email: 'ada@example.com' } },
      answer: { data: [listed], next: null },
      step: 52,
    },
    listedPeriod: {
      summary: 'Consents since the beginning of a year, two on a page',
      request: { from: '2026-01', consentInformationPid: 2, userData: { first_name: 'Ada' }, perPage: 2 },
      answer: { data: [listed, { ...listed, id: otherConsentId }], next: otherConsentId },
    },
  },
  schemas: { ConsentState, ListedConsent, ListedConsents },
  links: {
    goOn: goOn('listConsents', '/next'),
    evidence: readEvidence('/data/0/id'),
    text: readVersion('/data/0/consentInformationVersionId'),
  },
  refused: { state: 'given' },
  marks: ['next'],
};
