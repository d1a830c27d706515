import { ConsentState, ListedConsent, ListedConsents } from '../reports/answer.ts';
import type { Description } from './description.ts';
import { listed, otherConsentId } from './example-data.ts';
import { goOn, readEvidence, readVersion } from './links.ts';

export const listConsents: Description<'listConsents'> = {
  tag: 'lists',
  summary: 'List consents',
  description:
    'Gives consents by when they were given, their state, project, notice, language, channel and values of userData, newest first: all that is asked for must hold. Proofs are not in it. A call reads a bounded part of the register, whatever it holds: a page may have fewer consents than `perPage`, even none, and `next` says where the list goes on. It is `null` at the end. Consents that come meanwhile are in no later page, and none is in two. States are those of the moment of the call.',
  examples: {
    listed: {
      summary: 'The consents of a person to a notice that are in force',
      request: { state: 'active', consentInformationPid: 2, userData: { email: 'ada@example.com' } },
      answer: { data: [listed], next: null },
      step: 52,
    },
    listedPeriod: {
      summary: 'Those since the beginning of a year, a page of two',
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
