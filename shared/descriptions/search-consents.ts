import { ConsentRecord } from '../consents/record.ts';
import { ConsentPage, FoundConsents, LatestConsent } from '../search/answer.ts';
import type { Description } from './description.ts';
import { page, record } from './example-data.ts';
import { revoke } from './links.ts';

const userData = { email: 'ada@example.com' };

export const searchConsents: Description<'searchConsents'> = {
  tag: 'consents',
  summary: 'Search consents',
  description:
    'Finds the consents for which every given value of userData is equal, whatever its case, white space and Unicode form; for `phone` and `mobile_phone` also without separators. A blank value beside others is left out; where all are blank the search is refused, unless it has an `id`. Newest first: by time, then by id. A page past the end is empty, its totals are right. A project or notice that the account does not have is an error.',
  examples: {
    person: { summary: 'All consents of a person', request: { userData }, answer: page, step: 50 },
    latest: {
      summary: 'The latest consent of a person to a notice; `null` where there is none',
      request: { userData, consentInformationPid: 2, first: true },
      answer: { data: record },
      step: 51,
    },
    project: {
      summary: 'Those of a person in a project, the first page of fifty',
      request: { projectUid: 'demo-shop', userData, page: 1, perPage: 50 },
      answer: { ...page, resultsPerPage: 50 },
    },
  },
  schemas: { ConsentPage, ConsentRecord, FoundConsents, LatestConsent },
  links: { revoke: revoke('/data/0/id') },
  refused: { userData, perPage: 51 },
  marks: ['data'],
};
